#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/hybrid/binary_c.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/hybrid/stop_rules.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/assert.hpp"
#include "core/options/option_table.hpp"
#include "core/stream_tags.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "hybrid/working_set_option.hpp"
#include "subgraph/connected/connected_search.hpp"
#include "subgraph/hybrid/curve/hybrid_curve.hpp"
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

const detail::OptionTable<HybridOptions>& hybrid_options() {
  using detail::at_least;
  constexpr double largest_window = 1e6;  // kept in memory
  constexpr double most_searchers = 64;   // as of kick_search
  static const detail::OptionTable<HybridOptions> table = {
      {"working-set", &HybridOptions::working_set,
       "Blocks of the descent: so many random and so many greedy vertices", "vertices",
       hybrid::working_set_form},
      {"theta", &HybridOptions::theta, "Proximal parameter of a descent without kicks", "", at_least(0.0)},
      {"stop",
       &HybridOptions::stop,
       "Rule that ends a descent; with kicks idle-blocks",
       {{"idle-blocks", HybridStop::idle_blocks}, {"relative-decrease", HybridStop::relative_decrease}}},
      {"epsilon", &HybridOptions::epsilon,
       "Mean relative decrease that ends a descent (stop relative-decrease)", "",
       detail::at_least_or_infinity(0.0)},
      {"window", &HybridOptions::window,
       "Blocks whose relative decrease is averaged (stop relative-decrease)", "blocks",
       detail::from_to(1, largest_window)},
      {"idle", &HybridOptions::idle,
       "Blocks in a row without a move that end a descent (stop idle-blocks); 0: by the size of the graph",
       "blocks", at_least(0)},
      {"max-iterations", &HybridOptions::max_iterations,
       "Blocks of a descent without kicks at most; 0: no limit", "blocks", at_least(0)},
      {"stationarity-blocks", &HybridOptions::stationarity_blocks,
       "Random blocks that check the answer, where not all exchanges are visited; 0: no check", "blocks",
       at_least(0)},
      {"work", &HybridOptions::work,
       "Arcs visited without an improvement before kicks and restarts end; 0: no kicks", "arcs", at_least(0)},
      {"passes", &HybridOptions::passes,
       "The same limit as work in visits of the whole graph; the smaller counts, none when work alone is "
       "given",
       "n + 2m", at_least(0)},
      {"block", &HybridOptions::block, "Block size of the descents between kicks", "vertices",
       detail::from_to(2, hybrid::max_block_size)},
      {"cluster", &HybridOptions::cluster, "Vertices exchanged by one kick at most", "vertices", at_least(1)},
      {"starts",
       &HybridOptions::starts,
       "all: kicks and restarts; first: kicks from the first start alone",
       {{"all", Starts::all}, {"first", Starts::first}}},
      {"searchers", &HybridOptions::searchers,
       "Independent searches that exchange their best and share the threads", "searches",
       detail::from_to(1, most_searchers)},
  };
  return table;
}

/// Refuses what the stop rule, or kicks, would leave without effect.
void check_effects(const HybridOptions& options) {
  const HybridOptions unset;
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  const bool kicks = options.work > 0;
  const MethodSettings given = hybrid_options().settings_between(unset, options);
  const auto refuse = [&](const char* name, const char* problem, const char* remedy) {
    if (const auto found = given.find(name); found != given.end()) {
      throw InvalidArgument(name, found->second, problem, remedy);
    }
  };
  if (kicks) {
    refuse("stop", "ends a descent, and the search goes on with kicks",
           "do without kicks, as presets descent and paper do");
  }
  if (paper_rule) {
    refuse("idle", "belongs to another stop rule", "use epsilon");
  } else {
    refuse("epsilon", "belongs to another stop rule", "use idle, or preset paper");
    refuse("window", "belongs to another stop rule", "use idle, or preset paper");
  }
  if (kicks) {
    refuse("max-iterations", "limits the blocks of a descent, and the search goes on with kicks",
           "use work, or preset descent or paper");
    refuse("theta", "is for descents, and the search goes on with kicks", "use preset descent or paper");
    return;
  }
  for (const char* name : {"block", "cluster", "searchers", "starts"}) {
    refuse(name, "is for kicks, and there are none", "use preset default, fast or thorough");
  }
}

}  // namespace

void check_options(const HybridOptions& options) {
  hybrid_options().check(options);
  check_effects(options);
}

MethodSettings settings_of(const HybridOptions& options) {
  check_options(options);
  std::optional<MethodSettings> least;
  for (const std::string_view name : hybrid_presets()) {
    const HybridOptions preset = hybrid_preset(name);
    // A preset without kicks cannot be given work, nor the other way round.
    if ((preset.work > 0) != (options.work > 0)) continue;
    if (preset.start != options.start || preset.repair_stationarity != options.repair_stationarity) continue;
    MethodSettings settings = hybrid_options().settings_between(preset, options);
    if (settings.contains("work")) settings["passes"] = std::to_string(options.passes);
    if (options.work == 0) settings.erase("passes");
    settings["preset"] = name;
    if (!least || settings.size() < least->size()) least = std::move(settings);
  }
  if (!least) {
    throw InvalidArgument("start or repair_stationarity", "as given", "is that of no such preset",
                          "name the start in the problem");
  }
  return *least;
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

namespace detail {
namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings) {
  const auto preset = settings.find("preset");
  const std::string name = preset == settings.end() ? "default" : preset->second;
  HybridOptions options = hybrid_preset(name);
  const auto refuse = [&](const char* setting, const std::string& kicks_are_missing) {
    throw InvalidArgument(setting, settings.find(setting)->second,
                          "limits kicks and restarts, which " + kicks_are_missing,
                          "use preset default, fast or thorough");
  };
  if (settings.contains("work")) {
    if (options.work == 0) refuse("work", "preset " + name + " does not have");
    options.passes = std::numeric_limits<std::uint64_t>::max();
  }
  options = hybrid_options().read(settings, options);
  if (settings.contains("passes") && options.work == 0) refuse("passes", "there are none of");
  return options;
}

/// About as much time as the kicks and restarts of the search without the demand take, whose blocks cost more
/// than the arcs they are charged for.
ConnectedSearchOptions connected_options(const HybridOptions& options, const Graph& graph) {
  constexpr std::uint64_t factor = 8;
  ConnectedSearchOptions connected;
  const std::uint64_t all = graph.num_vertices() + graph.num_arcs();
  connected.work = capped_product(factor, std::min(options.work, capped_product(options.passes, all)));
  return connected;
}

}  // namespace

MethodRow hybrid_row() {
  MethodRow row;
  row.name = "hybrid";
  row.summary = "block-k descent: small working sets solved to optimality; kicks and restarts";
  row.objective = "w(S)";
  row.guarantee = "block-k stationary, checked";
  row.cost = "O(n + m) + blocks x (k^2 + branch and bound + degrees moved)";
  row.source = "Yuan, Shen, Zheng, arXiv 1706.06493";
  row.presets.assign(hybrid_presets().begin(), hybrid_presets().end());
  std::vector<std::pair<std::string, HybridOptions>> presets;
  for (const std::string_view name : hybrid_presets()) presets.emplace_back(name, hybrid_preset(name));
  row.options = hybrid_options().infos(presets.front().second, presets);
  row.anchors = true;
  row.connected = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    const HybridOptions options = hybrid_options_from(settings);
    if (!problem.connected) return hybrid_search(problem, options, run);
    const auto unconnected = [&](const Problem& free, const RunContext& part) {
      return hybrid_search(free, options, part);
    };
    return solve_connected(problem, unconnected, connected_options(options, problem.graph), run);
  };
  row.solve_curve = [](const Problem& problem, std::span<const Vertex> sizes,
                       std::span<const double> upper_bounds, const MethodSettings& settings,
                       const RunContext& run) {
    const HybridOptions options = hybrid_options_from(settings);
    return options.work == 0 ? std::vector<Solution>()
                             : hybrid_curve(problem, sizes, upper_bounds, options, run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode
