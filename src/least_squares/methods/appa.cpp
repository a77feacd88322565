#include "least_squares/methods/appa.hpp"

#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"

namespace lode::least_squares {

Solution appa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  std::vector<double> before;  // the point before the present one, from the second step on
  double momentum = 1.0;
  return detail::proximal_descent("appa", problem, options, run, [&](const auto& now, const auto& step) {
    detail::ProximalPoint next = step(now);
    const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    const double weight = (momentum - 1.0) / next_momentum;
    momentum = next_momentum;
    if (weight > 0.0) {
      detail::ProximalPoint ahead;
      for (std::size_t i = 0; i < before.size(); ++i) {
        ahead.x.push_back(now.x[i] + weight * (now.x[i] - before[i]));
      }
      ahead.value = detail::SmoothPart(problem).value(ahead.x);
      detail::ProximalPoint extrapolated = step(ahead);
      if (extrapolated.value.objective > now.value.objective) momentum = 1.0;
      if (extrapolated.value.objective < next.value.objective) next = std::move(extrapolated);
    }
    before = now.x;
    return next;
  });
}

namespace detail {

MethodRow appa_row() {
  return {.name = "appa",
          .summary = "accelerated proximal point method, monotone",
          .constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                          ConstraintKind::sparse_c},
          .guarantee = "never above its start",
          .cost = "2 m n per iteration",
          .source = "Beck, Teboulle, SIAM J. Imaging Sci. 2009; Li, Lin, NIPS 2015",
          .options = ppa_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<appa, ppa_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
