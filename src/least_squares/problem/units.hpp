#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// A problem in units of its data: tolerances are meant for values near 1, and products of four numbers of
/// 1e100 would leave the range of doubles. Where the largest value of A is not between 2^-20 and 2^20, or
/// that of b not between 2^-4 and 2^40, A and b are divided by one power of two each, and by the same one
/// under the constraints of signs and ones.
///
/// Cost: a pass over A, and a copy of A where it is divided.
class UnitProblem {
 public:
  explicit UnitProblem(const Problem& problem);

  const Problem& problem() const { return problem_; }
  /// An answer of the given problem as one of problem().
  Solution inward(Solution solution) const;
  /// An answer of problem() as one of the given problem.
  Solution outward(Solution solution) const;

 private:
  Problem problem_;
  int exponent_of_x_ = 0;
  int exponent_of_objective_ = 0;
};

}  // namespace lode::least_squares::detail
