#include "least_squares/methods/appa.hpp"

#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/gram_choice.hpp"

namespace lode::least_squares {

Solution appa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  using enum ConstraintKind;
  detail::check_defined("appa", problem, {binary, binary_c, sparse, sparse_c});
  ppa_options().check(options);
  detail::BestPoint best(problem, run, "appa");
  const detail::SmoothPart smooth(problem);
  std::vector<double> x = start_point(problem, options.start_scale, run.seed());
  best.consider(x, smooth.value(x).objective, 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  detail::prepare_gram_if_worth(*problem.instance, run);
  const double lipschitz = problem.instance->largest_eigenvalue(run);
  const auto step = [&](const std::vector<double>& from, const detail::SmoothPart::Value& value) {
    return detail::proximal_step(problem.constraint, from, smooth.gradient(from, value), lipschitz);
  };

  std::vector<double> before = x;
  auto value = smooth.value(x);
  double momentum = 1.0;
  for (std::uint64_t iteration = 0;; ++iteration) {
    best.consider(x, value.objective, iteration);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (iteration == options.max_iterations) return best.finish(StopReason::iterations);
    std::vector<double> next = step(x, value);
    auto next_value = smooth.value(next);
    const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    const double weight = (momentum - 1.0) / next_momentum;
    momentum = next_momentum;
    if (weight > 0.0) {
      std::vector<double> ahead(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) ahead[i] = x[i] + weight * (x[i] - before[i]);
      std::vector<double> extrapolated = step(ahead, smooth.value(ahead));
      auto its_value = smooth.value(extrapolated);
      if (its_value.objective > value.objective) momentum = 1.0;
      if (its_value.objective < next_value.objective) {
        next = std::move(extrapolated);
        next_value = std::move(its_value);
      }
    }
    const double moved = detail::relative_distance(x, next);
    before = std::move(x);
    x = std::move(next);
    value = std::move(next_value);
    if (moved <= options.tolerance) {
      best.consider(x, value.objective, iteration + 1);
      return best.finish(StopReason::converged);
    }
  }
}

namespace detail {

MethodRow appa_row() {
  MethodRow row;
  row.name = "appa";
  row.summary = "accelerated proximal point method, monotone";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee = "never above its start";
  row.cost = "2 m n per iteration";
  row.source = "Beck, Teboulle, SIAM J. Imaging Sci. 2009; Li, Lin, NIPS 2015";
  row.options = ppa_options().infos();
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return appa(problem, ppa_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::least_squares
