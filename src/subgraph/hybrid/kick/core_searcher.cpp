#include "subgraph/hybrid/kick/core_searcher.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "subgraph/hybrid/kick/outward_searcher.hpp"
#include "subgraph/hybrid/kick/tabu_searcher.hpp"
#include "subgraph/part/renumbering.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/state/set_filling.hpp"
#include "subgraph/tabu/dense_rows.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of so many vertices stay in the last cache, 4 MB in all; sets of more than a quarter have larger
/// ones.
constexpr std::size_t usual_vertices = 2048;

std::size_t core_vertices(const SwapState& outer) {
  return std::max<std::size_t>(usual_vertices, vertices_per_member * outer.size());
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

/// The innermost cores, before the searcher itself.
struct InnermostCores {
  InnermostCores(const VertexSet& anchors, std::span<const Vertex> suffix) {
    VertexSet innermost(suffix.begin(), suffix.end());
    std::ranges::sort(innermost);
    std::ranges::set_union(innermost, anchors, std::back_inserter(original));
    order = inward(original, suffix);
  }

  VertexSet original;  ///< increasing
  VertexSet order;     ///< numbers in the part, the densest cores last
};

class CoreSearcher final : private InnermostCores, public OutwardSearcher {
 public:
  CoreSearcher(InnermostCores cores, std::shared_ptr<const DenseRows> rows, const SwapState& outer,
               const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : InnermostCores(std::move(cores)),
        OutwardSearcher(original, make_inner(std::move(rows), outer, task, run, progress)) {}

 private:
  std::unique_ptr<KickSearcher> make_inner(std::shared_ptr<const DenseRows> rows, const SwapState& outer,
                                           const SearcherTask& task, const RunContext& run,
                                           SharedProgress& progress) const {
    const Vertex s = outer.size();
    VertexSet densest(order.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(s, order.size())),
                      order.end());
    std::ranges::sort(densest);
    const VertexSet anchors = inward(original, outer.anchors());
    const SearcherTask inside{task.options, order, {}, task.place, task.seed};
    return make_dense_tabu_searcher(std::move(rows), filled_up(anchors, densest, s), anchors, inside, run,
                                    progress);
  }
};

}  // namespace

std::unique_ptr<KickSearcher> make_core_searcher(const SwapState& outer, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress) {
  const Graph& graph = outer.graph();
  const std::size_t count = core_vertices(outer);
  if (task.core_order.size() != graph.num_vertices() || count >= graph.num_vertices()) return nullptr;
  InnermostCores cores(outer.anchors(), task.core_order.last(count));
  const Vertex s = outer.size();
  const std::size_t k = cores.original.size();
  if (k > DenseRows::most_vertices(graph, s)) return nullptr;
  if (!DenseRows::pay(graph, s, k, arcs_inside(graph, cores.original))) return nullptr;
  std::vector<Vertex> number(graph.num_vertices(), no_vertex);
  auto rows = std::make_shared<DenseRows>(graph, cores.original, DenseRows::cells_for(graph, s), number);
  return std::make_unique<CoreSearcher>(std::move(cores), std::move(rows), outer, task, run, progress);
}

std::uint64_t core_searcher_work(const SwapState& outer) {
  return DenseRows::building_work(core_vertices(outer), 0);
}

}  // namespace lode::subgraph::detail
