#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>

#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Mask = std::uint32_t;

/// Variables at most (certificate.hpp promises them): all supports, and for each all sets of places to
/// change.
constexpr std::size_t largest_size = 10;

struct Form {
  MatrixXd q;
  VectorXd p;

  Mask all() const { return (Mask{1} << p.size()) - 1; }
  double value(const VectorXd& x) const { return 0.5 * x.dot(q * x) + p.dot(x); }
};

/// -1, 0 or 1 as a is below, equal to or above b, up to rounding.
int compared(double a, double b) {
  const double tolerance = rounding_tolerance * std::max({1.0, std::abs(a), std::abs(b)});
  return a < b - tolerance ? -1 : a > b + tolerance ? 1 : 0;
}

Form checked(const QuadraticForm& given, double lipschitz) {
  if (given.size < 1 || given.size > largest_size) {
    throw InvalidArgument("size", std::to_string(given.size), "cannot be enumerated", "use 1 to 10");
  }
  if (given.linear.size() != given.size || given.quadratic.size() != given.size * given.size) {
    throw InvalidArgument("quadratic form", std::to_string(given.size) + " variables",
                          "does not have that many rows, columns and linear terms");
  }
  if (!(lipschitz > 0.0) || !std::isfinite(lipschitz)) {
    throw InvalidArgument("L", std::to_string(lipschitz), "must be a positive number");
  }
  const auto n = static_cast<Position>(given.size);
  Form form{Eigen::Map<const MatrixXd>(given.quadratic.data(), n, n),
            Eigen::Map<const VectorXd>(given.linear.data(), n)};
  if (!form.q.allFinite() || !form.p.allFinite()) {
    throw InvalidArgument("quadratic form", "not finite", "has no stationary points");
  }
  if (form.q != form.q.transpose()) {
    throw InvalidArgument("quadratic form", "not symmetric", "use (Q + Q')/2");
  }
  return form;
}

/// The counts of `points`, given two tests of a point. `smallest_block` returns the smallest number of
/// coordinates that must change together to leave the point, n + 1 when none does.
template <class Points, class LTest, class SmallestBlock>
StationaryCounts count(const Points& points, Position n, LTest&& l_stationary,
                       SmallestBlock&& smallest_block) {
  StationaryCounts counts{points.size(), 0, std::vector<std::uint64_t>(static_cast<std::size_t>(n))};
  for (const auto& point : points) {
    counts.l_stationary += l_stationary(point) ? 1 : 0;
    const int leaving = smallest_block(point);
    for (int k = 0; k + 1 < leaving; ++k) ++counts.block[static_cast<std::size_t>(k)];
  }
  return counts;
}

std::vector<Position> places(Mask mask) {
  std::vector<Position> list;
  for (; mask != 0; mask &= mask - 1) list.push_back(std::countr_zero(mask));
  return list;
}

}  // namespace

std::string_view to_string(TieRule rule) {
  constexpr std::string_view names[] = {"lexicographic", "member", "strict"};
  return names[static_cast<std::size_t>(rule)];
}

QuadraticForm counting_example(std::size_t size) {
  QuadraticForm form{size, std::vector<double>(size * size), std::vector<double>(size, 1.0)};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      form.quadratic[i * size + j] = static_cast<double>((i + 1) * (j + 1)) + (i == j ? 1.0 : 0.0);
    }
  }
  return form;
}

StationaryCounts count_binary(const QuadraticForm& given, double lipschitz, TieRule ties) {
  const Form form = checked(given, lipschitz);
  const Position n = form.p.size();
  const auto point = [n](Mask mask) {  // bit i is coordinate i; set: 1, clear: -1
    VectorXd x(n);
    for (Position i = 0; i < n; ++i) x[i] = (mask >> i & 1u) != 0 ? 1.0 : -1.0;
    return x;
  };
  std::vector<Mask> masks(form.all() + 1);
  std::iota(masks.begin(), masks.end(), Mask{0});
  std::vector<double> values;
  for (const Mask mask : masks) values.push_back(form.value(point(mask)));
  const auto l_stationary = [&](Mask mask) {
    const VectorXd x = point(mask);
    const VectorXd step = lipschitz * x - (form.q * x + form.p);
    for (Position i = 0; i < n; ++i) {
      const int sign = compared(step[i], 0.0);
      const bool chosen = sign == 0 ? ties == TieRule::member || (ties == TieRule::lexicographic && x[i] < 0)
                                    : (sign > 0) == (x[i] > 0);
      if (!chosen) return false;
    }
    return true;
  };
  const auto preferred = [&](Mask other, Mask mask) {
    const int order = compared(values[other], values[mask]);
    if (order != 0) return order < 0;
    if (ties != TieRule::lexicographic) return ties == TieRule::strict;
    // The first coordinate decides: the point that has -1 there stands first.
    const Mask difference = other ^ mask;
    return (other & (difference & (~difference + 1))) == 0;
  };
  // Another point takes this one's place in every block that holds the coordinates in which they differ.
  const auto smallest_block = [&](Mask mask) {
    int smallest = static_cast<int>(n) + 1;
    for (const Mask other : masks) {
      if (other != mask && preferred(other, mask)) smallest = std::min(smallest, std::popcount(other ^ mask));
    }
    return smallest;
  };
  return count(masks, n, l_stationary, smallest_block);
}

StationaryCounts count_sparse(const QuadraticForm& given, double lambda, double lipschitz,
                              PointIdentity identity) {
  const Form form = checked(given, lipschitz);
  const Position n = form.p.size();
  if (!(lambda > 0.0) || !std::isfinite(lambda)) {
    throw InvalidArgument("lambda", std::to_string(lambda), "must be a positive number");
  }
  if (Eigen::LLT<MatrixXd>(form.q).info() != Eigen::Success) {
    throw InvalidArgument("quadratic form", "not positive definite", "has no unique minimiser on a support");
  }
  // x with the coordinates of `block` replaced by the minimiser that is zero outside `support`.
  const auto minimiser = [&](VectorXd x, Mask block, Mask support) {
    for (const Position i : places(block)) x[i] = 0.0;
    const std::vector<Position> free = places(support);
    if (free.empty()) return x;
    const VectorXd gradient = form.q * x + form.p;
    const VectorXd values = form.q(free, free).llt().solve(-gradient(free));
    x(free) = values;
    drop_noise({x.data(), static_cast<std::size_t>(x.size())}, [](std::size_t) { return 1.0; });
    return x;
  };
  const auto objective = [&](const VectorXd& x) {
    return form.value(x) + lambda * static_cast<double>((x.array() != 0.0).count());
  };
  std::vector<VectorXd> points;
  for (Mask support = 0; support <= form.all(); ++support) {
    VectorXd x = minimiser(VectorXd::Zero(n), form.all(), support);
    const bool known = std::any_of(points.begin(), points.end(), [&](const VectorXd& other) {
      return (x - other).cwiseAbs().maxCoeff() <= rounding_tolerance * std::max(1.0, x.cwiseAbs().maxCoeff());
    });
    if (identity == PointIdentity::support || !known) points.push_back(std::move(x));
  }
  const auto l_stationary = [&](const VectorXd& x) {
    const VectorXd gradient = form.q * x + form.p;
    for (Position i = 0; i < n; ++i) {
      const bool holds = x[i] != 0.0 ? compared(x[i] * x[i], 2.0 * lambda / lipschitz) >= 0
                                     : compared(gradient[i] * gradient[i], 2.0 * lambda * lipschitz) <= 0;
      if (!holds) return false;
    }
    return true;
  };
  const auto improves = [&](const VectorXd& x, Mask block) {
    for (Mask support = block;; support = (support - 1) & block) {
      if (compared(objective(minimiser(x, block, support)), objective(x)) < 0) return true;
      if (support == 0) return false;
    }
  };
  const auto smallest_block = [&](const VectorXd& x) {
    int smallest = static_cast<int>(n) + 1;
    for (Mask block = 1; block <= form.all(); ++block) {
      if (std::popcount(block) < smallest && improves(x, block)) smallest = std::popcount(block);
    }
    return smallest;
  };
  return count(points, n, l_stationary, smallest_block);
}

}  // namespace lode::least_squares
