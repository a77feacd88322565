#include "subgraph/search/places/core_searcher.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "subgraph/part/renumbering.hpp"
#include "subgraph/part/working_graph.hpp"
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

class CoreSearcher final : public Searcher {
 public:
  /// `original`: the vertices of the cores, increasing; `innermost`: the end of the core order.
  CoreSearcher(VertexSet original, std::span<const Vertex> innermost, const SwapState& outer,
               const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : Searcher({}, search_gains(outer.graph()), task, run, progress),
        original_(std::move(original)),
        order_(inward(original_, innermost)) {
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
    update_best();
  }

  void advance(std::uint64_t limit) override {
    inside_->advance(limit);
    if (inside_->best().weight > best_.weight) update_best();
  }
  void offer(const Found& found) override {
    if (std::ranges::includes(original_, found.vertices))
      inside_->offer({found.weight, inward(original_, found.vertices)});
  }
  void take_hints(std::span<const VertexSet>) override {}
  std::uint64_t work() const override { return inside_->work(); }
  TeamResult counts() const override { return inside_->counts(); }

 private:
  void update_best() { best_ = {inside_->best().weight, outward(original_, inside_->best().vertices)}; }

  const VertexSet original_;  ///< vertex i inside is original_[i]
  const VertexSet order_;     ///< numbers inside, the densest cores last
  std::unique_ptr<Searcher> inside_;
};

}  // namespace

std::unique_ptr<Searcher> make_core_searcher(const SwapState& outer, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress) {
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
  return std::make_unique<CoreSearcher>(std::move(original), innermost, outer, task, run, progress);
}

std::uint64_t core_searcher_work(const SwapState& outer) {
  return DenseRows::building_work(core_vertices(outer), 0);
}

}  // namespace lode::subgraph::detail
