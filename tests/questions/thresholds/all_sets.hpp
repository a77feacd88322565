#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/questions/thresholds.hpp>

namespace lode::test {

/// Thresholds, and the demands on sets.
struct ThresholdQuestion {
  std::vector<DensityThreshold> thresholds;
  FindRequest find;
};

inline FindResult largest_sets(const Graph& graph, const ThresholdQuestion& asked,
                               const FindEvents& events = {}, const RunContext& run = RunContext()) {
  return lode::largest_sets(graph, asked.find, asked.thresholds, events, run);
}

/// What counts of a set of vertices below 16, counted from the edges of the graph.
struct CountedSet {
  Vertex size = 0;
  EdgeCount missing = 0;
  Vertex most_missed = 0;  ///< by a member
  bool connected = false;
};

/// All sets of vertices of a graph, by their bit masks. The empty set is left out.
class AllSets {
 public:
  explicit AllSets(const Graph& graph) : rows_(graph.num_vertices(), 0) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (const Vertex u : graph.neighbors(v)) rows_[v] |= std::uint32_t{1} << u;
    }
    sets_.resize(std::size_t{1} << rows_.size());
    for (std::uint32_t mask = 1; mask < sets_.size(); ++mask) sets_[mask] = count(mask);
  }

  const CountedSet& operator[](std::uint32_t mask) const { return sets_[mask]; }

  /// The largest size of the sets that hold `include`, none of `exclude`, and that `accepts` takes; 0 if
  /// none.
  template <class Accepts>
  Vertex largest(std::uint32_t include, std::uint32_t exclude, const Accepts& accepts) const {
    Vertex best = 0;
    for (std::uint32_t mask = 1; mask < sets_.size(); ++mask) {
      if ((mask & include) != include || (mask & exclude) != 0 || sets_[mask].size <= best) continue;
      if (accepts(sets_[mask])) best = sets_[mask].size;
    }
    return best;
  }

 private:
  CountedSet count(std::uint32_t mask) const {
    CountedSet set;
    set.size = static_cast<Vertex>(std::popcount(mask));
    EdgeCount twice = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<std::size_t>(std::countr_zero(rest));
      const auto missed =
          static_cast<Vertex>(set.size - 1 - static_cast<Vertex>(std::popcount(mask & rows_[v])));
      twice += missed;
      if (missed > set.most_missed) set.most_missed = missed;
    }
    set.missing = twice / 2;
    std::uint32_t reached = mask & (~mask + 1);
    for (std::uint32_t before = 0; before != reached;) {
      before = reached;
      for (std::uint32_t rest = before; rest != 0; rest &= rest - 1) {
        reached |= rows_[static_cast<std::size_t>(std::countr_zero(rest))] & mask;
      }
    }
    set.connected = reached == mask;
    return set;
  }

  std::vector<std::uint32_t> rows_;
  std::vector<CountedSet> sets_;
};

/// Small graphs of many shapes: sparse, dense, complete or empty; stars, isolated vertices, several parts.
inline Graph shaped_graph(std::uint64_t seed) {
  Rng rng(seed);
  const auto n = static_cast<Vertex>(1 + rng.below(11));
  const std::uint64_t percent = rng.below(6) == 0 ? 100 * rng.below(2) : 5 + rng.below(95);
  const std::uint64_t shape = rng.below(5);
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      const bool apart = shape == 1 && (u < n / 2) != (v < n / 2);
      const bool isolated = shape == 2 && v % 3 == 0;
      if ((shape == 3 && u == 0) || (rng.below(100) < percent && !apart && !isolated))
        edges.push_back({u, v});
    }
  }
  return Graph::from_edges(edges, n);
}

}  // namespace lode::test
