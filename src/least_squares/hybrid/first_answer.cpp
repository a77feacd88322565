#include <algorithm>

#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares::detail {
namespace {

/// Rounds in which a support is filled: each costs a product with A; fewer choose more columns by
/// correlations that the others of the round have made stale.
constexpr std::size_t pursuit_rounds = 8;

void offer_point(const Problem& problem, const std::vector<double>& x, BestPoint& best) {
  best.consider(x, objective_at(problem, x), 0);
}

/// A round takes columns whose gain alone, r'a^2 / 2|a|^2, is above the penalty.
void offer_pursuit(const Problem& problem, const RunContext& run, BestPoint& best) {
  constexpr std::size_t most_penalised = 64;
  constexpr std::size_t most_chosen = 256;
  const Instance& instance = *problem.instance;
  const Constraint& constraint = problem.constraint;
  const bool penalised = constraint.kind == ConstraintKind::sparse;
  const std::size_t most =
      std::min<std::size_t>({penalised ? most_penalised : std::min<std::size_t>(most_chosen, constraint.s),
                             instance.columns(), instance.rows()});
  const double lambda = penalised ? constraint.lambda : 0.0;
  const std::span<const double> squares = instance.column_squares();
  std::vector<double> correlations(instance.correlations().begin(), instance.correlations().end());
  const auto gain = [&](Index j) {
    return squares[j] > 0.0 ? 0.5 * correlations[j] * correlations[j] / squares[j] : 0.0;
  };
  OrthogonalFit fit(instance, most);
  std::vector<char> taken(instance.columns(), 0);
  while (fit.columns().size() < most && !run.should_stop()) {
    const std::size_t before = fit.columns().size();
    for (const Index j : largest(instance.columns(), (most + pursuit_rounds - 1) / pursuit_rounds,
                                 [&](Index i) { return taken[i] ? 0.0 : gain(i); })) {
      if (taken[j] || !(gain(j) > lambda) || fit.columns().size() == most || run.should_stop()) break;
      taken[j] = 1;
      fit.add(j);
    }
    if (fit.columns().size() == before) return;
    offer_point(problem, project(constraint, fit.point()), best);
    correlations = instance.a().multiply_transposed(fit.residual());
  }
}

}  // namespace

void offer_first_answer(const Problem& problem, const RunContext& run, BestPoint& best) {
  const Instance& instance = *problem.instance;
  if (problem.start) return offer_point(problem, project(problem.constraint, *problem.start), best);
  switch (problem.constraint.kind) {
    case ConstraintKind::binary: {
      const Solution swept = method("msm").solve(problem, {{"max-sweeps", "1"}}, run);
      return offer_point(problem, point_on(swept.support, swept.x, instance.columns()), best);
    }
    case ConstraintKind::binary_c: {
      std::vector<double> gains(instance.correlations().begin(), instance.correlations().end());
      for (Index j = 0; j < instance.columns(); ++j) gains[j] -= 0.5 * instance.column_squares()[j];
      return offer_point(problem, project(problem.constraint, std::move(gains)), best);
    }
    case ConstraintKind::sparse:
    case ConstraintKind::sparse_c:
      offer_point(problem, std::vector<double>(instance.columns(), 0.0), best);
      return offer_pursuit(problem, run, best);
  }
}

}  // namespace lode::least_squares::detail
