#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
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

/// Sums of the largest edge weights of a graph.
///
/// Cost:  one sort of the m weights; nothing when unweighted. If the time of the run does not suffice for it,
/// multiples of the largest weight, and the total weight, replace the sums.
class LargestWeights {
 public:
  LargestWeights(Graph graph, const RunContext& run) : graph_(std::move(graph)) {
    if (!graph_.weighted()) return;
    std::vector<Weight> falling;
    falling.reserve(graph_.num_edges());
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u) falling.push_back(w);
        largest_ = std::max(largest_, w);
      });
    }
    if (run.should_stop() || seconds_per_weight * static_cast<double>(falling.size()) > run.time_left())
      return;
    std::sort(falling.begin(), falling.end(), std::greater<>());
    prefix_.reserve(falling.size() + 1);
    prefix_.push_back(0.0);
    for (const Weight w : falling) prefix_.push_back(prefix_.back() + w);
  }

  /// No more than this weigh any `edges` edges (all of them if there are fewer). Exact for integral weights;
  /// a sum of k non-negative doubles is within a factor 1 +- k 2^-53 of the true one, so real sums are
  /// multiplied by 1 + 2 (k + 1) 2^-53.
  double at_most(EdgeCount edges) const {
    const EdgeCount taken = std::min<EdgeCount>(edges, graph_.num_edges());
    if (!graph_.weighted()) return safe_upper(graph_, static_cast<double>(taken), 0.0);
    if (!prefix_.empty()) return safe_upper(graph_, prefix_[taken], static_cast<double>(taken));
    const double all = safe_upper(graph_, graph_.total_weight(), static_cast<double>(graph_.num_arcs()));
    return std::min(all,
                    safe_upper(graph_, static_cast<double>(taken) * largest_, static_cast<double>(taken)));
  }

 private:
  static constexpr double seconds_per_weight = 1e-7;

  Graph graph_;
  Weight largest_ = 0.0;
  std::vector<Weight> prefix_;  ///< empty when unweighted, and when there was no time for the sort
};

}  // namespace lode::subgraph::detail
