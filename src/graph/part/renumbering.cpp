#include <algorithm>
#include <utility>

#include <lode/graph/part.hpp>

namespace lode {

Vertex Part::inward(Vertex v) const {
  if (whole()) return v;
  const auto place = std::ranges::lower_bound(original, v);
  if (place == original.end() || *place != v) return no_vertex;
  return static_cast<Vertex>(place - original.begin());
}

VertexSet Part::outward(std::span<const Vertex> vertices) const {
  VertexSet originals(vertices.begin(), vertices.end());
  for (Vertex& v : originals) v = outward(v);
  return originals;
}

VertexSet Part::inward(std::span<const Vertex> vertices) const {
  VertexSet numbers;
  numbers.reserve(vertices.size());
  for (const Vertex v : vertices) {
    if (const Vertex number = inward(v); number != no_vertex) numbers.push_back(number);
  }
  return numbers;
}

Part composed(const Part& outer, Part inner) {
  inner.original = inner.whole() ? outer.original : outer.outward(inner.original);
  inner.outside = std::max(inner.outside, outer.outside);
  return inner;
}

}  // namespace lode
