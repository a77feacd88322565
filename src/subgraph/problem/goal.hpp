#pragma once

#include <optional>

#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::detail {

/// The weights at which a run may stop: a proven upper bound (within 1e-9 of it when weights are real), or
/// the caller's target.
class Goal {
 public:
  explicit Goal(const Problem& problem)
      : optimal_(least_meeting(problem.upper_bound, sums_of(problem.graph.integral()))),
        target_(problem.target) {}

  /// Why a run that holds `weight` may stop, or nothing.
  std::optional<StopReason> met(Weight weight) const {
    if (weight >= optimal_) return StopReason::optimal;
    if (weight >= target_) return StopReason::target;
    return std::nullopt;
  }

 private:
  Weight optimal_;
  Weight target_;
};

}  // namespace lode::detail
