#include "graph/sides/side_rows.hpp"

#include <utility>

namespace lode::detail {

SidePair SideRows::named(const SidePair& pair) const {
  SidePair result = pair;
  for (std::size_t side = 0; side < 2; ++side) {
    for (Vertex& v : result[side]) v = name(side, v);
  }
  return result;
}

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

SideRows part_of(const SideRows& rows, const SidePair& kept, BothSides<Vertex>& numbers) {
  for (std::size_t side = 0; side < 2; ++side) {
    numbers[side].resize(rows.size(side), no_vertex);
    for (Vertex i = 0; i < kept[side].size(); ++i) numbers[side][kept[side][i]] = i;
  }
  SideRows part;
  part.names = rows.named(kept);
  for (std::size_t side = 0; side < 2; ++side) {
    part.offsets[side].push_back(0);
    for (const Vertex v : kept[side]) {
      for (const Vertex w : rows.row(side, v)) {
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

BothSides<Vertex> removal_times(const SideRows& rows, const std::array<std::uint64_t, 2>& least) {
  BothSides<Vertex> times, degree;
  std::vector<std::pair<std::size_t, Vertex>> queue;
  const auto remove = [&](std::size_t side, Vertex v) {
    queue.emplace_back(side, v);
    times[side][v] = static_cast<Vertex>(queue.size());
  };
  for (std::size_t side = 0; side < 2; ++side) {
    times[side].resize(rows.size(side));
    degree[side].resize(rows.size(side));
    for (Vertex v = 0; v < rows.size(side); ++v) {
      degree[side][v] = rows.degree(side, v);
      if (degree[side][v] < least[side]) remove(side, v);
    }
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [side, v] = queue[i];
    for (const Vertex w : rows.row(side, v)) {
      if (times[1 - side][w] == 0 && --degree[1 - side][w] < least[1 - side]) remove(1 - side, w);
    }
  }
  return times;
}

SideRows core_of(const SideRows& rows, const std::array<std::uint64_t, 2>& least) {
  const BothSides<Vertex> times = removal_times(rows, least);
  SidePair kept;
  for (std::size_t side = 0; side < 2; ++side) {
    for (Vertex v = 0; v < rows.size(side); ++v) {
      if (times[side][v] == 0) kept[side].push_back(v);
    }
  }
  BothSides<Vertex> numbers;
  return part_of(rows, kept, numbers);
}

}  // namespace lode::detail
