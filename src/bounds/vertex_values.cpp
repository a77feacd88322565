#include "bounds/vertex_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lode::subgraph {

VertexValues::VertexValues(std::vector<Weight> values, bool integral)
    : integral_(integral), values_(std::move(values)), falling_{0.0}, rising_{0.0} {
  std::vector<Weight> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  for (const Weight value : sorted) rising_.push_back(rising_.back() + value);
  for (auto value = sorted.rbegin(); value != sorted.rend(); ++value) {
    falling_.push_back(falling_.back() + *value);
  }
}

double VertexValues::largest(Vertex s) const {
  if (empty()) return 0.0;
  const double margin = (static_cast<double>(s) + 1.0) * std::numeric_limits<double>::epsilon();
  return integral_ ? falling_[s] : falling_[s] * (1.0 + margin);
}

double VertexValues::least(Vertex s) const {
  if (empty()) return 0.0;
  const double margin = (static_cast<double>(s) + 1.0) * std::numeric_limits<double>::epsilon();
  return integral_ ? rising_[s] : rising_[s] * (1.0 - margin);
}

double VertexValues::added_to(double bound, Vertex s) const {
  if (empty()) return bound;
  const double sum = bound + largest(s);
  return integral_ ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
}

std::vector<Weight> VertexValues::of(const Part& part) const {
  std::vector<Weight> values;
  if (empty()) return values;
  values.reserve(part.graph.num_vertices());
  for (Vertex v = 0; v < part.graph.num_vertices(); ++v) values.push_back(values_[part.outward(v)]);
  return values;
}

}  // namespace lode::subgraph
