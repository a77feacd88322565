#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/objective.hpp"

namespace lode::least_squares::detail {

/// b - Ax: every entry is a sum of two doubles, the second of which holds what the first is rounded by.
class SharpResidual {
 public:
  explicit SharpResidual(std::span<const double> b) : high_(b.begin(), b.end()), low_(high_.size(), 0.0) {}

  /// Adds scale a_j. Cost: O(entries of the column).
  void add_column(const Matrix& a, Index j, double scale);
  double half_square() const;

 private:
  /// Adds the product of two numbers.
  void add(std::size_t row, double scale, double factor);

  std::vector<double> high_;
  std::vector<double> low_;
};

/// The flips of a set of coordinates: of signs under binary, exchanges of ones for zeros under binary-c.
///
/// The Gram matrix G gives what flips change in F = 1/2 |Ax - b|^2, rounded by some units in the last place
/// of G. Where that does not tell whether they lower F, F is computed from A, b and x.
class FlipSearch {
 public:
  struct Result {
    std::vector<Index> flips;  ///< those of the largest decrease; empty: none lowers F
    double decrease = 0.0;
    bool exact = true;  ///< false: the search was stopped, or took more than its work
  };

  /// The point of the objective is one of the constraint. It must stay where it is.
  FlipSearch(const Problem& problem, SquaredObjective& objective);

  double step(Index i) const;  ///< what a flip adds to x_i
  /// How far A x moves by the flip of i at most.
  double reach(Index i) const { return std::abs(step(i)) * norms_[i]; }
  /// What the change of F by flips of this reach in all is rounded by, and more.
  double rounding(double reach) const;
  double rounding(std::span<const Index> set) const;
  /// F as small as this is rounding of b - Ax.
  double rounding_of_value() const;

  /// The best flips of coordinates of `set`, at most 24, that lower F by more than `least`. At most
  /// `most_work` values of A are read for F.
  /// Cost: O(k 2^k), and O(stored values of A) at the first change that G does not tell.
  Result best(std::span<const Index> set, double least, double most_work, const RunContext& run);

 private:
  const Instance* instance_;
  bool signs_;
  SquaredObjective* objective_;
  std::vector<double> norms_;
  double whole_;                        ///< |b| and all columns of x, by their lengths
  std::vector<SharpResidual> present_;  ///< of the point, once it is asked for
};

}  // namespace lode::least_squares::detail
