#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode {

/// How many vertices have each value (degree or core number), by increasing value, zero counts left out.
struct HistogramBin {
  std::uint64_t value = 0;
  std::uint64_t count = 0;
};

/// The facts of a graph that reports show.
struct GraphSummary {
  Vertex vertices = 0;
  EdgeCount edges = 0;
  Weight total_weight = 0.0;
  bool weighted = false;
  std::size_t components = 0;
  Vertex largest_component = 0;
  Vertex isolated = 0;
  Vertex max_degree = 0;
  double average_degree = 0.0;
  Vertex degeneracy = 0;
  std::vector<HistogramBin> degrees;
  std::vector<HistogramBin> cores;
};

/// Cost: O(n log n + m).
GraphSummary summarise_graph(const Graph& graph, std::span<const Vertex> cores);

}  // namespace lode
