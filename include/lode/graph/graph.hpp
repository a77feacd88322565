#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/types.hpp>

namespace lode {

/// The names vertices had in their source: nothing (the vertex number itself), integers up to 64 bits, or
/// labels. Both kinds are kept in increasing order (labels by bytes) when they come from an edge list;
/// formats that declare their vertices may use any order.
class VertexNames {
 public:
  enum class Kind { numbers, ids, labels };

  /// Vertex v is called v.
  VertexNames() = default;
  VertexNames(const VertexNames&) = default;
  VertexNames& operator=(const VertexNames&) = default;
  /// What is moved from calls vertex v v.
  VertexNames(VertexNames&& other) noexcept;
  VertexNames& operator=(VertexNames&& other) noexcept;
  /// Vertex v is called ids[v]. The array is borrowed while `owner` lives (an empty owner: the caller keeps
  /// it).
  static VertexNames from_ids(std::span<const std::uint64_t> ids, std::shared_ptr<const void> owner = {});
  static VertexNames from_ids(std::vector<std::uint64_t> ids);
  /// Vertex v is called labels[v].
  static VertexNames from_labels(const std::vector<std::string>& labels);
  /// The same over borrowed arrays: labels[v] is characters[begin[v]] ... characters[begin[v+1]-1]; `begin`
  /// holds n+1 values that do not fall and stay within `characters`.
  /// Cost:   O(n + characters).
  /// Errors: InvalidArgument naming the first value of `begin` that breaks its rule.
  static VertexNames from_labels(std::span<const std::uint64_t> begin, std::string_view characters,
                                 std::shared_ptr<const void> owner = {});

  Kind kind() const { return kind_; }
  /// Errors: InvalidArgument for a vertex beyond the ids or labels; `id` and `label` do not ask.
  std::string name(Vertex v) const;
  /// The vertex called `name`, O(log n) when names are in increasing order, else O(n).
  std::optional<Vertex> find(std::string_view name, Vertex num_vertices) const;
  /// Integer id of v; v itself for Kind::numbers; not defined for labels.
  std::uint64_t id(Vertex v) const { return kind_ == Kind::numbers ? v : ids_[v]; }
  std::string_view label(Vertex v) const {
    return {characters_.data() + label_begin_[v], label_begin_[v + 1] - label_begin_[v]};
  }
  /// The arrays behind Kind::ids and Kind::labels, as from_ids and from_labels take them.
  std::span<const std::uint64_t> ids() const { return ids_; }
  std::span<const std::uint64_t> label_begin() const { return label_begin_; }
  std::string_view characters() const { return characters_; }
  /// The names of `vertices`, in that order. Errors: as `name`.
  VertexNames subset(std::span<const Vertex> vertices) const;
  std::size_t size() const;

 private:
  void check(Vertex v) const;

  Kind kind_ = Kind::numbers;
  bool sorted_ = true;
  std::span<const std::uint64_t> ids_;
  std::span<const std::uint64_t> label_begin_;
  std::string_view characters_;
  std::shared_ptr<const void> owner_;
};

/// An undirected edge; the order of its ends has no meaning.
struct Edge {
  Vertex u = 0;
  Vertex v = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};
struct WeightedEdge {
  Vertex u = 0;
  Vertex v = 0;
  Weight weight = 1.0;
  friend bool operator==(const WeightedEdge&, const WeightedEdge&) = default;
};

/// An argument whose elements are gone after the call, for a parameter of type T&&.
template <class T>
concept TemporaryArray = std::ranges::range<T> && !std::ranges::borrowed_range<T>;

/// Compressed sparse rows of a simple undirected graph: the neighbours of v are
/// targets[offsets[v]] ... targets[offsets[v+1]-1], increasing; each edge stands in both rows.
struct CsrArrays {
  std::span<const ArcIndex> offsets;  ///< n+1 values, the first 0, the last the number of arcs
  std::span<const Vertex> targets;    ///< one per arc
  std::span<const Weight> weights;    ///< empty, or one per arc, finite, >= 0, equal in both directions
  std::shared_ptr<const void> owner;  ///< keeps the arrays alive; empty: the caller does
};

/// How much of a CSR is checked before it is accepted.
enum class CsrCheck {
  full,    ///< everything, O(m) time with O(n) extra memory
  trusted  ///< sizes only; the producer guarantees the rest (checked at assertion level heavy)
};

/// Where weights come from and how they add up.
enum class WeightKind {
  none,      ///< unweighted: every edge counts 1
  integral,  ///< integers whose sum is below 2^53: all sums are exact
  real
};

/// What a producer of weights knows of them.
struct WeightSummary {
  WeightKind kind = WeightKind::none;
  Weight total = 0.0;  ///< of all edges
};

/// A simple undirected graph: no self-loops, no parallel edges, immutable, 32-bit vertices, 64-bit offsets.
///
/// A Graph is a handle: copying costs O(1) and shares the arrays, which may be owned, borrowed from the
/// caller or memory-mapped; one type-erased owner keeps them alive.
///
/// Memory:  8(n+1) + 4*2m bytes, 8*2m more when weighted.
/// Thread-safety: every member is const and may be called from any thread.
class Graph {
 public:
  /// The graph without vertices.
  Graph();
  /// A graph that was moved from stays what it was: moving copies the handle.
  Graph(const Graph&) = default;
  Graph& operator=(const Graph&) = default;

  /// A graph that owns its arrays.
  /// Cost:   O(n + m).
  /// Errors: as for borrowed arrays.
  static Graph from_csr(std::vector<ArcIndex>&& offsets, std::vector<Vertex>&& targets,
                        std::vector<Weight>&& weights = {});
  /// A graph over borrowed arrays.
  /// Cost:   O(n + m) with CsrCheck::full.
  /// Errors: InvalidArgument naming the first row, arc or weight that breaks the rules of CsrArrays.
  static Graph from_csr(CsrArrays arrays, VertexNames names = {}, CsrCheck check = CsrCheck::full);
  static Graph from_csr(std::span<const ArcIndex> offsets, std::span<const Vertex> targets,
                        std::span<const Weight> weights = {});
  /// Does not compile: the graph would outlive an array. Give all of them up for good, or keep all of them.
  template <class Offsets, class Targets, class Weights = std::span<const Weight>>
  requires(TemporaryArray<Offsets> || TemporaryArray<Targets> || TemporaryArray<Weights>) static Graph
      from_csr(Offsets&& offsets, Targets&& targets, Weights&& weights = {}) = delete;

  /// A graph over borrowed arrays that are trusted, weights included; `weights` says what they are.
  /// Cost:   O(n): targets and weights are not touched.
  /// Errors: InvalidArgument for sizes that do not fit and for a summary that is impossible.
  static Graph from_csr(CsrArrays arrays, VertexNames names, const WeightSummary& weights);

  /// A graph that owns its arrays, made from edges in any order. Self-loops are dropped; the same pair given
  /// again, in either direction, is one edge (weights are summed in the order given).
  /// `num_vertices`: automatic = largest number + 1.
  /// Cost:   O(n + m), on the threads of the surrounding TBB arena; 8 bytes per arc (16 with weights) beside
  ///         the edges and the graph. The same graph for any number of threads.
  /// Errors: InvalidArgument for an end >= num_vertices, a weight that is negative or not finite, integral
  ///         weights that sum to 2^53 or more.
  static constexpr Vertex automatic = no_vertex;
  static Graph from_edges(std::span<const Edge> edges, Vertex num_vertices = automatic);
  static Graph from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices = automatic);

  Vertex num_vertices() const { return static_cast<Vertex>(csr_.offsets.size() - 1); }
  EdgeCount num_edges() const { return csr_.targets.size() / 2; }
  ArcIndex num_arcs() const { return csr_.targets.size(); }

  std::span<const Vertex> neighbors(Vertex v) const {
    return csr_.targets.subspan(csr_.offsets[v], csr_.offsets[v + 1] - csr_.offsets[v]);
  }
  /// Weights aligned with `neighbors(v)`; empty when unweighted.
  std::span<const Weight> neighbor_weights(Vertex v) const {
    return weighted() ? csr_.weights.subspan(csr_.offsets[v], csr_.offsets[v + 1] - csr_.offsets[v])
                      : std::span<const Weight>{};
  }
  Vertex degree(Vertex v) const { return static_cast<Vertex>(csr_.offsets[v + 1] - csr_.offsets[v]); }
  /// Sum of the weights at v; the degree when unweighted.
  Weight strength(Vertex v) const;
  Weight arc_weight(ArcIndex arc) const { return weighted() ? csr_.weights[arc] : 1.0; }

  /// Calls visit(neighbour, weight) for every neighbour of v, weight 1 when unweighted.
  template <class Visit>
  void for_each_neighbor(Vertex v, Visit&& visit) const {
    const ArcIndex end = csr_.offsets[v + 1];
    if (weighted()) {
      for (ArcIndex arc = csr_.offsets[v]; arc < end; ++arc) visit(csr_.targets[arc], csr_.weights[arc]);
    } else {
      for (ArcIndex arc = csr_.offsets[v]; arc < end; ++arc) visit(csr_.targets[arc], Weight{1});
    }
  }

  /// True if u and v are adjacent, O(log of the smaller degree).
  bool adjacent(Vertex u, Vertex v) const { return edge_weight(u, v).has_value(); }
  /// Weight of the edge uv, or nothing.
  std::optional<Weight> edge_weight(Vertex u, Vertex v) const;

  bool weighted() const { return weight_kind_ != WeightKind::none; }
  WeightKind weight_kind() const { return weight_kind_; }
  /// True if every weight of a vertex set is an integer (unweighted graphs included).
  bool integral() const { return weight_kind_ != WeightKind::real; }
  /// Sum of all edge weights; the number of edges when unweighted.
  Weight total_weight() const { return total_weight_; }
  Vertex max_degree() const { return max_degree_; }

  const CsrArrays& csr() const { return csr_; }
  std::span<const ArcIndex> offsets() const { return csr_.offsets; }
  std::span<const Vertex> targets() const { return csr_.targets; }
  std::span<const Weight> weights() const { return csr_.weights; }

  const VertexNames& names() const { return names_; }
  std::string name(Vertex v) const { return names_.name(v); }
  /// The same graph under other names.
  Graph with_names(VertexNames names) const;

 private:
  Graph(CsrArrays arrays, VertexNames names);
  void set_names(VertexNames names);
  void find_max_degree();
  void set_weights(const WeightSummary& weights);

  CsrArrays csr_;
  VertexNames names_;
  WeightKind weight_kind_ = WeightKind::none;
  Weight total_weight_ = 0.0;
  Vertex max_degree_ = 0;
};

}  // namespace lode
