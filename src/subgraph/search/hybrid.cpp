#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/search/hybrid_team.hpp"
#include "subgraph/state/bucket_working_set.hpp"
#include "subgraph/state/graph_objective.hpp"

namespace lode::subgraph {
namespace {

/// The states of a search are made without a look at the clock: 20 to 60 ns per vertex each, measured on a
/// graph of 4,000,000 vertices.
constexpr double seconds_per_vertex = 1e-7;

/// The dense decomposition takes about as long as visiting all arcs so many times (ca-HepPh: 60 ms).
constexpr std::uint64_t hint_passes = 40;

/// The most idle blocks of a last descent that takes its own number (hybrid.hpp promises it).
constexpr std::uint64_t most_idle_blocks = 100'000;

/// Searches by a team from the set of `state`, a state of problem.graph, in the working graph that holds it,
/// until the goal is met. Hints are those of the problem; without them, and without weights, the layers of
/// the working graph's dense decomposition.
TeamResult search_in_part(const Problem& problem, const HybridOptions& options,
                          const detail::WorkingGraph& working, Weight goal, SwapState& state,
                          const RunContext& run, const ImprovementSink& improved) {
  TeamOptions kicks = detail::team_options(options, problem.graph, working);
  kicks.target = goal;
  for (VertexSet hint : problem.hints) {
    std::sort(hint.begin(), hint.end());
    kicks.hints.push_back(working.part_inside(hint));
  }
  if (!problem.graph.weighted()) {  // flows over real weights may take long
    kicks.more_hints = [&] {
      return layers_around(densest_layers(working.graph, problem.s, run), problem.s);
    };
    kicks.hint_work = hint_passes * working.graph.num_arcs();
  }
  if (working.whole()) return team_search(state, kicks, run.seed(), run, improved);
  SwapState inner(working.graph, working.inward(state.sorted_members()), working.inward(state.anchors()));
  const TeamResult result = team_search(inner, kicks, run.seed(), run, improved);
  state.move_to(working.outward(inner.sorted_members()));
  return result;
}

template <class Objective>
hybrid::StationarityCheck check_stationarity(Objective& objective, const hybrid::BinaryC& constraint, int k,
                                             std::uint64_t blocks, Rng& rng, const RunContext& run) {
  const double exchanges = hybrid::exchange_count(objective.size(), objective.support().size(), k);
  return exchanges <= exhaustive_stationarity
             ? hybrid::exhaust_stationarity(objective, k, run)
             : hybrid::sample_stationarity(objective, constraint, k, blocks, rng, run);
}

StationarityReport to_report(const hybrid::StationarityCheck& check, int k) {
  StationarityReport report;
  report.k = k;
  report.mode = check.mode == hybrid::StationarityMode::exhaustive ? StationarityReport::Mode::exhaustive
                                                                   : StationarityReport::Mode::sampled;
  report.blocks = check.blocks;
  report.holds = check.holds;
  return report;
}

/// One search from the set of a state.
template <class Objective>
class HybridSearch {
 public:
  HybridSearch(const Problem& problem, const HybridOptions& options, SwapState& state, const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        state_(state),
        objective_(state),
        goal_(detail::goal_of(problem)),
        // Descents never lower the weight, and stop at the goal by themselves.
        best_(hybrid::Goal{}, detail::any_gain, "hybrid", run),
        blocks_(run.seed(), lode::detail::block_stream),
        samples_(run.seed(), lode::detail::stationarity_stream) {
    record(0);
  }

  /// Kicks and restarts in `part`, if there is one; a descent in the whole graph; its check, and descents
  /// again while that finds an improvement.
  void run(const std::optional<detail::WorkingGraph>& part) {
    if (part) kick(*part);
    while (reason_ == StopReason::converged) {
      descend();
      if (reason_ != StopReason::converged || options_.stationarity_blocks == 0) return;
      const hybrid::StationarityCheck check =
          check_stationarity(objective_, constraint_, options_.working_set.total(),
                             options_.stationarity_blocks, samples_, run_);
      if (!check.complete) {
        reason_ = run_.stop_reason();
        return;
      }
      stationarity_ = to_report(check, options_.working_set.total());
      if (check.holds || !options_.repair_stationarity) return;
      objective_.apply(check.set, check.changes);
      record(blocks_done_);
      stationarity_.reset();
    }
  }

  Solution solution() {
    Solution solution =
        finish_solution(problem_, state_.sorted_members(), best_.take_trace(), reason_, blocks_done_, run_);
    solution.stationarity = stationarity_;
    LODE_ASSERT_LIGHT(!problem_.graph.integral() || solution.weight == state_.weight());
    return solution;
  }

 private:
  void record(std::uint64_t block) { reached(state_.weight(), block); }
  void reached(Weight weight, std::uint64_t block) {
    best_.record(weight, block);
    best_.report(block);
  }

  void kick(const detail::WorkingGraph& part) {
    const TeamResult result =
        search_in_part(problem_, options_, part, goal_.nearest(), state_, run_,
                       [this](Weight weight, std::uint64_t block) { reached(weight, block); });
    blocks_done_ = result.blocks;
    reason_ = result.reason;
  }

  void descend() {
    if (options_.stop == HybridStop::relative_decrease) {
      hybrid::BalancedWorkingSet rule(options_.working_set);
      hybrid::RelativeDecreaseRule stop(options_.epsilon, options_.window);
      descend_by(rule, stop);
    } else {
      const auto ties = options_.working_set.random > 0 ? BucketWorkingSet::BucketTies::random
                                                        : BucketWorkingSet::BucketTies::smallest;
      BucketWorkingSet rule(options_.working_set, ties);
      hybrid::IdleRule stop(objective_.size(), detail::last_idle_blocks(options_, objective_.size()));
      descend_by(rule, stop);
    }
  }

  struct Observer {
    HybridSearch& search;
    void improved(std::uint64_t block) { search.record(search.blocks_done_ + block); }
    void tick(std::uint64_t block) { search.best_.report(search.blocks_done_ + block); }
  };

  template <class Rule, class Stop>
  void descend_by(Rule& rule, Stop& stop) {
    const std::uint64_t limit =
        options_.max_iterations > 0 ? options_.max_iterations : std::numeric_limits<std::uint64_t>::max();
    const hybrid::DescentOptions descent{.theta = options_.theta,
                                         .sigma = detail::mean_weight(problem_.graph),
                                         .max_iterations = limit - std::min(limit, blocks_done_),
                                         .stop_value = -2.0 * goal_.nearest()};
    const hybrid::DescentResult result =
        hybrid::descend(objective_, constraint_, rule, stop, descent, blocks_, run_, Observer{*this});
    blocks_done_ += result.iterations;
    reason_ = result.reason;
  }

  const Problem& problem_;
  const HybridOptions& options_;
  const RunContext& run_;
  SwapState& state_;
  Objective objective_;
  hybrid::BinaryC constraint_;
  const hybrid::Goal goal_;
  hybrid::Incumbent best_;
  Rng blocks_;
  Rng samples_;
  StopReason reason_ = StopReason::converged;
  std::uint64_t blocks_done_ = 0;
  std::optional<StationarityReport> stationarity_;
};

template <class Objective>
Solution search_from(const Problem& problem, const HybridOptions& options, const VertexSet& start,
                     const std::optional<detail::WorkingGraph>& part, const RunContext& run) {
  SwapState state(problem.graph, start, problem.include);
  HybridSearch<Objective> search(problem, options, state, run);
  search.run(part);
  return search.solution();
}

}  // namespace

Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run) {
  check_problem(problem, Anchors::kept);
  check_options(options);
  const StartKind kind = problem.start.value_or(options.start);
  VertexSet start;
  std::optional<detail::WorkingGraph> part;
  if (options.work > 0) {
    detail::SearchPart chosen = detail::choose_part(problem, {&problem.s, 1}, kind, run);
    start = std::move(chosen.starts.front());
    part = std::move(chosen.working);
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

TeamOptions team_options(const HybridOptions& options, const Graph& whole, const WorkingGraph& working) {
  TeamOptions kicks;
  kicks.block = options.block;
  kicks.cluster = options.cluster;
  kicks.starts = options.starts;
  kicks.searchers = options.searchers;
  const std::uint64_t size = whole.num_vertices() + whole.num_arcs();
  kicks.work = std::min(options.work, capped_product(options.passes, size));
  kicks.core_order = working.order;
  return kicks;
}

std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices) {
  const auto block = static_cast<std::uint64_t>(options.working_set.total());
  const bool many = options.work > 0 && hybrid::automatic_idle_blocks(num_vertices, block) > most_idle_blocks;
  return options.idle == 0 && many ? most_idle_blocks : options.idle;
}

}  // namespace detail

}  // namespace lode::subgraph
