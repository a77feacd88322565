#include "subgraph/methods/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

namespace lode::subgraph {

VertexSet top_s(std::span<const double> values, Vertex s) {
  if (s < 1 || s > values.size()) {
    throw InvalidArgument("s", std::to_string(s),
                          "must be between 1 and the number of values, " + std::to_string(values.size()));
  }
  if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) {
    throw InvalidArgument("values", "nan", "must be numbers");
  }
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

}  // namespace lode::subgraph
