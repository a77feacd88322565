#include <algorithm>
#include <cstdint>
#include <limits>

#include <lode/subgraph/hybrid.hpp>

#include "subgraph/connected/connected_search.hpp"
#include "subgraph/hybrid/curve/hybrid_curve.hpp"
#include "subgraph/hybrid/kick/hybrid_kicks.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {
namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  const std::string preset(reader.text("preset", "default"));
  HybridOptions options = hybrid_preset(preset);
  if (reader.has("working-set"))
    options.working_set = hybrid::parse_working_set(reader.text("working-set", ""));
  reader.read("theta", options.theta);
  reader.read("epsilon", options.epsilon);
  reader.read("idle", options.idle);
  reader.read("max-iterations", options.max_iterations);
  if (reader.has("work") && options.work == 0) {
    throw InvalidArgument("work", std::string(reader.text("work", "")),
                          "limits kicks and restarts, which preset " + preset + " does not have",
                          "use preset default, fast or thorough");
  }
  reader.read("work", options.work);
  if (reader.has("work")) options.passes = std::numeric_limits<std::uint64_t>::max();
  reader.read("block", options.block);
  reader.read("cluster", options.cluster);
  reader.read("searchers", options.searchers);
  const std::string_view starts = reader.text("starts", "all");
  if (starts != "all" && starts != "first") {
    throw InvalidArgument("starts", std::string(starts), "is not known", "use all or first");
  }
  options.restarts = starts == "all";
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
  row.settings = {"working-set", "theta", "epsilon", "idle",   "max-iterations",
                  "work",        "block", "cluster", "starts", "searchers"};
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

}  // namespace lode::detail
