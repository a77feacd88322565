#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/methods/smooth_point.hpp"

namespace lode::least_squares {
namespace {

struct SwapOptions {
  std::uint64_t max_exchanges = 0;  ///< 0: no limit
};

lode::detail::OptionTable<SwapOptions> swap_options() {
  return {
      {"max-exchanges", &SwapOptions::max_exchanges, "Largest number of exchanges; 0: no limit", "exchanges",
       lode::detail::at_least(0)},
  };
}

/// Best exchange descent: makes the exchange of a nonzero for a zero that lowers 1/2 |Ax - b|^2 most after
/// refitting all values, until none lowers it. Begins with the support of the problem's start, or of ols;
/// fewer than s nonzeros are filled up as ols does. Ties go to the smaller coordinates.
Solution swap(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  const Index s = problem.constraint.s;
  BestPoint best(problem, run, "swap");
  ExchangeState state(*problem.instance, &run);
  if (problem.start) state.assign(support_of(project(problem.constraint, *problem.start)));
  best.consider(state.point(), state.value(), 0);
  grow(state, s, run);
  best.consider(state.point(), state.value(), 0);
  const std::uint64_t most = options.max_exchanges == 0 ? hybrid::no_step_limit : options.max_exchanges;
  const hybrid::StepsEnd descent = descend_by_exchanges(
      state, problem.target, most, run,
      [&](std::uint64_t exchanges) { best.consider(state.point(), state.value(), exchanges); });
  if (state.met_dependence() && descent.reason == StopReason::converged) {
    constexpr double most_work = 1e9;
    best.replace(polished(problem, best.point(), most_work, run));
  }
  return best.finish(descent.reason);
}

}  // namespace

MethodRow swap_row() {
  return {.name = "swap",
          .summary =
              "Begins with ols and exchanges one column for another with refit, each time the pair that "
              "gains most",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "No single exchange with refit improves the answer",
          .cost = "s n for each exchange",
          .source = "Hazimeh, Mazumder, Oper. Res. 2020",
          .options = swap_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<swap, swap_options>};
}

}  // namespace lode::least_squares
