#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <lode/core/error.hpp>
#include <lode/hybrid/block.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "hybrid/working_set_option.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/curve/hybrid_curve.hpp"
#include "subgraph/search/team/team.hpp"

namespace lode::subgraph {
namespace {

/// The work of presets fast and thorough, against that of default (hybrid.hpp promises it).
constexpr std::uint64_t fast_divisor = 10;
constexpr std::uint64_t thorough_factor = 50;

/// Independent searches at most. With two more that follow hints, all have a stream of random numbers
/// (stream_tags.hpp).
constexpr int most_searchers = 64;

const lode::detail::OptionTable<HybridOptions>& hybrid_options() {
  using lode::detail::at_least;
  constexpr double largest_window = 1e6;  // kept in memory
  static const lode::detail::OptionTable<HybridOptions> table = {
      {"working-set", &HybridOptions::working_set,
       "How many random and how many greedy vertices each block of the descent has", "vertices",
       hybrid::working_set_form},
      {"theta", &HybridOptions::theta,
       "Weight of the proximal term, which makes large moves costly; only without kicks", "",
       lode::detail::at_least(0.0)},
      {"stop",
       &HybridOptions::stop,
       "Which rule ends a descent; a search with kicks takes idle-blocks",
       {{"idle-blocks", HybridStop::idle_blocks}, {"relative-decrease", HybridStop::relative_decrease}}},
      {"epsilon", &HybridOptions::epsilon,
       "A descent ends when its mean relative decrease is at most this (stop relative-decrease)", "",
       lode::detail::at_least_or_infinity(0.0)},
      {"window", &HybridOptions::window,
       "Number of latest blocks whose relative decrease is averaged (stop relative-decrease)", "blocks",
       lode::detail::from_to(1, largest_window)},
      {"idle", &HybridOptions::idle,
       "A descent ends after so many blocks in a row without a move (stop idle-blocks); 0: lode chooses",
       "blocks", lode::detail::at_least(0)},
      {"max-iterations", &HybridOptions::max_iterations,
       "Largest number of blocks of a descent without kicks; 0: no limit", "blocks",
       lode::detail::at_least(0)},
      {"stationarity-blocks", &HybridOptions::stationarity_blocks,
       "Random blocks that check the answer where too many exchanges exist to visit all; 0: no check",
       "blocks", lode::detail::at_least(0)},
      {"work", &HybridOptions::work,
       "Kicks and restarts end after so many arcs visited without an improvement; 0: no kicks", "arcs",
       lode::detail::at_least(0)},
      {"passes", &HybridOptions::passes,
       "The limit work in visits of the whole graph; the smaller one counts; no limit if only work is given",
       "n + 2m", lode::detail::at_least(0)},
      {"block", &HybridOptions::block, "Number of vertices in a block of the descents between kicks",
       "vertices", lode::detail::from_to(2, hybrid::max_block_size)},
      {"cluster", &HybridOptions::cluster, "Largest number of vertices that one kick exchanges", "vertices",
       lode::detail::at_least(1)},
      {"starts",
       &HybridOptions::starts,
       "all: the search also restarts from new starts; first: it kicks from the first start alone",
       {{"all", Starts::all}, {"first", Starts::first}}},
      {"searchers", &HybridOptions::searchers,
       "Number of independent searches, which share their best set and the threads", "searches",
       lode::detail::from_to(1, most_searchers)},
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
    refuse("stop", "is a rule to end a descent, but the search goes on with kicks",
           "choose a preset without kicks: descent or paper");
  }
  if (paper_rule) {
    refuse("idle", "has no effect under this stop rule", "use epsilon");
  } else {
    refuse("epsilon", "has no effect under this stop rule", "use idle, or preset paper");
    refuse("window", "has no effect under this stop rule", "use idle, or preset paper");
  }
  if (kicks) {
    refuse("max-iterations", "limits the blocks of a descent, but the search goes on with kicks",
           "limit the search by work, or choose preset descent or paper");
    refuse("theta", "has an effect only without kicks, and this search kicks", "use preset descent or paper");
    return;
  }
  for (const char* name : {"block", "cluster", "searchers", "starts"}) {
    refuse(name, "has an effect only with kicks, and this search does not kick",
           "use preset default, fast or thorough");
  }
}

}  // namespace

void check_options(const HybridOptions& options) {
  hybrid_options().check(options);
  check_effects(options);
}

const std::vector<std::string_view>& hybrid_presets() {
  static const std::vector<std::string_view> names = {"default", "fast", "thorough", "descent", "paper"};
  return names;
}

HybridOptions hybrid_preset(std::string_view name) {
  HybridOptions options;
  if (name == "default") return options;
  if (name == "fast") {
    options.work /= fast_divisor;
    options.passes /= fast_divisor;
    return options;
  }
  if (name == "thorough") {
    options.work *= thorough_factor;
    options.passes *= thorough_factor;
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
std::uint64_t connected_work(const HybridOptions& options, const Graph& graph) {
  constexpr std::uint64_t factor = 6;
  const std::uint64_t all = graph.num_vertices() + graph.num_arcs();
  return capped_product(factor, std::min(options.work, capped_product(options.passes, all)));
}

}  // namespace

MethodRow hybrid_row() {
  MethodRow row;
  row.name = "hybrid";
  row.summary =
      "Improves a set by exact solutions of small blocks and by exchanges; kicks and restarts find further "
      "sets";
  row.objective = "w(S)";
  row.guarantee = "Block-k stationary as far as its check says";
  row.cost = "O(n + m), and for each block k^2 + branch and bound + the degrees of the vertices moved";
  row.source = "Yuan, Shen, Zheng, arXiv 1706.06493";
  row.presets.assign(hybrid_presets().begin(), hybrid_presets().end());
  std::vector<std::pair<std::string, HybridOptions>> presets;
  for (const std::string_view name : hybrid_presets()) presets.emplace_back(name, hybrid_preset(name));
  row.options = hybrid_options().infos(presets.front().second, presets);
  row.signs = true;
  row.anchors = true;
  row.connected = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    const HybridOptions options = hybrid_options_from(settings);
    if (!problem.connected) return hybrid_search(problem, options, run);
    const auto unconnected = [&](const Problem& free, const RunContext& part) {
      return hybrid_search(free, options, part);
    };
    return solve_connected(problem, unconnected, connected_work(options, problem.graph), run);
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

}  // namespace lode::subgraph
