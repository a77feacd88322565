#pragma once

#include <algorithm>
#include <cstddef>

#include <lode/graph/densest.hpp>

namespace lode::test {

/// The optimum of the linear program of the lp bound, neither floored nor enlarged: the concave envelope of
/// the points (|B_i|, w(B_i)) at s, from (0, 0), rounded to a double. For 1 <= s <= the vertices of the
/// layers.
inline double lp_value(const DenseDecomposition& decomposition, Vertex s) {
  const auto& layers = decomposition.layers;
  const auto holds =
      std::find_if(layers.begin(), layers.end(), [&](const auto& one) { return one.size >= s; });
  const auto layer = static_cast<std::size_t>(holds - layers.begin());
  return layers.at(layer).weight - (layers.at(layer).size - s) * decomposition.marginal_density(layer);
}

}  // namespace lode::test
