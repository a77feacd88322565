#pragma once

// Vertices of a part of a graph under numbers of their own.

#include <algorithm>
#include <span>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// The numbers in the part, whose i-th vertex is original[i] (increasing), of a set that lies inside.
inline VertexSet inward(std::span<const Vertex> original, std::span<const Vertex> set) {
  VertexSet inside;
  inside.reserve(set.size());
  for (const Vertex v : set) {
    inside.push_back(static_cast<Vertex>(std::ranges::lower_bound(original, v) - original.begin()));
  }
  return inside;
}

/// The other way round.
inline VertexSet outward(std::span<const Vertex> original, std::span<const Vertex> set) {
  VertexSet outside;
  outside.reserve(set.size());
  for (const Vertex v : set) outside.push_back(original[v]);
  return outside;
}

}  // namespace lode::subgraph::detail
