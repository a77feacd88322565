#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/hybrid/binary_c.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/hybrid/stop_rules.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "subgraph/hybrid/kick/hybrid_kicks.hpp"
#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/bucket_working_set.hpp"
#include "subgraph/state/graph_objective.hpp"

namespace lode {
namespace {

/// The dense decomposition takes about as long as visiting all arcs so many times.
constexpr std::uint64_t hint_passes = 16;

class Tracer {
 public:
  Tracer(const SwapState& state, const RunContext& run) : state_(state), run_(run) { improved(0); }
  void begin_round(std::uint64_t done) { done_ = done; }
  void improved(std::uint64_t iteration) { reached(state_.weight(), iteration); }
  void reached(Weight weight, std::uint64_t iteration) {
    trace_.push_back({run_.elapsed(), weight, done_ + iteration});
    tick(iteration);
  }
  void tick(std::uint64_t iteration) { run_.report("hybrid", trace_.back().weight, done_ + iteration); }
  Trace take() { return std::move(trace_); }

 private:
  const SwapState& state_;
  const RunContext& run_;
  std::uint64_t done_ = 0;
  Trace trace_;
};

double mean_weight(const Graph& graph) {
  if (!graph.weighted() || graph.num_edges() == 0) return 1.0;
  return graph.total_weight() / static_cast<double>(graph.num_edges());
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

/// One search: descent, check, and descent again where the check found an improvement.
template <class Objective>
class Searcher {
 public:
  Searcher(const Problem& problem, const HybridOptions& options, SwapState& state,
           std::optional<detail::WorkingGraph> working, const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        state_(state),
        working_(std::move(working)),
        objective_(state),
        tracer_(state, run),
        blocks_(run.seed(), detail::block_stream),
        samples_(run.seed(), detail::stationarity_stream) {
    const double limit = detail::proving_weight(problem.graph, problem.upper_bound);
    descent_.theta = options.theta;
    descent_.sigma = mean_weight(problem.graph);
    descent_.stop_value = -2.0 * std::min(problem.target, limit);
  }

  void run() {
    if (!escape()) return;
    for (;;) {
      reason_ = descend_once();
      if (reason_ != StopReason::converged || options_.stationarity_blocks == 0) return;
      const hybrid::StationarityCheck check =
          check_stationarity(objective_, constraint_, options_.working_set.total(),
                             options_.stationarity_blocks, samples_, run_);
      if (!check.complete) {
        reason_ = run_.stop_reason();
        return;
      }
      report_ = to_report(check, options_.working_set.total());
      if (check.holds || !options_.repair_stationarity) return;
      objective_.apply(check.set, check.changes);
      tracer_.improved(0);
      report_.reset();
    }
  }

  StopReason reason() const { return reason_; }
  std::uint64_t iterations() const { return iterations_; }
  std::optional<StationarityReport> report() const { return report_; }
  Trace take_trace() { return tracer_.take(); }

 private:
  /// Kicks and restarts; false when the run ends with them.
  bool escape() {
    if (!working_) return true;
    KickSearchOptions kicks = detail::kick_options(options_, state_.graph());
    kicks.core_order = working_->order;
    for (VertexSet hint : problem_.hints) {
      std::sort(hint.begin(), hint.end());
      kicks.hints.push_back(working_->part_inside(hint));
    }
    if (!state_.graph().weighted()) {  // flows over real weights may take long
      kicks.more_hints = [&] {
        return layers_around(densest_layers(working_->graph, problem_.s, run_), problem_.s);
      };
      kicks.hint_work = hint_passes * working_->graph.num_arcs();
    }
    kicks.target = -descent_.stop_value / 2.0;
    const auto improved = [&](Weight weight, std::uint64_t block) { tracer_.reached(weight, block); };
    KickSearchResult result;
    if (working_->whole()) {
      result = kick_search(state_, kicks, run_.seed(), run_, improved);
    } else {
      SwapState inner(working_->graph, working_->inward(state_.sorted_members()),
                      working_->inward(state_.anchors()));
      result = kick_search(inner, kicks, run_.seed(), run_, improved);
      state_.move_to(working_->outward(inner.sorted_members()));
    }
    iterations_ = result.blocks;
    reason_ = result.reason;
    return reason_ == StopReason::converged;
  }

  StopReason descend_once() {
    tracer_.begin_round(iterations_);
    const auto limit =
        options_.max_iterations > 0 ? options_.max_iterations : std::numeric_limits<std::uint64_t>::max();
    descent_.max_iterations = limit - std::min(limit, iterations_);
    hybrid::DescentResult result;
    if (options_.stop == HybridStop::relative_decrease) {
      hybrid::BalancedWorkingSet rule(options_.working_set);
      hybrid::RelativeDecreaseRule stop(options_.epsilon, options_.window);
      result = hybrid::descend(objective_, constraint_, rule, stop, descent_, blocks_, run_, tracer_);
    } else {
      const auto ties = options_.working_set.random > 0 ? BucketWorkingSet::BucketTies::random
                                                        : BucketWorkingSet::BucketTies::smallest;
      BucketWorkingSet rule(options_.working_set, ties);
      hybrid::IdleRule stop(objective_.size(), detail::last_idle_blocks(options_, objective_.size()));
      result = hybrid::descend(objective_, constraint_, rule, stop, descent_, blocks_, run_, tracer_);
    }
    iterations_ += result.iterations;
    tracer_.begin_round(iterations_);
    return result.reason;
  }

  const Problem& problem_;
  const HybridOptions& options_;
  const RunContext& run_;
  SwapState& state_;
  std::optional<detail::WorkingGraph> working_;  ///< for the kicks, if there are to be any
  Objective objective_;
  hybrid::BinaryC constraint_;
  Tracer tracer_;
  Rng blocks_;
  Rng samples_;
  hybrid::DescentOptions descent_;
  StopReason reason_ = StopReason::converged;
  std::uint64_t iterations_ = 0;
  std::optional<StationarityReport> report_;
};

template <class Objective>
Solution search(const Problem& problem, const HybridOptions& options, SwapState& state,
                std::optional<detail::WorkingGraph> working, const RunContext& run) {
  Searcher<Objective> searcher(problem, options, state, std::move(working), run);
  searcher.run();
  Solution solution = finish_solution(problem, state.sorted_members(), searcher.take_trace(),
                                      searcher.reason(), searcher.iterations(), run);
  solution.stationarity = searcher.report();
  LODE_ASSERT_LIGHT(!problem.graph.integral() || solution.weight == state.weight());
  return solution;
}

/// Refuses what the stop rule, or kicks, would leave without effect.
void check_effects(const HybridOptions& options) {
  const HybridOptions unset;
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  const bool kicks = options.work > 0;
  if (paper_rule && kicks) {
    throw InvalidArgument("stop", "relative decrease", "ends a descent, and the search goes on with kicks",
                          "do without kicks, as presets descent and paper do");
  }
  if (paper_rule && options.idle != unset.idle) {
    throw InvalidArgument("idle", std::to_string(options.idle), "belongs to another stop rule",
                          "use epsilon");
  }
  if (!paper_rule && (options.epsilon != unset.epsilon || options.window != unset.window)) {
    throw InvalidArgument("epsilon", fmt::format("{} over {} blocks", options.epsilon, options.window),
                          "belongs to another stop rule", "use idle, or preset paper");
  }
  if (kicks && options.max_iterations > 0) {
    throw InvalidArgument("max-iterations", std::to_string(options.max_iterations),
                          "limits the blocks of a descent, and the search goes on with kicks",
                          "use work, or preset descent or paper");
  }
  if (kicks && options.theta != unset.theta) {
    throw InvalidArgument("theta", fmt::format("{}", options.theta),
                          "is for descents, and the search goes on with kicks",
                          "use preset descent or paper");
  }
  if (kicks) return;
  const auto refuse = [](const char* name, const std::string& value) {
    throw InvalidArgument(name, value, "is for kicks, and there are none",
                          "use preset default, fast or thorough");
  };
  if (options.block != unset.block) refuse("block", std::to_string(options.block));
  if (options.cluster != unset.cluster) refuse("cluster", std::to_string(options.cluster));
  if (options.searchers != unset.searchers) refuse("searchers", std::to_string(options.searchers));
  if (!options.restarts) refuse("starts", "first");
}

}  // namespace

void check_options(const HybridOptions& options) {
  if (!(options.theta >= 0.0) || options.theta == std::numeric_limits<double>::infinity()) {
    throw InvalidArgument("theta", fmt::format("{}", options.theta), "must be a finite number >= 0");
  }
  hybrid::check_working_set(options.working_set);
  if (std::isnan(options.epsilon) || options.epsilon < 0.0) {
    throw InvalidArgument("epsilon", fmt::format("{}", options.epsilon), "must be a number >= 0");
  }
  constexpr std::uint64_t largest_window = 1'000'000;
  if (options.window < 1 || options.window > largest_window) {
    throw InvalidArgument("window", std::to_string(options.window),
                          fmt::format("must be between 1 and {}", largest_window));
  }
  check_effects(options);
  if (options.work == 0) return;
  KickSearchOptions kicks;
  kicks.block = options.block;
  kicks.cluster = options.cluster;
  kicks.searchers = options.searchers;
  check_options(kicks);
}

const std::vector<std::string_view>& hybrid_presets() {
  static const std::vector<std::string_view> names = {"default", "fast", "thorough", "descent", "paper"};
  return names;
}

HybridOptions hybrid_preset(std::string_view name) {
  HybridOptions options;
  if (name == "default") return options;
  if (name == "fast") {
    options.work /= 10;
    options.passes /= 10;
    return options;
  }
  if (name == "thorough") {
    options.work *= 50;
    options.passes *= 50;
    return options;
  }
  if (name == "descent") {
    options.work = 0;
    return options;
  }
  if (name == "paper") {
    options.work = 0;
    options.start = StartKind::random;
    options.theta = 1e-3;
    options.stop = HybridStop::relative_decrease;
    options.max_iterations = 1000;
    options.repair_stationarity = false;
    return options;
  }
  throw InvalidArgument("preset", std::string(name), "is not known",
                        "use default, fast, thorough, descent or paper");
}

Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run) {
  check_problem(problem, Anchors::kept);
  check_options(options);
  const StartKind kind = problem.start.value_or(options.start);
  VertexSet start;
  std::optional<detail::WorkingGraph> working;
  if (options.work == 0) {
    start = make_start(problem, kind, run.seed());
  } else if (kind == StartKind::peeling && problem.include.empty()) {
    detail::PeeledGraph peeled = detail::peeled_graph(problem, problem.s, problem.s, run);
    const VertexSet last = detail::last_of(peeled.cores.order, problem.s);
    start = peeled.outward(last);
    working = detail::make_working_graph(std::move(peeled), last);
  } else {
    start = make_start(problem, kind, run.seed());
    working = detail::make_working_graph({problem.graph, detail::core_order(problem.graph), nullptr}, start);
  }
  SwapState state(problem.graph, start, problem.include);
  return problem.graph.weighted()
             ? search<GraphObjective<hybrid::DenseBlock>>(problem, options, state, std::move(working), run)
             : search<GraphObjective<hybrid::BitBlock>>(problem, options, state, std::move(working), run);
}

}  // namespace lode
