#include "least_squares/methods/romp.hpp"

#include <cmath>
#include <span>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/pursuit.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

/// Of coordinates sorted by falling correlation the run of largest energy in which none is less than half of
/// the first.
std::span<const Index> comparable_run(std::span<const Index> sorted,
                                      const std::vector<double>& correlations) {
  const auto size = [&](std::size_t i) { return std::abs(correlations[sorted[i]]); };
  std::span<const Index> best;
  double best_energy = 0.0;
  double energy = 0.0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < sorted.size(); ++begin) {
    for (; end < sorted.size() && size(begin) <= 2.0 * size(end); ++end) energy += size(end) * size(end);
    if (energy > best_energy * (1.0 + 1e-12)) {
      best_energy = energy;
      best = sorted.subspan(begin, end - begin);
    }
    energy -= size(begin) * size(begin);
  }
  return best;
}

}  // namespace

Solution romp(const Problem& problem, const RunContext& run) {
  detail::check_defined("romp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::size_t s = problem.constraint.s;
  detail::BestPoint best(problem, run, "romp");
  auto point = detail::pursuit_point(problem, std::vector<double>(instance.columns(), 0.0));
  std::vector<Index> support;
  for (std::uint64_t round = 0;; ++round) {
    if (support.size() <= s) best.consider(point.x, point.objective, round);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (support.size() >= s) break;
    for (const Index i : support) point.correlations[i] = 0.0;  // zero but for rounding
    const std::vector<Index> candidates = detail::largest_magnitudes(point.correlations, s);
    const std::span<const Index> run_of = comparable_run(candidates, point.correlations);
    if (run_of.empty()) break;
    support.insert(support.end(), run_of.begin(), run_of.end());
    auto fit = detail::fitted(instance, support, run);
    if (!fit) return best.finish(run.stop_reason());
    point = detail::pursuit_point(problem, std::move(*fit));
  }
  if (support.size() > s) {
    const std::vector<Index> kept = detail::largest_magnitudes(point.x, s);
    auto fit = detail::fitted(instance, kept, run);
    if (!fit) return best.finish(run.stop_reason());
    point = detail::pursuit_point(problem, std::move(*fit));
    best.consider(point.x, point.objective, s);
  }
  return best.finish(StopReason::converged);
}

namespace detail {

MethodRow romp_row() {
  return {.name = "romp",
          .summary = "regularised orthogonal matching pursuit, pruned to s",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "none",
          .cost = "m n + m s^2 per round",
          .source = "Needell, Vershynin, IEEE J. STSP 2010",
          .solve = lode::detail::solve_by_settings<romp>};
}

}  // namespace detail

}  // namespace lode::least_squares
