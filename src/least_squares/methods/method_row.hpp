#pragma once

#include <lode/least_squares/registry.hpp>

#include "core/options/option_table.hpp"

namespace lode::least_squares::detail {

/// What the row of a method has as `solve`: the method with what its table of options, if it has one, reads
/// from the settings.
template <auto method, auto... options>
Solution solve_by_settings(const Problem& problem, const MethodSettings& settings, const RunContext& run) {
  (void)settings;  // a method without options reads none: the registry has refused them
  return method(problem, options().read(settings)..., run);
}

}  // namespace lode::least_squares::detail
