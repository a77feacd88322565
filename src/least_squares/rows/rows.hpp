#pragma once

// The rows of the least-squares registry, one function and one file each; registry.cpp lists them in order.

#include <lode/least_squares/registry.hpp>

#include "core/method_settings.hpp"
#include "least_squares/methods/ppa.hpp"

namespace lode::least_squares::detail {

using lode::detail::SettingsReader;

/// Options that ppa and appa share.
PpaOptions proximal_options(const MethodSettings& settings);

MethodRow hybrid_row();
MethodRow ppa_row();
MethodRow appa_row();
MethodRow msm_row();
MethodRow gpm_row();
MethodRow omp_row();
MethodRow ols_row();
MethodRow romp_row();
MethodRow ssp_row();
MethodRow cosamp_row();
MethodRow gp_row();
MethodRow qpm_row();
MethodRow swap_row();

}  // namespace lode::least_squares::detail
