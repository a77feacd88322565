#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The names that vertices had in their source: none (the vertex number is the name), integer ids of up to 64
/// bits, or labels. Ids and labels from an edge list are in increasing order (labels by bytes). Formats that
/// declare their vertices may use any order.
class VertexNames {
 public:
  /// Which names there are: none, integer ids, or labels.
  enum class Kind { numbers, ids, labels };

  /// Vertex v is called v.
  VertexNames() = default;
  /// Copies share the arrays. Moving copies, so names that were moved from stay valid.
  VertexNames(const VertexNames&) = default;
  /// An overload for assignment.
  VertexNames& operator=(const VertexNames&) = default;
  /// Vertex v is called ids[v]. The array is borrowed, and `owner`, or the caller, keeps it alive.
  static VertexNames from_ids(std::span<const std::uint64_t> ids, std::shared_ptr<const void> owner = {});
  /// Vertex v is called ids[v]. The result owns the ids.
  static VertexNames from_ids(std::vector<std::uint64_t> ids);
  /// Vertex v is called labels[v]. The result owns a copy of the labels.
  static VertexNames from_labels(const std::vector<std::string>& labels);
  /// Labels over borrowed arrays: the label of vertex v is characters[begin[v]] ... characters[begin[v+1]-1].
  /// `begin` holds n+1 values that do not fall and stay within `characters`. Cost: O(n + characters).
  ///
  /// Errors:  InvalidArgument naming the first value of `begin` that breaks its rule.
  static VertexNames from_labels(std::span<const std::uint64_t> begin, std::string_view characters,
                                 std::shared_ptr<const void> owner = {});

  /// Which names there are.
  Kind kind() const { return kind_; }
  /// The name of v as text.
  ///
  /// Errors:  InvalidArgument for a vertex beyond the ids or labels. The functions `id` and `label` do not
  ///          check.
  std::string name(Vertex v) const;
  /// The vertex called `name`, or nothing. Cost: O(log n) when names are in increasing order, else O(n).
  std::optional<Vertex> find(std::string_view name, Vertex num_vertices) const;
  /// The vertex with this id, or nothing. It is always nothing for labels. Cost: as for names.
  std::optional<Vertex> find(std::uint64_t id, Vertex num_vertices) const;
  /// Integer id of v. For Kind::numbers it is v itself. It is not defined for labels.
  std::uint64_t id(Vertex v) const { return kind_ == Kind::numbers ? v : ids_[v]; }
  /// Label of v. It is defined for Kind::labels alone.
  std::string_view label(Vertex v) const {
    return {characters_.data() + label_begin_[v], label_begin_[v + 1] - label_begin_[v]};
  }
  /// The ids behind Kind::ids, as `from_ids` takes them.
  std::span<const std::uint64_t> ids() const { return ids_; }
  /// Where labels begin, for Kind::labels, as `from_labels` takes it.
  std::span<const std::uint64_t> label_begin() const { return label_begin_; }
  /// The characters of all labels, for Kind::labels, as `from_labels` takes them.
  std::string_view characters() const { return characters_; }
  /// The names of `vertices`, in that order. Errors: as `name`.
  VertexNames subset(std::span<const Vertex> vertices) const;
  /// Number of ids or labels; 0 for Kind::numbers.
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

/// An undirected edge. The order of its two ends has no meaning.
struct Edge {
  Vertex u = 0;  ///< one end
  Vertex v = 0;  ///< the other end
  friend bool operator==(const Edge&, const Edge&) = default;
};
/// An undirected edge with a weight.
struct WeightedEdge {
  Vertex u = 0;         ///< one end
  Vertex v = 0;         ///< the other end
  Weight weight = 1.0;  ///< weight of the edge
  friend bool operator==(const WeightedEdge&, const WeightedEdge&) = default;
};

/// The weight of an edge that is listed in both directions: the sum, the larger or the smaller of the two
/// weights. With `error`, two equal weights are one edge of that weight, and two different weights are an
/// error.
enum class MergeRule { error, sum, max, min };

/// An edge, given by the ids of its ends.
using IdPair = std::pair<std::uint64_t, std::uint64_t>;
/// An edge, given by the labels of its ends.
using LabelPair = std::pair<std::string_view, std::string_view>;

/// Compressed sparse rows of a simple undirected graph. The neighbours of v are targets[offsets[v]] ...
/// targets[offsets[v+1]-1], in increasing order. Each edge is in the rows of both its ends.
struct CsrArrays {
  std::span<const ArcIndex> offsets;  ///< n+1 values: the first is 0, the last is the number of arcs
  std::span<const Vertex> targets;    ///< one vertex per arc
  std::span<const Weight> weights;    ///< empty, or one per arc: in the domain (core/domain.hpp), >= 0 (any
                                      ///< sign with WeightSigns::any), equal in both directions
  std::shared_ptr<const void> owner;  ///< keeps the arrays alive; if empty, the caller does
};

/// How much of a CSR is checked before it is accepted.
enum class CsrCheck {
  full,    ///< everything is checked, in O(m) time with O(n) extra memory
  ranges,  ///< offsets do not fall, targets are vertices, weights are in the domain and not negative; the
           ///< caller promises increasing rows without self-loops, and every edge in both rows
  trusted  ///< only sizes are checked; the producer guarantees the rest, the signs of weights included
};

/// Which weights are accepted. Most questions need weights from 0 on, so a negative weight is an error unless
/// the caller asks for it.
enum class WeightSigns {
  from_zero,  ///< a negative weight is an error
  any         ///< weights may be negative; see Graph::signed_weights
};

/// Which weights a graph has, and how they add up.
enum class WeightKind {
  none,      ///< unweighted: every edge counts 1
  integral,  ///< integers whose magnitudes sum to less than 2^53, so that all sums are exact
  real       ///< real numbers, whose sums are rounded
};

/// Kind and sums of weights, from their producer. A graph without edges is unweighted, unless its producer
/// says that it has real weights, as a part of a graph with real weights has.
struct WeightSummary {
  WeightKind kind = WeightKind::none;  ///< kind of the weights
  Weight total = 0.0;                  ///< sum of the weights of all edges
  /// If present: some weight is negative, and this is the sum of the magnitudes of the weights of all edges.
  std::optional<Weight> signed_magnitude = {};
};

/// The summary of the weights of all arcs. Each edge has two arcs. Cost: O(arcs).
WeightSummary summary_of(std::span<const Weight> weights);

/// A simple undirected graph: no self-loops, no parallel edges, immutable, 32-bit vertices, 64-bit offsets.
/// Copies cost O(1) and share the arrays, which are owned, borrowed from the caller, or memory-mapped; one
/// owner of any type keeps them alive.
///
/// Memory:  8(n+1) + 4*2m bytes, and 8*2m more when weighted.
/// Thread-safety: every member is const and may be called from any thread.
class Graph {
 public:
  /// The graph without vertices.
  Graph();
  /// Moving copies the handle, so a graph that was moved from stays valid.
  Graph(const Graph&) = default;
  /// Copies share the arrays.
  Graph& operator=(const Graph&) = default;

  /// A graph over borrowed arrays.
  ///
  /// Cost:    O(n + m) with CsrCheck::full.
  /// Errors:  InvalidArgument naming the first row, arc or weight that breaks the rules of CsrArrays.
  static Graph from_csr(CsrArrays arrays, VertexNames names = {}, CsrCheck check = CsrCheck::full,
                        WeightSigns signs = WeightSigns::from_zero);
  /// A graph that owns its arrays. Errors: as above.
  static Graph from_csr(std::vector<ArcIndex> offsets, std::vector<Vertex> targets,
                        std::vector<Weight> weights = {}, CsrCheck check = CsrCheck::full);
  /// A graph over borrowed arrays. The summary `weights` is trusted, and so are the arrays unless `check`
  /// says otherwise.
  ///
  /// Cost:    O(n) with CsrCheck::trusted: targets and weights are not read. O(n + m) with CsrCheck::full.
  /// Errors:  InvalidArgument for sizes that do not fit, for an impossible summary, and for what `check`
  ///          finds.
  static Graph from_csr(CsrArrays arrays, VertexNames names, const WeightSummary& weights,
                        CsrCheck check = CsrCheck::trusted);

  /// The value of `num_vertices` that means: one more than the largest number in the edges, which may be up
  /// to a million, or up to a thousand for every edge.
  static constexpr Vertex automatic = no_vertex;
  /// A graph that owns its arrays, made from edges in any order. Self-loops are dropped. A pair listed more
  /// than once, in either direction, is one edge, whose weights are summed in the order given.
  ///
  /// Cost:    O(n + m), on the threads of the surrounding TBB arena; 8 bytes per arc (16 with weights)
  ///          besides the edges and the graph.
  /// Errors:  InvalidArgument for an end >= num_vertices; for an end far above the number of edges where
  ///          `num_vertices` is automatic; and for a weight that is negative or outside the domain.
  /// Deterministic: the same graph for any number of threads.
  static Graph from_edges(std::span<const Edge> edges, Vertex num_vertices = automatic);
  /// An overload with a weight for each edge.
  static Graph from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices = automatic);
  /// An overload for edges that are written in the call: from_edges({{0, 1}, {1, 2}}).
  static Graph from_edges(std::initializer_list<Edge> edges, Vertex num_vertices = automatic) {
    return from_edges(std::span<const Edge>(edges.begin(), edges.size()), num_vertices);
  }
  /// An overload for weighted edges that are written in the call: from_edges({{0, 1, 2.5}}).
  template <class E = WeightedEdge>  // a template, so that pairs are edges without weights
  static Graph from_edges(std::initializer_list<E> edges, Vertex num_vertices = automatic) {
    return from_edges(std::span<const E>(edges.begin(), edges.size()), num_vertices);
  }
  /// An overload on the threads of `run`. Errors: also SystemError if the run should stop.
  static Graph from_edges(std::span<const Edge> edges, Vertex num_vertices, const RunContext& run);
  /// An overload with a weight for each edge. `signs` says whether weights may be negative.
  static Graph from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices, const RunContext& run,
                          WeightSigns signs = WeightSigns::from_zero);
  /// A graph made from the edges of a directed graph, as files of edges are read. The weights of a repeated
  /// ordered pair are summed in the order given. `merge` gives the weight of an edge that is listed in both
  /// directions.
  ///
  /// Errors:  as from_edges. InvalidArgument also for a pair with two weights under MergeRule::error.
  static Graph from_arcs(std::span<const WeightedEdge> arcs, Vertex num_vertices = automatic,
                         MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                         WeightSigns signs = WeightSigns::from_zero);

  /// A graph made from pairs of ids in any order. The vertices are the ids that occur, in self-loops too,
  /// numbered by increasing id and named by their ids. There are no weights, or one per pair, merged as
  /// `from_arcs` does.
  ///
  /// Cost:    on the threads of the run: O(m) when ids are below about 4m + 10^6, else O(m + n log n); some
  ///          60 bytes more per pair while ids are numbered.
  /// Errors:  as from_arcs, with the names of the vertices. InvalidArgument for 2^32-1 or more different ids,
  ///          and for a number of weights that differs from the number of pairs.
  /// Deterministic: the same graph for any number of threads.
  static Graph from_ids(std::span<const IdPair> edges, std::span<const Weight> weights = {},
                        MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                        WeightSigns signs = WeightSigns::from_zero);
  /// An overload for pairs of labels, numbered by increasing bytes. Cost: O(m + n log n), memory as from_ids.
  static Graph from_labels(std::span<const LabelPair> edges, std::span<const Weight> weights = {},
                           MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                           WeightSigns signs = WeightSigns::from_zero);

  /// Number of vertices n. The vertices are 0 ... n-1.
  Vertex num_vertices() const { return static_cast<Vertex>(csr_.offsets.size() - 1); }
  /// Number of edges m.
  EdgeCount num_edges() const { return csr_.targets.size() / 2; }
  /// Number of arcs, 2m: every edge counted once from each end.
  ArcIndex num_arcs() const { return csr_.targets.size(); }

  /// The neighbours of v, in increasing order.
  std::span<const Vertex> neighbors(Vertex v) const {
    return csr_.targets.subspan(csr_.offsets[v], csr_.offsets[v + 1] - csr_.offsets[v]);
  }
  /// The weights of the edges at v, in the order of `neighbors(v)`. Empty when the graph is unweighted.
  std::span<const Weight> neighbor_weights(Vertex v) const {
    return weighted() ? csr_.weights.subspan(csr_.offsets[v], csr_.offsets[v + 1] - csr_.offsets[v])
                      : std::span<const Weight>{};
  }
  /// Number of neighbours of v.
  Vertex degree(Vertex v) const { return static_cast<Vertex>(csr_.offsets[v + 1] - csr_.offsets[v]); }
  /// Sum of the weights of the edges at v. It is the degree when the graph is unweighted.
  Weight strength(Vertex v) const;
  /// Weight of the arc at this position of the arrays; 1 when the graph is unweighted.
  Weight arc_weight(ArcIndex arc) const { return weighted() ? csr_.weights[arc] : 1.0; }

  /// Calls visit(neighbour, weight) for every neighbour of v; the weight is 1 in an unweighted graph.
  template <class Visit>
  void for_each_neighbor(Vertex v, Visit&& visit) const {
    const ArcIndex end = csr_.offsets[v + 1];
    if (weighted()) {
      for (ArcIndex arc = csr_.offsets[v]; arc < end; ++arc) visit(csr_.targets[arc], csr_.weights[arc]);
    } else {
      for (ArcIndex arc = csr_.offsets[v]; arc < end; ++arc) visit(csr_.targets[arc], Weight{1});
    }
  }

  /// True if u and v are adjacent. Cost: O(log of the smaller degree).
  bool adjacent(Vertex u, Vertex v) const { return edge_weight(u, v).has_value(); }
  /// Weight of the edge uv, or nothing if there is no such edge. Cost: as `adjacent`.
  std::optional<Weight> edge_weight(Vertex u, Vertex v) const;

  /// True if the graph has weights.
  bool weighted() const { return weight_kind_ != WeightKind::none; }
  /// Kind of the weights.
  WeightKind weight_kind() const { return weight_kind_; }
  /// True if the weight of every set of vertices is an integer. This holds for unweighted graphs, too.
  bool integral() const { return weight_kind_ != WeightKind::real; }
  /// Sum of the weights of all edges. It is the number of edges when the graph is unweighted.
  Weight total_weight() const { return total_weight_; }
  /// True if some weight is negative.
  bool signed_weights() const { return signed_weights_; }
  /// Sum of the magnitudes of the weights of all edges. It equals total_weight() if no weight is negative.
  Weight weight_magnitude() const { return weight_magnitude_; }
  /// Largest degree of a vertex; 0 without vertices.
  Vertex max_degree() const { return max_degree_; }

  /// The arrays of the graph.
  const CsrArrays& csr() const { return csr_; }
  /// Where rows begin: n+1 values.
  std::span<const ArcIndex> offsets() const { return csr_.offsets; }
  /// The neighbours of all vertices, row after row.
  std::span<const Vertex> targets() const { return csr_.targets; }
  /// The weights of all arcs, in the order of `targets`; empty when the graph is unweighted.
  std::span<const Weight> weights() const { return csr_.weights; }

  /// The names of the vertices.
  const VertexNames& names() const { return names_; }
  /// The name of v as text.
  std::string name(Vertex v) const { return names_.name(v); }
  /// The vertex with this id, or nothing. A vertex without a name is called its number, and a label is no id.
  /// Cost: O(log n) when names are in increasing order, else O(n).
  std::optional<Vertex> vertex(std::uint64_t id) const { return names_.find(id, num_vertices()); }
  /// The vertex with this name, or nothing. Cost: as for an id.
  std::optional<Vertex> vertex(std::string_view label) const { return names_.find(label, num_vertices()); }
  /// Returns the graph with other names.
  Graph with_names(VertexNames names) const;

  /// Returns the graph with other weights, one for each arc, or none. They are real if `real`, else integers
  /// if integral. Cost: O(m); the other arrays are shared.
  Graph with_weights(std::vector<Weight> weights, bool real = false) const;

  /// A number in the domain for each vertex, of any sign, or an empty list. Parts and copies keep these
  /// values. They count in no answer unless a request has them, as FindRequest::values.
  std::span<const Weight> values() const { return values_; }
  /// Returns the graph with other values, which it owns; none for an empty vector. Cost: O(n).
  ///
  /// Errors:  InvalidArgument for another number of values than vertices, and for a value outside the domain.
  Graph with_values(std::vector<Weight> values) const;
  /// An overload over a borrowed array that `owner`, or the caller, keeps alive.
  Graph with_values(std::span<const Weight> values, std::shared_ptr<const void> owner) const;

 private:
  Graph(CsrArrays arrays, VertexNames names);
  void set_names(VertexNames names);
  void find_max_degree();
  void set_weights(const WeightSummary& weights);

  CsrArrays csr_;
  VertexNames names_;
  std::span<const Weight> values_;
  std::shared_ptr<const void> values_owner_;
  WeightKind weight_kind_ = WeightKind::none;
  bool signed_weights_ = false;
  Weight total_weight_ = 0.0;
  Weight weight_magnitude_ = 0.0;
  Vertex max_degree_ = 0;
};

/// Throws InvalidArgument if some weight is negative. `what` names the question, "densest sets".
void refuse_signed_weights(const Graph& graph, std::string_view what);

/// Returns the graph with every weight multiplied by -1, where an edge without weight counts as 1. Names and
/// values are kept. Cost: O(m), and 8 bytes per arc; the other arrays are shared.
Graph negated(const Graph& graph);

/// The subgraph induced by a set of vertices, given in any order. Vertex i of the result is the i-th smallest
/// of them. Names (vertex numbers when the graph has none), weights and values are kept. Every part of a
/// graph with real weights has real weights.
///
/// Cost:    O(n + sum of the degrees of `vertices`) time, and 4n bytes besides the result.
/// Errors:  InvalidArgument for a vertex that does not exist or occurs twice.
Graph induced_subgraph(const Graph& graph, std::span<const Vertex> vertices);
/// This overload returns nothing if the run should stop before the work is done.
std::optional<Graph> induced_subgraph(const Graph& graph, std::span<const Vertex> vertices,
                                      const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
