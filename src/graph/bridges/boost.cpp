#include <lode/graph/boost.hpp>

namespace lode {

/// Rows are sorted, so visiting all arcs by increasing source meets the arcs into each vertex in row order.
std::vector<ArcIndex> reverse_arcs(const Graph& graph) {
  const auto offsets = graph.offsets();
  const auto targets = graph.targets();
  std::vector<ArcIndex> next(offsets.begin(), offsets.end() - 1);
  std::vector<ArcIndex> reverse(targets.size());
  for (ArcIndex arc = 0; arc < targets.size(); ++arc) reverse[arc] = next[targets[arc]]++;
  return reverse;
}

UndirectedView::UndirectedView(Graph graph) : CsrView(std::move(graph)) {
  const Graph& g = this->graph();
  auto first = std::make_shared<std::vector<EdgeCount>>(g.num_vertices() + std::size_t{1}, 0);
  for (Vertex v = 0; v < g.num_vertices(); ++v) {
    const auto row = g.neighbors(v);
    const auto larger = row.end() - std::upper_bound(row.begin(), row.end(), v);
    (*first)[v + std::size_t{1}] = (*first)[v] + static_cast<EdgeCount>(larger);
  }
  first_edge_ = std::move(first);
}

EdgeCount UndirectedView::EdgeIndexMap::index(const UndirectedEdge& e) const {
  const auto [u, v] = e.ends();
  const ArcIndex row_end = offsets_[u + std::size_t{1}];
  const EdgeCount next_edge = first_edge_[u + std::size_t{1}];
  ArcIndex arc = e.arc;
  if (e.source != u) {
    const Vertex* const larger = targets_ + (row_end - (next_edge - first_edge_[u]));
    arc = static_cast<ArcIndex>(std::lower_bound(larger, targets_ + row_end, v) - targets_);
  }
  return next_edge - (row_end - arc);
}

ArcView::ArcView(Graph graph)
    : CsrView(std::move(graph)),
      reverse_(std::make_shared<const std::vector<ArcIndex>>(reverse_arcs(this->graph()))) {}

}  // namespace lode
