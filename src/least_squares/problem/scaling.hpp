#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// Powers of two that columns of A and b are divided by.
struct ScaleExponents {
  std::vector<int> columns;
  int b = 0;

  bool operator==(const ScaleExponents&) const = default;
};

/// The exponent of what has no values.
inline constexpr int no_exponent = std::numeric_limits<int>::min();

/// Those of the powers next above the largest magnitudes. Cost: one pass over A.
ScaleExponents exponents_of(const Matrix& a, std::span<const double> b);

/// A and b divided by the powers, which rounds nothing but what leaves the range of doubles.
Matrix scaled_matrix(const Matrix& a, const std::vector<int>& exponents);
std::vector<double> scaled_values(std::span<const double> values, int exponent);

/// A problem whose numbers are far from 1, as one of ordinary numbers: squares of squares of them leave the
/// range of doubles, and tolerances that are meant for values about 1 say nothing of them.
///
/// Columns and b are divided by powers of two, so that answers correspond value by value. Each column has a
/// power of its own where x is free; one power serves all of A where values of x have a common box, and one A
/// and b where values are given (signs, ones).
///
/// Cost:   a pass over A for a new instance; a copy of A where it is scaled, made once for all calls.
class ScaledProblem {
 public:
  /// Nothing where the numbers are ordinary: everything stays as it is then, to the last bit.
  static std::optional<ScaledProblem> of(const Problem& problem);

  const Problem& problem() const { return problem_; }
  /// An answer of the problem at hand as one of problem().
  Solution inward(Solution solution) const;
  /// An answer of problem() as one of the problem at hand. Errors: InvalidArgument for one beyond the range
  /// of doubles.
  Solution outward(Solution solution) const;

 private:
  ScaledProblem(const Problem& problem, ScaleExponents exponents);

  /// By how much x_j of problem() is smaller, as an exponent.
  int exponent_of_x(Index j) const { return exponents_.b - exponents_.columns[j]; }

  ScaleExponents exponents_;
  Problem problem_;
  double lost_price_ = 0.0;  ///< by how much lambda is larger than that of problem(), which is bounded
};

/// What solve(problem) returns, asked with ordinary numbers where the problem has others.
template <class Solve>
Solution solved_in_scale(const Problem& problem, const Solve& solve) {
  const std::optional<ScaledProblem> scaled = ScaledProblem::of(problem);
  return scaled ? scaled->outward(solve(scaled->problem())) : solve(problem);
}

}  // namespace lode::least_squares::detail
