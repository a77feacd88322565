#pragma once

// The two MPEC methods differ in one term of the objective; the alternation is the same.
//
// In x = (y + 1)/2 the set {-1 <= y <= 1, 1'y = 2s - n} is {0 <= x <= 1, 1'x = s} and
// f(y) = (1 + y)'(cI - W)(1 + y)/4 = x'(cI - W)x, so the code keeps x, which is mostly zero.

#include <cstdint>
#include <span>
#include <string_view>

#include <lode/subgraph/problem.hpp>

#include "subgraph/relaxation.hpp"

namespace lode::detail {

enum class MpecForm {
  penalty,    ///< f(y) + rho t, t = n - y'v
  multiplier  ///< f(y) + pi t + (rho/2) t^2, and pi += rho t after every alternation; pi = 0 at first
};

struct MpecSettings {
  MpecForm form = MpecForm::penalty;
  double penalty = 0.01;  ///< first rho, in units of the mean weight
  double growth = 3.1622776601683795;
  std::uint64_t alternations = 10;  ///< per value of rho
  std::uint64_t inner_steps = 30;
  double gap = 1e-2;  ///< ends when n - y'v <= gap
};

/// Throws InvalidArgument for settings outside their range.
void check_settings(const MpecSettings& settings);

/// Alternates the accelerated projected-gradient steps in y and v = sqrt(n) y/|y|.
RelaxationEnd alternate_mpec(const Problem& problem, const MpecSettings& settings, const RunContext& run,
                             std::span<const double> start, BestRounding& best);

}  // namespace lode::detail
