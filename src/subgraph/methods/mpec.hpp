#pragma once

// The two MPEC methods differ in one term of the objective; the alternation is the same.
//
// In x = (y + 1)/2 the set {-1 <= y <= 1, 1'y = 2s - n} is {0 <= x <= 1, 1'x = s} and
// f(y) = (1 + y)'(cI - W)(1 + y)/4 = x'(cI - W)x, so the code keeps x, which is mostly zero.

#include <string_view>

#include "core/options/option_table.hpp"
#include "subgraph/methods/mpec_epm.hpp"

namespace lode::subgraph::detail {

enum class MpecForm {
  penalty,    ///< f(y) + rho t, t = n - y'v
  multiplier  ///< f(y) + pi t + (rho/2) t^2, and pi += rho t after every alternation; pi = 0 at first
};

/// Of both methods.
const lode::detail::OptionTable<MpecOptions>& mpec_options();

/// Alternates the accelerated projected-gradient steps in y and v = sqrt(n) y/|y|.
Solution solve_mpec(const Problem& problem, MpecForm form, const MpecOptions& options, const RunContext& run,
                    std::string_view phase);

}  // namespace lode::subgraph::detail
