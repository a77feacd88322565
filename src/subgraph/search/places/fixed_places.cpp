#include "subgraph/search/places/fixed_places.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>

#include "subgraph/part/renumbering.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/search/moves/block_kicks.hpp"
#include "subgraph/search/moves/tabu_searcher.hpp"
#include "subgraph/search/places/dense_rows.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of so many vertices stay in the last cache, 4 MB in all; sets of more than a quarter have larger
/// ones.
constexpr std::size_t least_core_vertices = 2048;

std::size_t core_vertices(const SwapState& outer) {
  return std::max<std::size_t>(least_core_vertices, vertices_per_member * outer.size());
}

/// Arcs between vertices of `within`, increasing.
ArcIndex arcs_inside(const Graph& graph, const VertexSet& within) {
  std::vector<bool> inside(graph.num_vertices(), false);
  for (const Vertex v : within) inside[v] = true;
  ArcIndex arcs = 0;
  for (const Vertex v : within) {
    for (const Vertex u : graph.neighbors(v)) arcs += inside[u];
  }
  return arcs;
}

/// Some vertices of a core order, in that order, under their numbers in a part.
VertexSet order_inside(const VertexSet& original, std::span<const Vertex> core_order) {
  VertexSet order;
  for (const Vertex v : core_order) {
    const auto found = std::ranges::lower_bound(original, v);
    if (found != original.end() && *found == v)
      order.push_back(static_cast<Vertex>(found - original.begin()));
  }
  return order;
}

/// What a searcher of the innermost cores looks at.
class Core final : public Place {
 public:
  /// `innermost`: the end of the core order.
  Core(VertexSet original, std::span<const Vertex> innermost, const SwapState& outer,
       const SearcherTask& task, const RunContext& run, SharedProgress& progress) {
    original_ = std::move(original);
    order_ = inward(original_, innermost);
    const Graph& graph = outer.graph();
    const Vertex s = outer.size();
    std::vector<Vertex> number(graph.num_vertices(), no_vertex);
    auto rows = std::make_shared<DenseRows>(graph, original_, DenseRows::cells_for(graph, s), number);
    VertexSet densest(order_.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(s, order_.size())),
                      order_.end());
    std::ranges::sort(densest);
    const VertexSet anchors = inward(original_, outer.anchors());
    const SearcherTask inside{task.options, order_, {}, task.role, task.seed};
    inside_ = make_dense_tabu_searcher(std::move(rows), filled_up(anchors, densest, s), anchors, team_tabu,
                                       inside, run, progress);
  }

 private:
  VertexSet order_;  ///< numbers inside, the densest cores last
};

/// What a searcher that is confined to a hint looks at.
class Confines final : public Place {
 public:
  Confines(VertexSet within, const SwapState& outer, const SearcherTask& task, const RunContext& run,
           SharedProgress& progress)
      : graph_(induced_subgraph(outer.graph(), within)),
        order_(order_inside(within, task.core_order)),
        everyone_(1, VertexSet(within.size())) {
    original_ = std::move(within);
    std::iota(everyone_.front().begin(), everyone_.front().end(), Vertex{0});
    const VertexSet anchors = inward(original_, outer.anchors());
    state_.emplace(graph_, filled_up(anchors, everyone_.front(), outer.size()), anchors);
    const SearcherTask inside{task.options, order_, {.hints = everyone_}, task.role, task.seed};
    inside_ = make_kick_searcher(*state_, inside, run, progress);
  }

 private:
  Graph graph_;
  VertexSet order_;                  ///< numbers inside, the densest cores last
  std::vector<VertexSet> everyone_;  ///< the one hint
  std::optional<SwapState> state_;
};

}  // namespace

std::unique_ptr<Place> make_core(const SwapState& outer, const SearcherTask& task, const RunContext& run,
                                 SharedProgress& progress) {
  const Graph& graph = outer.graph();
  const std::size_t count = core_vertices(outer);
  if (task.core_order.size() != graph.num_vertices() || count >= graph.num_vertices()) return nullptr;
  const std::span<const Vertex> innermost = task.core_order.last(count);
  VertexSet increasing(innermost.begin(), innermost.end());
  std::ranges::sort(increasing);
  VertexSet original;
  std::ranges::set_union(increasing, outer.anchors(), std::back_inserter(original));
  const Vertex s = outer.size();
  const std::size_t k = original.size();
  if (k > DenseRows::most_vertices(graph, s)) return nullptr;
  if (!DenseRows::pay(graph, s, k, arcs_inside(graph, original))) return nullptr;
  return std::make_unique<Core>(std::move(original), innermost, outer, task, run, progress);
}

std::uint64_t core_work(const SwapState& outer) { return DenseRows::building_work(core_vertices(outer), 0); }

std::unique_ptr<Place> make_confines(const SwapState& outer, VertexSet within, const SearcherTask& task,
                                     const RunContext& run, SharedProgress& progress) {
  return std::make_unique<Confines>(std::move(within), outer, task, run, progress);
}

}  // namespace lode::subgraph::detail
