#include <limits>
#include <string>

#include <lode/core/error.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/working_set.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/curve/hybrid_curve.hpp"
#include "subgraph/search/team.hpp"

namespace lode::subgraph {
namespace {

/// Independent searches at most. With two more that follow hints, all have a stream of random numbers
/// (stream_tags.hpp).
constexpr int most_searchers = 64;

/// The remedy for a setting of kicks in a search without kicks.
constexpr const char* with_kicks = "use preset default, fast or thorough";

const lode::detail::OptionTable<HybridOptions>& hybrid_options() {
  using lode::detail::at_least;
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
       lode::detail::from_to(1, 1e6)},
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

/// Refuses settings that kicks, or the rule that ends a descent, would leave without effect.
void check_effects(const HybridOptions& options) {
  const bool kicks = options.work > 0;
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  struct Setting {
    const char* name;
    bool has_effect;
    const char* problem;
    const char* remedy;
  };
  constexpr const char* needs_kicks = "has no effect without kicks (work is 0)";
  constexpr const char* without_kicks = "has no effect when the search kicks (work > 0)";
  constexpr const char* other_rule = "has no effect under this stop rule";
  const MethodSettings given = hybrid_options().settings_between({}, options);
  for (const Setting& setting : {
           Setting{"stop", !kicks, without_kicks, "use preset descent or paper"},
           Setting{"idle", !paper_rule, other_rule, "use epsilon"},
           Setting{"epsilon", paper_rule, other_rule, "use idle, or preset paper"},
           Setting{"window", paper_rule, other_rule, "use idle, or preset paper"},
           Setting{"max-iterations", !kicks, without_kicks, "limit the search by work"},
           Setting{"theta", !kicks, without_kicks, "use preset descent or paper"},
           Setting{"block", kicks, needs_kicks, with_kicks},
           Setting{"cluster", kicks, needs_kicks, with_kicks},
           Setting{"searchers", kicks, needs_kicks, with_kicks},
           Setting{"starts", kicks, needs_kicks, with_kicks},
       }) {
    const auto found = given.find(setting.name);
    if (setting.has_effect || found == given.end()) continue;
    throw InvalidArgument(setting.name, found->second, setting.problem, setting.remedy);
  }
}

/// The presets in the order in which users see them.
const std::vector<std::pair<std::string, HybridOptions>>& preset_table() {
  const HybridOptions usual;
  static const std::vector<std::pair<std::string, HybridOptions>> table = {
      {"default", usual},
      {"fast", {.work = usual.work / 10, .passes = usual.passes / 10}},
      {"thorough", {.work = usual.work * 50, .passes = usual.passes * 50}},
      {"descent", {.work = 0}},
      {"paper",
       {.start = StartKind::random,
        .theta = 1e-3,
        .stop = HybridStop::relative_decrease,
        .max_iterations = 1000,
        .work = 0,
        .repair_stationarity = false}},
  };
  return table;
}

}  // namespace

void check_options(const HybridOptions& options) {
  hybrid_options().check(options);
  check_effects(options);
}

const std::vector<std::string_view>& hybrid_presets() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const auto& preset : preset_table()) all.emplace_back(preset.first);
    return all;
  }();
  return names;
}

HybridOptions hybrid_preset(std::string_view name) {
  for (const auto& [preset, options] : preset_table()) {
    if (preset == name) return options;
  }
  throw InvalidArgument("preset", std::string(name), "is not known",
                        "use " + lode::detail::list_of(hybrid_presets()));
}

namespace detail {
namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings) {
  const auto preset = settings.find("preset");
  HybridOptions options = hybrid_preset(preset == settings.end() ? "default" : preset->second);
  if (settings.contains("work")) options.passes = std::numeric_limits<std::uint64_t>::max();
  options = hybrid_options().read(settings, options);
  if (const auto passes = settings.find("passes"); passes != settings.end() && options.work == 0) {
    throw InvalidArgument("passes", passes->second, "has no effect without kicks (work is 0)", with_kicks);
  }
  return options;
}

}  // namespace

MethodRow hybrid_row() {
  MethodRow row{
      .name = "hybrid",
      .summary =
          "Improves a set by exact solutions of small blocks and by exchanges; kicks and restarts find "
          "further sets",
      .objective = "w(S)",
      .guarantee = "Block-k stationary as far as its check says",
      .cost = "O(n + m), and for each block k^2 + branch and bound + the degrees of the vertices moved",
      .source = "Yuan, Shen, Zheng, arXiv 1706.06493",
      .presets = hybrid_presets(),
      .options = hybrid_options().infos({}, preset_table()),
      .signs = true,
      .anchors = true,
      .connected = true};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    const HybridOptions options = hybrid_options_from(settings);
    const auto search = [&](const Problem& inner, const RunContext& part) {
      return hybrid_search(inner, options, part);
    };
    if (!problem.connected) return search(problem, run);
    // A connected search gets about the time of the search without the demand, whose blocks cost more than
    // the arcs they are charged for.
    const std::uint64_t work = team_work(options, problem.graph);
    return solve_connected(problem, search, capped_product(6, work), run);
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
