#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/stream_tags.hpp"
#include "hybrid/constraint/working_set_of.hpp"
#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

/// Ends a descent by idle blocks or by the rule of the paper. The infimum of the logistic loss need not be
/// attained, and every block then lowers F a little: its descents also end where an unbounded point separates
/// the labels, and where the mean relative decrease over some rounds of blocks is at most 1e-9.
struct DescentStop {
  const PointObjective& objective;
  const bool logistic;
  const bool unbounded;
  const bool paper;
  hybrid::IdleRule idle;
  hybrid::RelativeDecreaseRule relative;
  hybrid::RelativeDecreaseRule creeping;

  bool record(double before, double after, hybrid::WorkingSetKind kind, std::size_t block_size) {
    if (unbounded && objective.least_margin() > 0.0) return true;
    if (logistic && creeping.record(before, after, kind, block_size)) return true;
    return paper ? relative.record(before, after, kind, block_size)
                 : idle.record(before, after, kind, block_size);
  }
};

/// Scales up a point that separates the labels until its loss is almost 0; false for other points.
bool scale_up_separated(PointObjective& objective) {
  constexpr double enough = 40.0;  // log(1 + exp(-40)) is 4e-18
  const double margin = objective.least_margin();
  if (!(margin > 0.0) || std::isinf(margin)) return false;
  if (margin >= enough) return true;
  std::vector<double> x = objective.point();
  for (double& value : x) value *= enough / margin;
  if (std::ranges::all_of(x, [](double value) { return std::isfinite(value); })) objective.assign(x);
  return true;
}

/// The first descent of the logistic loss need not end by itself, and is part of the work.
template <class Con>
Ending descend_with_kicks(PointObjective objective, const Problem& problem, const Con& constraint,
                          const HybridOptions& options, const RunContext& run, BestPoint& best) {
  constexpr double least_blocks = 1000.0;        // of a first descent that need not end by itself
  constexpr std::uint64_t idle_after_kick = 20;  // most kicks fail, and soon
  const bool logistic = problem.loss == Loss::logistic;
  const bool unbounded = logistic && is_unbounded(problem.constraint);
  const bool kicks = options.work > 0.0;
  const Index n = objective.size();
  Rng rng(run.seed(), kicks ? lode::detail::fit_kick_stream : lode::detail::fit_paper_stream);
  auto rule = hybrid::working_set_of(constraint, options.working_set, n,
                                     kicks ? hybrid::RandomPart::balanced : hybrid::RandomPart::uniform);
  EscapeRun escape(options, run, best);
  const auto block = static_cast<std::uint64_t>(options.working_set.total());
  const double entries = step_overhead + static_cast<double>(n * block);
  const auto offer = [&](std::uint64_t iteration) {
    best.offer(objective.value(), iteration, [&] { return objective.point(); });
  };
  bool separated = false;
  const auto descend_until = [&](bool paper, std::uint64_t idle, const hybrid::DescentOptions& descent) {
    DescentStop stop{objective,
                     logistic,
                     unbounded,
                     paper,
                     {n, idle},
                     {options.epsilon, options.window},
                     {1e-9, hybrid::automatic_idle_blocks(n, block)}};
    const auto result = escape.descend_by_blocks(objective, constraint, rule, stop, descent, rng, offer);
    separated = unbounded && scale_up_separated(objective);
    if (separated) offer(escape.iterations);
    if (logistic || kicks) escape.work.spend(entries * static_cast<double>(result.iterations));
    return result.iterations;
  };
  const auto squares = problem.instance->column_squares();
  hybrid::DescentOptions descent;
  descent.stop_value = best.target();
  hybrid::DescentOptions first = descent;
  first.theta = options.theta;
  first.sigma = std::accumulate(squares.begin(), squares.end(), 0.0) / n;
  if (logistic && kicks) {
    first.max_iterations = static_cast<std::uint64_t>(std::clamp(options.work / entries, least_blocks, 1e18));
  }
  offer(0);
  std::uint64_t steps = descend_until(!kicks, options.idle, first);
  if (!logistic) escape.work.improved();
  while (!escape.done()) {
    const bool settled = separated && problem.constraint.kind == ConstraintKind::sparse_c;
    if (settled || escape.work.used_up() || steps == 0) return {StopReason::converged, escape.iterations};
    std::vector<double> x = best.point();
    hybrid::kick(hybrid::kick_of(constraint), x, rng);
    objective.assign(std::move(x));
    steps = descend_until(false, idle_after_kick, descent);
  }
  return escape.ending();
}

}  // namespace

Ending kicked_descent(const Problem& problem, std::vector<double> start, const HybridOptions& options,
                      const RunContext& run, BestPoint& best) {
  return with_constraint(problem, [&](const auto& constraint) {
    return descend_with_kicks(PointObjective(problem, start), problem, constraint, options, run, best);
  });
}

}  // namespace lode::least_squares
