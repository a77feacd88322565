#pragma once

#include <lode/core/run_context.hpp>

#include "core/options/option_table.hpp"

namespace lode::detail {

/// What the row of a method has as `solve`: the method called with what its table of options, if it has one,
/// reads from the settings.
template <auto method, auto... options>
inline constexpr auto solve_by_settings =
    [](const auto& problem, const auto& settings, const RunContext& run) {
      (void)settings;  // a method without options reads none: the registry has refused them
      return method(problem, options().read(settings)..., run);
    };

}  // namespace lode::detail
