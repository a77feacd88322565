#include "subgraph/hybrid/kick/confined_searcher.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>

#include "subgraph/hybrid/kick/outward_searcher.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

WorkingGraph confine(const Graph& graph, VertexSet within, std::span<const Vertex> core_order) {
  WorkingGraph working{induced_subgraph(graph, within), std::move(within), {}};
  for (const Vertex v : core_order) {
    const auto found = std::ranges::lower_bound(working.original, v);
    if (found == working.original.end() || *found != v) continue;
    working.order.push_back(static_cast<Vertex>(found - working.original.begin()));
  }
  return working;
}

/// The vertices 0 ... n-1.
VertexSet all_vertices(std::size_t n) {
  VertexSet all(n);
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
}

/// What a searcher inside needs, before the searcher itself.
struct Inside {
  Inside(const SwapState& outer, VertexSet within, std::span<const Vertex> core_order)
      : working(confine(outer.graph(), std::move(within), core_order)),
        everyone(1, all_vertices(working.original.size())),
        state(working.graph,
              filled_up(working.inward(outer.anchors()), everyone.front(),
                        outer.anchors().size() + outer.members().size()),
              working.inward(outer.anchors())) {}

  WorkingGraph working;
  std::vector<VertexSet> everyone;  ///< the one hint
  SwapState state;
};

class ConfinedSearcher final : private Inside, public OutwardSearcher {
 public:
  ConfinedSearcher(const SwapState& outer, VertexSet within, const SearcherTask& task, const RunContext& run,
                   SharedProgress& progress)
      : Inside(outer, std::move(within), task.core_order),
        OutwardSearcher(working.original, make_kick_searcher(state,
                                                             {.options = task.options,
                                                              .core_order = working.order,
                                                              .hints = {.hints = everyone},
                                                              .place = task.place,
                                                              .seed = task.seed},
                                                             run, progress)) {}
};

}  // namespace

std::unique_ptr<KickSearcher> make_confined_searcher(const SwapState& outer, VertexSet within,
                                                     const SearcherTask& task, const RunContext& run,
                                                     SharedProgress& progress) {
  return std::make_unique<ConfinedSearcher>(outer, std::move(within), task, run, progress);
}

}  // namespace lode::subgraph::detail
