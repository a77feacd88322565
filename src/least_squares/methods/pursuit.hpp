#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "least_squares/hybrid/smooth_point.hpp"
#include "least_squares/problem/point.hpp"
#include "least_squares/problem/refit.hpp"

namespace lode::least_squares::detail {

/// A point with what pursuits ask of it: F and the correlations A'(b - Ax).
struct PursuitPoint {
  std::vector<double> x;
  double objective = 0.0;
  std::vector<double> correlations;
};

inline PursuitPoint pursuit_point(const Problem& problem, std::vector<double> x) {
  const SmoothPart::Value value = SmoothPart(problem).value(x);
  std::vector<double> correlations = problem.instance->a().multiply_transposed(value.residual);
  for (double& correlation : correlations) correlation = -correlation;
  return {std::move(x), value.objective, std::move(correlations)};
}

/// The least-squares fit by the columns of `support`, n values; nothing when the run should stop before.
inline std::optional<std::vector<double>> fitted(const Instance& instance, const std::vector<Index>& support,
                                                 const RunContext& run) {
  constexpr double no_box = std::numeric_limits<double>::infinity();
  const auto values = least_squares_within(instance, support, no_box, run);
  if (!values) return std::nullopt;
  std::vector<double> x(instance.columns(), 0.0);
  for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = (*values)[i];
  return x;
}

/// The `count` coordinates of largest magnitude, those of magnitude 0 left out.
inline std::vector<Index> largest_magnitudes(const std::vector<double>& values, std::size_t count) {
  std::vector<Index> chosen = largest(values.size(), count, [&](Index i) { return std::abs(values[i]); });
  std::erase_if(chosen, [&](Index i) { return values[i] == 0.0; });
  return chosen;
}

/// The coordinates that are nonzero in x, and those of `more`, increasing.
inline std::vector<Index> merged_support(const std::vector<double>& x, const std::vector<Index>& more) {
  std::vector<char> in(x.size(), 0);
  for (const Index i : more) in[i] = 1;
  std::vector<Index> support;
  for (Index i = 0; i < x.size(); ++i) {
    if (in[i] || x[i] != 0.0) support.push_back(i);
  }
  return support;
}

}  // namespace lode::least_squares::detail
