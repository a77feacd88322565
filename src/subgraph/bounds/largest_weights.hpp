#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <lode/graph/graph.hpp>

#include "subgraph/bounds/rounding.hpp"

namespace lode::detail {

/// Sums of the largest edge weights of a graph.
///
/// Cost: one sort of the m weights; nothing when unweighted.
class LargestWeights {
 public:
  explicit LargestWeights(Graph graph) : graph_(std::move(graph)) {
    if (!graph_.weighted()) return;
    std::vector<Weight> largest;
    largest.reserve(graph_.num_edges());
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u) largest.push_back(w);
      });
    }
    std::sort(largest.begin(), largest.end(), std::greater<>());
    prefix_.reserve(largest.size() + 1);
    prefix_.push_back(0.0);
    for (const Weight w : largest) prefix_.push_back(prefix_.back() + w);
  }

  /// No more than this weigh any `edges` edges (all of them if there are fewer). Exact for integral weights;
  /// a sum of k non-negative doubles is within a factor 1 +- k 2^-53 of the true one, so real sums are
  /// multiplied by 1 + 2 (k + 1) 2^-53.
  double at_most(EdgeCount edges) const {
    const EdgeCount taken = std::min<EdgeCount>(edges, graph_.num_edges());
    const double sum = graph_.weighted() ? prefix_[taken] : static_cast<double>(taken);
    return safe_upper(graph_, sum, static_cast<double>(taken));
  }

 private:
  Graph graph_;
  std::vector<Weight> prefix_;
};

}  // namespace lode::detail
