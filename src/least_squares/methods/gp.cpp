#include "least_squares/methods/gp.hpp"

#include <algorithm>
#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/pursuit.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {

Solution gp(const Problem& problem, const RunContext& run) {
  detail::check_defined("gp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::uint64_t rounds = std::uint64_t{10} * problem.constraint.s;
  detail::BestPoint best(problem, run, "gp");
  auto point = detail::pursuit_point(problem, std::vector<double>(instance.columns(), 0.0));
  std::vector<Index> support;
  for (std::uint64_t round = 0;; ++round) {
    best.consider(point.x, point.objective, round);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (round == rounds) return best.finish(StopReason::iterations);
    const std::vector<Index> chosen = detail::largest_magnitudes(point.correlations, 1);
    if (chosen.empty()) return best.finish(StopReason::converged);
    if (std::find(support.begin(), support.end(), chosen[0]) == support.end()) {
      if (support.size() == problem.constraint.s) return best.finish(StopReason::converged);
      support.push_back(chosen[0]);
    }
    // Along the gradient on the support, d, the best step is r'Ad / |Ad|^2 = |d|^2 / |Ad|^2.
    std::vector<double> direction(point.x.size(), 0.0);
    double square = 0.0;
    for (const Index i : support) {
      direction[i] = point.correlations[i];
      square += direction[i] * direction[i];
    }
    double image_square = 0.0;
    for (const double value : instance.a().multiply(direction)) image_square += value * value;
    if (image_square == 0.0) return best.finish(StopReason::converged);
    for (const Index i : support) point.x[i] += square / image_square * direction[i];
    point = detail::pursuit_point(problem, std::move(point.x));
  }
}

namespace detail {

MethodRow gp_row() {
  return {.name = "gp",
          .summary = "gradient pursuit",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "none",
          .cost = "m n per round, 10 s rounds",
          .source = "Blumensath, Davies, IEEE Trans. Signal Process. 2008",
          .monotone = true,
          .solve = lode::detail::solve_by_settings<gp>};
}

}  // namespace detail

}  // namespace lode::least_squares
