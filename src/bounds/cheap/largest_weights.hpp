#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// A computed sum of `additions` non-negative doubles, made a valid upper bound of the exact sum: exact when
/// the weights are integral (then floored, since an optimum is an integer), enlarged by twice the worst
/// rounding else. A sum of zeros is exact.
inline double safe_upper(const Graph& graph, double sum, double additions) {
  if (graph.integral()) return std::floor(sum);
  if (sum == 0.0) return 0.0;  // of zeros alone
  const double enlarged = sum * (1.0 + (additions + 1.0) * std::numeric_limits<double>::epsilon());
  return std::nextafter(enlarged, std::numeric_limits<double>::infinity());
}

/// Upper bounds of the weight of any number of edges of a graph.
///
/// Cost:  one sort of the m weights; nothing when unweighted. If the time of the run does not suffice for it,
/// multiples of the largest weight take the place of sums of the largest weights.
class LargestWeights {
 public:
  LargestWeights(const Graph& graph, const RunContext& run) : graph_(graph), sums_{0.0} {
    if (!graph.weighted()) return;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u) sums_.push_back(w);
      });
    }
    const auto falling = std::span(sums_).subspan(1);
    constexpr double seconds_per_weight = 1e-7;
    if (run.should_stop() || seconds_per_weight * static_cast<double>(falling.size()) > run.time_left()) {
      std::ranges::fill(falling, *std::ranges::max_element(sums_));
    }
    std::ranges::sort(falling, std::greater<>());
    std::partial_sum(sums_.begin(), sums_.end(), sums_.begin());
  }

  /// No more than this weigh any `edges` edges (all of them if there are fewer). Exact for integral weights;
  /// a sum of k non-negative doubles is within a factor 1 +- k 2^-53 of the true one, so real sums are
  /// multiplied by 1 + 2 (k + 1) 2^-53.
  double at_most(EdgeCount edges) const {
    const EdgeCount taken = std::min<EdgeCount>(edges, graph_.num_edges());
    if (!graph_.weighted()) return static_cast<double>(taken);
    const double all = safe_upper(graph_, graph_.total_weight(), static_cast<double>(graph_.num_arcs()));
    return std::min(all, safe_upper(graph_, sums_[taken], static_cast<double>(taken)));
  }

 private:
  Graph graph_;
  std::vector<Weight> sums_;  ///< by number of edges, if weighted
};

}  // namespace lode::subgraph::detail
