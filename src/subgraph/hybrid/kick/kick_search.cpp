#include "subgraph/hybrid/kick/kick_search.hpp"

#include <cmath>
#include <string>

#include <lode/core/error.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/hybrid/kick/kick_records.hpp"
#include "subgraph/hybrid/kick/team.hpp"

namespace lode::subgraph {
namespace {

const lode::detail::OptionTable<KickSearchOptions>& kick_search_options() {
  const detail::KickRecords<KickSearchOptions> kicks;
  static const lode::detail::OptionTable<KickSearchOptions> table = {kicks.block, kicks.cluster, kicks.starts,
                                                                     kicks.searchers};
  return table;
}

void check_core_order(std::span<const Vertex> order, const Graph& graph) {
  const Vertex n = graph.num_vertices();
  if (!order.empty() && order.size() != n) {
    throw InvalidArgument("core order", std::to_string(order.size()) + " vertices",
                          "must hold all " + std::to_string(n));
  }
  for (const Vertex v : order) {
    if (v >= n) throw InvalidArgument("core order", std::to_string(v), "does not exist");
  }
}

}  // namespace

void check_options(const KickSearchOptions& options) {
  kick_search_options().check(options);
  if (std::isnan(options.target))
    throw InvalidArgument("target", "NaN", "must be a number, or infinity for none");
}

KickSearchResult kick_search(SwapState& state, const KickSearchOptions& options, std::uint64_t seed,
                             const RunContext& run, const ImprovementSink& improved) {
  check_options(options);
  detail::check_hints(options.hints, state.graph());
  check_core_order(options.core_order, state.graph());
  if (state.outsiders().empty() || state.members().empty()) return {};
  const ImprovementSink silent = [](Weight, std::uint64_t) {};
  return detail::KickTeam(state, options, seed, run, improved ? improved : silent).search();
}

}  // namespace lode::subgraph
