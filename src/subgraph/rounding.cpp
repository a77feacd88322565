#include <algorithm>
#include <functional>
#include <vector>

#include <lode/subgraph/rounding.hpp>

#include "core/assert.hpp"

namespace lode {

VertexSet top_s(std::span<const double> values, Vertex s) {
  LODE_ASSERT_LIGHT(s >= 1 && s <= values.size());
  std::vector<double> sorted(values.begin(), values.end());
  std::nth_element(sorted.begin(), sorted.begin() + (s - 1), sorted.end(), std::greater<>());
  const double threshold = sorted[s - 1];
  // Everything above the threshold is among the first s; the rest of them equals it.
  const auto above =
      std::count_if(sorted.begin(), sorted.begin() + s, [&](double x) { return x > threshold; });
  auto ties = static_cast<std::ptrdiff_t>(s) - above;
  VertexSet vertices;
  vertices.reserve(s);
  for (Vertex v = 0; v < values.size(); ++v) {
    if (values[v] > threshold || (values[v] == threshold && ties-- > 0)) vertices.push_back(v);
  }
  return vertices;
}

}  // namespace lode
