#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "hybrid/stationarity.hpp"
#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/search/team.hpp"
#include "subgraph/state/graph_blocks.hpp"

namespace lode::subgraph {
namespace {

/// The states of a search are made without a look at the clock: 20 to 60 ns per vertex each, measured on a
/// graph of 4,000,000 vertices.
constexpr double seconds_per_vertex = 1e-7;

/// Time of the dense decomposition, in visits of all arcs (ca-HepPh: 60 ms).
constexpr std::uint64_t hint_passes = 40;

/// The most idle blocks of a last descent that takes its own number (hybrid.hpp promises it).
constexpr std::uint64_t most_idle_blocks = 100'000;

/// Runs a team from the set of `state`, a state of problem.graph, in the part that holds the set, until the
/// goal is met. Hints are the problem's; without them, and without weights, the layers of the part's dense
/// decomposition.
TeamResult search_in_part(const Problem& problem, const HybridOptions& options,
                          const detail::SearchPart& within, Weight goal, SwapState& state,
                          const RunContext& run, const ImprovementSink& improved) {
  TeamOptions kicks = detail::team_options(options, problem.graph, within);
  kicks.target = goal;
  const Part& part = within.part;
  for (VertexSet hint : problem.hints) {
    std::sort(hint.begin(), hint.end());
    kicks.hints.push_back(part.to_part(hint));
  }
  if (!problem.graph.weighted()) {  // flows over real weights may take long
    kicks.more_hints = [&] { return layers_around(densest_layers(part.graph, problem.s, run), problem.s); };
    kicks.hint_work = hint_passes * part.graph.num_arcs();
  }
  if (part.whole()) return team_search(state, kicks, run.seed(), run, improved);
  SwapState inner(part.graph, part.to_part(state.sorted_members()), part.to_part(state.anchors()));
  const TeamResult result = team_search(inner, kicks, run.seed(), run, improved);
  state.move_to(part.to_graph(inner.sorted_members()));
  return result;
}

/// One search from a set: kicks and restarts in `part`, if there is one; a descent in the whole graph; its
/// check, and descents again while that finds an improvement.
template <class Objective>
Solution search_from(const Problem& problem, const HybridOptions& options, const VertexSet& start,
                     const std::optional<detail::SearchPart>& part, const RunContext& run) {
  SwapState state(problem.graph, start, problem.include);
  Objective objective(state);
  const hybrid::BinaryC constraint;
  const double target = detail::goal_of(problem).nearest();
  const int k = options.working_set.total();
  Rng block_draws(run.seed(), lode::detail::block_stream);
  Rng samples(run.seed(), lode::detail::stationarity_stream);
  Trace trace;
  std::uint64_t blocks = 0;
  StopReason reason = StopReason::converged;
  std::optional<StationarityReport> stationarity;
  const auto reached = [&](Weight weight, std::uint64_t block) {
    trace.push_back({run.elapsed(), weight, block});
    run.report("hybrid", weight, block);
  };
  reached(state.weight(), 0);
  if (part) {
    const TeamResult result = search_in_part(problem, options, *part, target, state, run, reached);
    blocks = result.blocks;
    reason = result.reason;
  }

  const auto descend_by = [&](auto rule, auto stop) {
    struct Observer {
      const std::function<void(std::uint64_t)> improved;
      const std::function<void(std::uint64_t)> tick;
    };
    const std::uint64_t limit =
        options.max_iterations > 0 ? options.max_iterations : std::numeric_limits<std::uint64_t>::max();
    const hybrid::DescentOptions descent{.theta = options.theta,
                                         .sigma = detail::mean_weight(problem.graph),
                                         .max_iterations = limit - std::min(limit, blocks),
                                         .stop_value = -2.0 * target};
    const hybrid::DescentResult result = hybrid::descend(
        objective, constraint, rule, stop, descent, block_draws, run,
        Observer{[&](std::uint64_t block) { reached(state.weight(), blocks + block); },
                 [&](std::uint64_t block) { run.report("hybrid", trace.back().weight, blocks + block); }});
    blocks += result.iterations;
    reason = result.reason;
  };
  while (reason == StopReason::converged) {
    if (options.stop == HybridStop::relative_decrease) {
      descend_by(hybrid::WorkingSets(constraint, options.working_set),
                 hybrid::RelativeDecreaseRule(options.epsilon, options.window));
    } else {
      using Ties = BucketWorkingSet::BucketTies;
      descend_by(BucketWorkingSet(options.working_set,
                                  options.working_set.random > 0 ? Ties::random : Ties::smallest),
                 hybrid::IdleRule(objective.size(), detail::last_idle_blocks(options, objective.size())));
    }
    if (reason != StopReason::converged || options.stationarity_blocks == 0) break;
    const hybrid::StationarityCheck check =
        hybrid::exchange_count(objective.size(), objective.support().size(), k) <= exhaustive_stationarity
            ? hybrid::exhaust_stationarity(objective, k, run)
            : hybrid::sample_stationarity(objective, constraint, hybrid::WorkingSets(constraint, {k, 0}),
                                          options.stationarity_blocks, samples, run);
    if (!check.complete) {
      reason = run.stop_reason();
      break;
    }
    const bool exhaustive = check.mode == hybrid::StationarityMode::exhaustive;
    using Mode = StationarityReport::Mode;
    stationarity = {k, exhaustive ? Mode::exhaustive : Mode::sampled, check.blocks, check.holds};
    if (check.holds || !options.repair_stationarity) break;
    objective.apply(check.set, check.changes);
    reached(state.weight(), blocks);
    stationarity.reset();
  }
  Solution solution = finish_solution(problem, state.sorted_members(), std::move(trace), reason, blocks, run);
  solution.stationarity = stationarity;
  LODE_ASSERT_LIGHT(!problem.graph.integral() || solution.weight == state.weight());
  return solution;
}

}  // namespace

Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run) {
  check_problem(problem, Anchors::kept);
  check_options(options);
  const StartKind kind = problem.start.value_or(options.start);
  VertexSet start;
  std::optional<detail::SearchPart> part;
  if (options.work > 0) {
    part = detail::choose_part(problem, {&problem.s, 1}, kind, run);
    start = part->starts.front();
  } else {
    start = make_start(problem, kind, run);
  }
  if (run.should_stop() || run.time_left() < seconds_per_vertex * problem.graph.num_vertices()) {
    const Weight weight = induced_totals(problem.graph, start).weight;
    return finish_solution(problem, start, {{run.elapsed(), weight, 0}}, run.stop_reason(), 0, run);
  }
  return problem.graph.weighted()
             ? search_from<GraphObjective<hybrid::DenseBlock>>(problem, options, start, part, run)
             : search_from<GraphObjective<hybrid::BitBlock>>(problem, options, start, part, run);
}

namespace detail {

std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return b > 0 && a > largest / b ? largest : a * b;
}

std::uint64_t team_work(const HybridOptions& options, const Graph& graph) {
  return std::min(options.work, capped_product(options.passes, graph.num_vertices() + graph.num_arcs()));
}

TeamOptions team_options(const HybridOptions& options, const Graph& whole, const SearchPart& part) {
  TeamOptions kicks{options};
  kicks.work = team_work(options, whole);
  kicks.core_order = part.order;
  return kicks;
}

std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices) {
  const auto block = static_cast<std::uint64_t>(options.working_set.total());
  const bool many = options.work > 0 && hybrid::automatic_idle_blocks(num_vertices, block) > most_idle_blocks;
  return options.idle == 0 && many ? most_idle_blocks : options.idle;
}

}  // namespace detail

}  // namespace lode::subgraph
