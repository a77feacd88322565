#pragma once

// The values of x and of Ax, and checks of points and numbers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode::least_squares::detail {

/// Relative: thousands of units in the last place; what differs by less is equal, what is less is nothing.
inline constexpr double rounding_share = 1e-12;
/// F is never below 0. What is at most this share of F(0) may be rounding of 0.
inline constexpr double rounding_of_zero = 1e-12;

/// Zeros in the place of values that are rounding beside the largest. `reach(i)` is the length of column i.
template <class Reach>
void drop_noise(std::span<double> x, Reach&& reach) {
  double most = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i]) * reach(i));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) * reach(i) <= rounding_share * most) x[i] = 0.0;
  }
}

/// log(1 + exp(-t)) without overflow: the logistic loss of a row at margin t.
inline double soft_loss(double t) {
  return lode::detail::portable_log1p(lode::detail::portable_exp(-std::abs(t))) + std::max(-t, 0.0);
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
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, n));
  std::partial_sort(order.begin(), end, order.end(), [&](Index i, Index j) {
    const double a = key(i);
    const double b = key(j);
    if (a != b && a == a && b == b) return a > b;
    const bool a_is_nan = a != a;
    const bool b_is_nan = b != b;
    return a_is_nan != b_is_nan ? b_is_nan : i < j;
  });
  order.erase(end, order.end());
  return order;
}

/// Errors: InvalidArgument for a number that is negative or NaN; infinity is welcome.
void check_at_least_zero(std::string_view name, double value);

/// The instance of a problem. Errors: InvalidArgument when none is set.
const Instance& instance_of(const Problem& problem);

/// Why x is not a point of the constraint, in words; nullptr: it is one.
const char* why_infeasible(const Constraint& constraint, const std::vector<double>& x);

/// True where x may grow without end.
inline bool is_unbounded(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::sparse_c ||
         (constraint.kind == ConstraintKind::sparse && std::isinf(constraint.box));
}

/// `project` without its checks, for inner loops. NaN counts as the least value.
std::vector<double> projected(const Constraint& constraint, std::vector<double> x);

}  // namespace lode::least_squares::detail
