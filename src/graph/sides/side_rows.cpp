#include "graph/sides/side_rows.hpp"

namespace lode::detail {

SideRows side_rows(const Graph& graph, Vertex left) {
  SideRows rows;
  const std::array<Vertex, 3> begin = {0, left, graph.num_vertices()};
  for (std::size_t side = 0; side < 2; ++side) {
    rows.offsets[side].push_back(0);
    rows.ends[side].reserve(graph.num_edges());
    for (Vertex v = begin[side]; v < begin[side + 1]; ++v) {
      for (const Vertex w : graph.neighbors(v)) rows.ends[side].push_back(w - begin[1 - side]);
      rows.offsets[side].push_back(rows.ends[side].size());
    }
  }
  return rows;
}

SideRows part_of(const SideRows& rows, const std::array<std::vector<Vertex>, 2>& kept, PartNumbers& numbers) {
  for (std::size_t side = 0; side < 2; ++side) {
    numbers[side].resize(rows.size(static_cast<int>(side)), no_vertex);
    for (Vertex i = 0; i < kept[side].size(); ++i) numbers[side][kept[side][i]] = i;
  }
  SideRows part;
  for (std::size_t side = 0; side < 2; ++side) {
    part.offsets[side].push_back(0);
    for (const Vertex v : kept[side]) {
      for (const Vertex w : rows.row(static_cast<int>(side), v)) {
        if (numbers[1 - side][w] != no_vertex) part.ends[side].push_back(numbers[1 - side][w]);
      }
      part.offsets[side].push_back(part.ends[side].size());
    }
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (const Vertex v : kept[side]) numbers[side][v] = no_vertex;
  }
  return part;
}

}  // namespace lode::detail
