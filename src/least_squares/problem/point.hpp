#pragma once

// The values of x and of Ax, checks of points and numbers, and fits on a support.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/tolerance.hpp>
#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// The start of the problem, or scale * normal values (stream 10 of the seed), projected.
/// Errors: InvalidArgument without an instance, and as project.
std::vector<double> start_point(const Problem& problem, double scale, std::uint64_t seed);
/// lambda |x|_0 under the constraint sparse, otherwise 0.
double penalty_at(const Constraint& constraint, const std::vector<double>& x);

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Replaces values that are rounding next to the largest by 0. `reach(i)` is the length of column i.
template <class Reach>
void drop_noise(std::span<double> x, Reach&& reach) {
  double most = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i]) * reach(i));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) * reach(i) <= rounding_tolerance * most) x[i] = 0.0;
  }
}

/// The coordinates that are not 0, increasing.
inline std::vector<Index> support_of(std::span<const double> x) {
  std::vector<Index> support;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != 0.0) support.push_back(static_cast<Index>(i));
  }
  return support;
}

/// The point of n coordinates that has these values on `support`, and 0 elsewhere.
inline std::vector<double> point_on(std::span<const Index> support, std::span<const double> values,
                                    std::size_t n) {
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = values[i];
  return x;
}

/// The `count` coordinates below n of largest key, largest first, ties to the smaller coordinate, NaN last;
/// all when there are fewer. Cost: O(n log count).
template <class Key>
std::vector<Index> largest(std::size_t n, std::size_t count, Key&& key) {
  std::vector<std::pair<double, Index>> ranked(n);  // by falling key
  for (std::size_t i = 0; i < n; ++i) {
    const double value = key(static_cast<Index>(i));
    ranked[i] = {std::isnan(value) ? infinity : -value, static_cast<Index>(i)};
  }
  count = std::min(count, n);
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end());
  std::vector<Index> chosen(count);
  for (std::size_t i = 0; i < count; ++i) chosen[i] = ranked[i].second;
  return chosen;
}

/// Errors: InvalidArgument for a number that is negative or NaN; infinity is allowed.
void check_at_least_zero(std::string_view name, double value);

/// The instance of a problem. Errors: InvalidArgument when none is set.
const Instance& instance_of(const Problem& problem);

/// True if x is a point of the constraint.
bool is_feasible(const Constraint& constraint, const std::vector<double>& x);

/// The largest magnitude of a value under the sparse constraints, and the price of a nonzero.
inline double box_of(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::sparse ? constraint.box : infinity;
}
inline double lambda_of(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::sparse ? constraint.lambda : 0.0;
}
/// True where x may grow without end.
inline bool is_unbounded(const Constraint& constraint) {
  return is_sparse(constraint.kind) && std::isinf(box_of(constraint));
}

/// `project` without its checks, for inner loops. NaN counts as the least value.
std::vector<double> projected(const Constraint& constraint, std::vector<double> x);

/// A problem in units of its data: tolerances are meant for values near 1. Where the largest value of A is
/// not between 2^-20 and 2^20, or that of b not between 2^-4 and 2^40, A and b are divided by one power of
/// two each, and by the same one under the constraints of signs and ones.
///
/// Cost: a pass over A, and a copy of A where it is divided.
struct UnitProblem {
  explicit UnitProblem(const Problem& given);
  /// An answer of the given problem in units of `problem`, and the other way round.
  Solution to_part(Solution solution) const;
  Solution to_graph(Solution solution) const;

  Problem problem;
  int of_x = 0;          ///< exponent of the unit of x
  int of_objective = 0;  ///< exponent of the unit of F
};

/// The minimiser of 1/2 |A_S z - b|^2 over values |z_i| <= box on the support S: by Cholesky on the normal
/// equations with a step of iterative refinement when S is well conditioned, otherwise of least norm by a
/// complete orthogonal decomposition of A_S, columns at length 1; outside the box, by
/// hybrid/block/box_qp.hpp.
///
/// Shapes: one value per member of `support`, in its order.
/// Cost:   O(m s^2 + s^3), and a box that binds O(s^3) per bound.
/// Returns: nothing when the run should stop before a fit is there; a box that binds then gives the values
///         it has reached.
std::optional<std::vector<double>> least_squares_within(const Instance& instance,
                                                        std::span<const Index> support, double box,
                                                        const RunContext& run);

/// The values on `support` that minimise the problem's loss inside its box, begun at `values`. Squared loss:
/// as above, and fits of a few hundredths of a second are made even when the run should stop. Logistic loss:
/// Newton steps, each a box-constrained quadratic, with halving of the step until F falls; at most 100, and
/// none once the run should stop or the loss is below 1e-12 of that at 0 (where the labels are separated, the
/// infimum 0 is not attained). Returns nullopt without time for a fit.
std::optional<std::vector<double>> refit_on(const Problem& problem, std::span<const Index> support,
                                            const std::vector<double>& values, const RunContext& run);

}  // namespace lode::least_squares
