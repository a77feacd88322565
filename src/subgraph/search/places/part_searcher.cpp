#include "subgraph/search/places/part_searcher.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
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

/// The vertices of a place in the order of a core order, under their numbers inside.
VertexSet order_inside(const VertexSet& original, std::span<const Vertex> core_order) {
  VertexSet inside;
  for (const Vertex v : core_order) {
    if (std::ranges::binary_search(original, v)) inside.push_back(v);
  }
  return inward(original, inside);
}

class PartSearcher final : public Searcher {
 public:
  PartSearcher(std::unique_ptr<Place> place, const SearcherTask& task, const RunContext& run,
               SharedProgress& progress)
      : Searcher({}, task, run, progress), place_(std::move(place)) {
    update_best();
  }

  void advance(std::uint64_t limit) override {
    place_->inside->advance(limit);
    if (place_->inside->best().weight > best_.weight) update_best();
  }
  void offer(const Found& found) override {
    if (std::ranges::includes(place_->original, found.vertices))
      place_->inside->offer({found.weight, inward(place_->original, found.vertices)});
  }
  void take_hints(std::span<const VertexSet>) override {}
  std::uint64_t work() const override { return place_->inside->work(); }
  TeamResult counts() const override { return place_->inside->counts(); }

 private:
  void update_best() {
    const Found& best = place_->inside->best();
    best_ = {best.weight, outward(place_->original, best.vertices)};
  }

  const std::unique_ptr<Place> place_;
};

}  // namespace

std::unique_ptr<Place> core_place(const SwapState& outer, const SearcherTask& task, const RunContext& run,
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
  if (original.size() > DenseRows::most_vertices(graph, s)) return nullptr;
  if (!DenseRows::pay(graph, s, original.size(), arcs_inside(graph, original))) return nullptr;

  VertexSet order = inward(original, innermost);
  auto place = std::make_unique<Place>(Place{std::move(original), std::move(order)});
  std::vector<Vertex> number(graph.num_vertices(), no_vertex);
  auto rows = std::make_shared<DenseRows>(graph, place->original, DenseRows::cells_for(graph, s), number);
  VertexSet densest(
      place->order.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(s, place->order.size())),
      place->order.end());
  std::ranges::sort(densest);
  const VertexSet anchors = inward(place->original, outer.anchors());
  const SearcherTask inside{task.options, place->order, {}, task.role, task.seed};
  place->inside = make_dense_tabu_searcher(std::move(rows), filled_up(anchors, densest, s), anchors,
                                           team_tabu, inside, run, progress);
  return place;
}

std::uint64_t core_place_work(const SwapState& outer) {
  return DenseRows::building_work(core_vertices(outer), 0);
}

std::unique_ptr<Place> confined_place(const SwapState& outer, VertexSet within, const SearcherTask& task,
                                      const RunContext& run, SharedProgress& progress) {
  VertexSet everyone(within.size());
  std::iota(everyone.begin(), everyone.end(), Vertex{0});
  VertexSet order = order_inside(within, task.core_order);
  auto place = std::make_unique<Place>(Place{std::move(within), std::move(order), {everyone}});
  const VertexSet anchors = inward(place->original, outer.anchors());
  place->state.emplace(induced_subgraph(outer.graph(), place->original),
                       filled_up(anchors, everyone, outer.size()), anchors);
  const SearcherTask inside{task.options, place->order, {.hints = place->hints}, task.role, task.seed};
  place->inside = make_kick_searcher(*place->state, inside, run, progress);
  return place;
}

std::unique_ptr<Searcher> make_part_searcher(std::unique_ptr<Place> place, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress) {
  return std::make_unique<PartSearcher>(std::move(place), task, run, progress);
}

}  // namespace lode::subgraph::detail
