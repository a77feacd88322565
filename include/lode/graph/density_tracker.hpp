#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// An upper bound of the largest (w(S) + c(S)) / b(S) of a graph whose edges come and go.
///
/// The tracker keeps a split of the edges. The weight of a new edge goes to the end that then has the smaller
/// (r + c) / b; a removed edge takes back what its ends had of it. So the largest (r + c) / b stays a bound
/// at every moment, and the more changes there are, the further it may lie above the optimum. `solve` finds
/// the optimum anew, from the present split, and keeps the split that proves it.
///
/// Shares are integers of a unit fine enough for the split of an optimum; weights that are no integers are
/// rounded up to that unit.
///
/// Cost:    add and remove O(1) expected. bound O(1) after edges were added; when the vertex of the largest
///          ratio has lost an edge, O(log n) amortised over the changes. Memory: 80 bytes per edge, 60 per
///          vertex.
/// Thread-safety: none.
class DensityTracker {
 public:
  /// The graph without vertices.
  DensityTracker() : DensityTracker(Graph()) {}
  /// `split`: of the graph's edges, as densest_subgraph returns it; without one every edge is split in
  /// halves. Errors: InvalidArgument for terms and for a split that are none of the graph.
  explicit DensityTracker(const Graph& graph, const DensityTerms& terms = {},
                          const EdgeSplit* split = nullptr);

  /// Adds weight to the edge uv, which comes into being if there is none. Ends that do not exist yet, and all
  /// vertices below them, do from now on, with value 0 and cost 1.
  /// Errors: InvalidArgument for u = v, for a number more than a million above the present vertices, and for
  ///         a weight that is not between 0 and 2^900.
  void add(Vertex u, Vertex v, Weight weight = 1.0);
  /// Removes the edge uv; its ends stay. Errors: InvalidArgument if there is none.
  void remove(Vertex u, Vertex v);

  /// No set has a larger ratio: exactly the largest ratio after `solve` where all numbers are integers. 0 for
  /// the graph without vertices.
  double bound();

  /// The densest subgraph of the present graph, from the present split, and with the split that proves it,
  /// which is kept. A run that is stopped changes nothing.
  /// Errors: those of Graph::from_edges and densest_subgraph.
  DensestSubgraph solve(const RunContext& run = RunContext());

  /// The present graph. Cost: O(m log m).
  Graph graph() const;
  const DensityTerms& terms() const { return terms_; }
  Vertex num_vertices() const { return static_cast<Vertex>(vertices_.size()); }
  EdgeCount num_edges() const { return edges_.size(); }
  bool has_edge(Vertex u, Vertex v) const;

 private:
  using Units = std::int64_t;

  struct TrackedEdge {
    Weight weight = 0.0;
    Units whole = 0;  ///< the weight in units, rounded up
    Units share = 0;  ///< of the smaller end
  };
  struct TrackedVertex {
    Units load = 0;  ///< value included
    double cost = 1.0;
    double listed = 0.0;   ///< ratio of its entry in heap_
    bool in_heap = false;  ///< listed, at this ratio or above
    bool changed = false;  ///< among raised_
  };
  struct Entry {
    double ratio;
    Vertex vertex;
    friend bool operator<(const Entry& a, const Entry& b) { return a.ratio < b.ratio; }
  };
  struct KeyHash {
    std::size_t operator()(std::uint64_t key) const {
      key = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
      return static_cast<std::size_t>(key ^ key >> 29);
    }
  };
  using Key = std::uint64_t;

  static Key key_of(Vertex u, Vertex v);
  std::vector<Key> sorted_edges() const;
  double ratio_of(Vertex v) const { return static_cast<double>(vertices_[v].load) / vertices_[v].cost; }
  Units units_of(double number) const;
  void grow(Vertex last);
  void make_room(double magnitude);
  void choose_unit(double denominator);
  void set_unit(double per_one);
  void take(const Graph& graph, const EdgeSplit& split);
  void sum_loads();
  void gain(Vertex v, Units units);
  void lose(Vertex v, Units units);
  void find_largest();

  std::unordered_map<Key, TrackedEdge, KeyHash> edges_;
  std::vector<TrackedVertex> vertices_;
  DensityTerms terms_;
  bool whole_ = true;      ///< all weights and values are integers, and costs are 1
  bool weighted_ = false;  ///< not all weights are 1
  double units_per_one_ = 1.0;
  double magnitude_ = 0.0;   ///< at least the weights and |values| present, summed
  std::vector<Entry> heap_;  ///< every vertex has an entry at its ratio or above, but for those of raised_
  std::vector<Vertex> raised_;
  double largest_ = 0.0;  ///< the largest ratio, unless `fell_`
  Vertex holder_ = no_vertex;
  bool fell_ = false;  ///< the vertex of the largest ratio has lost some
};

}  // namespace lode
