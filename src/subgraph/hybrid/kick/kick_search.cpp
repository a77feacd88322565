#include "subgraph/hybrid/kick/kick_search.hpp"

#include <cmath>
#include <string>

#include <lode/core/error.hpp>

#include "subgraph/hybrid/kick/team.hpp"

namespace lode::subgraph {
namespace {

/// A block is a word of bits.
constexpr int largest_kick_block = 64;
/// With two more that follow hints, all have a stream of random numbers (stream_tags.hpp).
constexpr int most_searchers = 64;

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
  if (options.block < 2 || options.block > largest_kick_block) {
    throw InvalidArgument("block", std::to_string(options.block),
                          "must be between 2 and " + std::to_string(largest_kick_block));
  }
  if (options.searchers < 1 || options.searchers > most_searchers) {
    throw InvalidArgument("searchers", std::to_string(options.searchers),
                          "must be between 1 and " + std::to_string(most_searchers));
  }
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
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
