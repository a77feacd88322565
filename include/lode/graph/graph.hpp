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

#include <lode/core/arrays.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

#pragma GCC visibility push(default)
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
  /// The vertex of this id, at the same cost; nothing for labels.
  std::optional<Vertex> find(std::uint64_t id, Vertex num_vertices) const;
  /// The id of a vertex that is closest to `id`, the smaller of two. Cost: O(n).
  /// Errors: InvalidArgument for labels, and without vertices.
  std::uint64_t nearest_id(std::uint64_t id, Vertex num_vertices) const;
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

/// What becomes of an edge that is listed in both directions. error: equal weights are one edge of that
/// weight, and different ones are an error. sum: both weights are added, equal ones too. max, min: the larger
/// or smaller one.
enum class MergeRule { error, sum, max, min };

/// An edge by what its ends are called.
using IdPair = std::pair<std::uint64_t, std::uint64_t>;
using LabelPair = std::pair<std::string_view, std::string_view>;

/// Compressed sparse rows of a simple undirected graph: the neighbours of v are
/// targets[offsets[v]] ... targets[offsets[v+1]-1], increasing; each edge stands in both rows.
struct CsrArrays {
  std::span<const ArcIndex> offsets;  ///< n+1 values, the first 0, the last the number of arcs
  std::span<const Vertex> targets;    ///< one per arc
  std::span<const Weight> weights;    ///< empty, or one per arc, finite, >= 0, equal in both directions;
                                      ///< of any sign with WeightSigns::any
  std::shared_ptr<const void> owner;  ///< keeps the arrays alive; empty: the caller does
};

/// How much of a CSR is checked before it is accepted.
enum class CsrCheck {
  full,    ///< everything, O(m) time with O(n) extra memory
  ranges,  ///< that offsets do not fall, targets are vertices, weights finite and not negative; the caller
           ///< promises increasing rows without self-loops and every edge in both of them
  trusted  ///< sizes only; the producer guarantees the rest (checked at assertion level heavy), and decides
           ///< on signs
};

/// Which weights are accepted. Most questions are about weights from 0 on, and a negative one among them is
/// a mistake of the input: only who asks for negative weights gets them.
enum class WeightSigns {
  from_zero,  ///< a negative weight is an error
  any         ///< weights may be negative: Graph::signed_weights
};

/// Where weights come from and how they add up.
enum class WeightKind {
  none,      ///< unweighted: every edge counts 1
  integral,  ///< integers whose magnitudes sum to less than 2^53: all sums are exact
  real
};

/// What a producer of weights knows of them. A graph without edges has real weights if its producer says so,
/// as a part of a graph with real weights has; otherwise it has none.
struct WeightSummary {
  WeightKind kind = WeightKind::none;
  Weight total = 0.0;  ///< of all edges
  /// Given: some weight is negative, and the magnitudes of all edges sum to this.
  std::optional<Weight> signed_magnitude = {};
};

/// What the weights of all arcs say, each edge standing among them twice. Cost: O(arcs).
WeightSummary summary_of(std::span<const Weight> weights);

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

  /// A graph over borrowed arrays.
  /// Cost:   O(n + m) with CsrCheck::full.
  /// Errors: InvalidArgument naming the first row, arc or weight that breaks the rules of CsrArrays.
  static Graph from_csr(CsrArrays arrays, VertexNames names = {}, CsrCheck check = CsrCheck::full,
                        WeightSigns signs = WeightSigns::from_zero);
  /// The same over arrays of integers of 32 or 64 bits, signed or not: vectors, spans and the like that the
  /// caller keeps, or `owner` does. Offsets of 64 bits, targets of 32 bits and weights are read in place;
  /// arrays of another width are copied. An array that would be gone after the call does not compile.
  /// Errors: InvalidArgument also for a value that is negative or too large.
  template <KeptIntegers Offsets, KeptIntegers Targets, KeptDoubles Weights = std::span<const Weight>>
  static Graph from_csr(Offsets&& offsets, Targets&& targets, Weights&& weights = {},
                        std::shared_ptr<const void> owner = {}, CsrCheck check = CsrCheck::full);
  /// A graph that owns its arrays: all of them are given up, none is copied but for another width.
  /// Cost, errors: as for borrowed arrays.
  template <IndexInteger Offset, IndexInteger Target>
  static Graph from_csr(std::vector<Offset>&& offsets, std::vector<Target>&& targets,
                        std::vector<Weight>&& weights = {}, CsrCheck check = CsrCheck::full);

  /// A graph over borrowed arrays that are trusted, weights included; `weights` says what they are.
  /// Cost:   O(n): targets and weights are not touched.
  /// Errors: InvalidArgument for sizes that do not fit and for a summary that is impossible.
  static Graph from_csr(CsrArrays arrays, VertexNames names, const WeightSummary& weights);

  /// A graph that owns its arrays, made from edges in any order. Self-loops are dropped; the same pair given
  /// again, in either direction, is one edge (weights are summed in the order given).
  /// `num_vertices`: automatic = largest number + 1, up to a million or a thousand for every edge.
  /// Cost:   O(n + m), on the threads of the surrounding TBB arena; 8 bytes per arc (16 with weights) beside
  ///         the edges and the graph. The same graph for any number of threads.
  /// Errors: InvalidArgument for an end >= num_vertices, or one far above the edges where that is automatic,
  /// a
  ///         weight that is negative or not finite, integral weights that sum to 2^53 or more.
  static constexpr Vertex automatic = no_vertex;
  static Graph from_edges(std::span<const Edge> edges, Vertex num_vertices = automatic);
  static Graph from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices = automatic);
  /// The same of edges that are written down: from_edges({{0, 1}, {1, 2}}), from_edges({{0, 1, 2.5}}).
  static Graph from_edges(std::initializer_list<Edge> edges, Vertex num_vertices = automatic) {
    return from_edges(std::span<const Edge>(edges.begin(), edges.size()), num_vertices);
  }
  template <class E = WeightedEdge>  // a template, so that pairs are edges without weights
  static Graph from_edges(std::initializer_list<E> edges, Vertex num_vertices = automatic) {
    return from_edges(std::span<const E>(edges.begin(), edges.size()), num_vertices);
  }
  /// The same on the threads of `run`.
  /// Errors: also SystemError if the run should stop before it begins.
  static Graph from_edges(std::span<const Edge> edges, Vertex num_vertices, const RunContext& run);
  static Graph from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices, const RunContext& run,
                          WeightSigns signs = WeightSigns::from_zero);
  /// The same of the edges of a directed graph, as files of edges are read: the weights of a repeated ordered
  /// pair are summed in the order given, and of a pair given in both directions `merge` says what the edge
  /// weighs. Errors: also InvalidArgument for a pair with two weights under MergeRule::error.
  static Graph from_arcs(std::span<const WeightedEdge> arcs, Vertex num_vertices = automatic,
                         MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                         WeightSigns signs = WeightSigns::from_zero);

  /// A graph that owns its arrays, made from pairs of ids or labels in any order, which stay the names of its
  /// vertices: those that occur (in self-loops too), numbered by increasing id, or bytes of the label.
  /// Weights: none, or one per pair; they are merged as by `from_arcs`.
  /// Cost:   on the threads of the run: O(m) when ids are below about 4m + 10^6; else and for labels
  ///         O(m + n log n), and some 60 bytes per pair more while names are numbered.
  /// Deterministic: the same graph for any number of threads.
  /// Errors: as from_arcs, by names; InvalidArgument for 2^32-1 or more different names and for a number of
  ///         weights that is not that of the pairs.
  static Graph from_ids(std::span<const IdPair> edges, std::span<const Weight> weights = {},
                        MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                        WeightSigns signs = WeightSigns::from_zero);
  static Graph from_labels(std::span<const LabelPair> edges, std::span<const Weight> weights = {},
                           MergeRule merge = MergeRule::error, const RunContext& run = RunContext(),
                           WeightSigns signs = WeightSigns::from_zero);

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
  /// True if some weight is negative.
  bool signed_weights() const { return signed_weights_; }
  /// Sum of the magnitudes of all edge weights: total_weight() where none is negative.
  Weight weight_magnitude() const { return weight_magnitude_; }
  Vertex max_degree() const { return max_degree_; }

  const CsrArrays& csr() const { return csr_; }
  std::span<const ArcIndex> offsets() const { return csr_.offsets; }
  std::span<const Vertex> targets() const { return csr_.targets; }
  std::span<const Weight> weights() const { return csr_.weights; }

  const VertexNames& names() const { return names_; }
  std::string name(Vertex v) const { return names_.name(v); }
  /// The vertex of this name, or nothing: O(log n) when names are in increasing order, else O(n). A vertex
  /// with a label has no id; a vertex without a name is called its number.
  std::optional<Vertex> vertex(std::uint64_t id) const { return names_.find(id, num_vertices()); }
  std::optional<Vertex> vertex(std::string_view label) const { return names_.find(label, num_vertices()); }
  /// The same graph under other names.
  Graph with_names(VertexNames names) const;

  /// A number for each vertex, finite, of any sign; empty: there are none. They are carried along, by parts
  /// and copies too, and change no answer: whoever wants them counted hands them to a request, as
  /// FindRequest::values.
  std::span<const Weight> values() const { return values_; }
  /// The same graph with other values, which it owns or borrows while `owner` lives (an empty owner: the
  /// caller keeps them). No values at all: without.
  /// Cost:   O(n).
  /// Errors: InvalidArgument for another number of values than vertices, and for one that is not finite.
  Graph with_values(std::vector<Weight> values) const;
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

/// For questions that make sense of weights from 0 on alone.
/// Errors: InvalidArgument if some weight is negative; `what` names the question, "densest sets".
void refuse_signed_weights(const Graph& graph, std::string_view what);

/// The same graph with every weight times -1, 1 being that of an edge without weights. Vertices keep their
/// names, and their values as they are.
/// Cost: O(m), and 8 bytes per arc; the rest of the arrays is shared.
Graph negated(const Graph& graph);

template <KeptIntegers Offsets, KeptIntegers Targets, KeptDoubles Weights>
Graph Graph::from_csr(Offsets&& offsets, Targets&& targets, Weights&& weights,
                      std::shared_ptr<const void> owner, CsrCheck check) {
  const SignCheck signs = check == CsrCheck::trusted ? SignCheck::no : SignCheck::yes;
  auto lent = std::make_shared<LentIntegers>();
  lent->owner = std::move(owner);
  CsrArrays arrays;
  arrays.offsets = lent->as_wide("offsets", offsets, signs);
  arrays.targets = lent->as_narrow("targets", targets, signs);
  arrays.weights = weights;
  arrays.owner = std::move(lent);
  return from_csr(std::move(arrays), {}, check);
}

template <IndexInteger Offset, IndexInteger Target>
Graph Graph::from_csr(std::vector<Offset>&& offsets, std::vector<Target>&& targets,
                      std::vector<Weight>&& weights, CsrCheck check) {
  struct Given {
    std::vector<Offset> offsets;
    std::vector<Target> targets;
    std::vector<Weight> weights;
  };
  auto given = std::make_shared<Given>(Given{std::move(offsets), std::move(targets), std::move(weights)});
  Graph graph = from_csr(given->offsets, given->targets, given->weights, given, check);
  // What was copied is of no further use.
  if constexpr (!read_in_place<Offset, ArcIndex>) given->offsets = {};
  if constexpr (!read_in_place<Target, Vertex>) given->targets = {};
  return graph;
}

/// The subgraph induced by a set of vertices, given in any order.
///
/// Vertex i of the result is the i-th smallest of `vertices`; names (vertex numbers when the graph has none),
/// weights and values are kept. Every part of a graph with real weights has real weights, even one without
/// edges.
///
/// Cost:   O(n + sum of the degrees of `vertices`) time, 4n bytes besides the result.
/// Errors: InvalidArgument for a vertex that does not exist or is given twice.
Graph induced_subgraph(const Graph& graph, std::span<const Vertex> vertices);
/// The same, or nothing where the run should stop before it is done.
std::optional<Graph> induced_subgraph(const Graph& graph, std::span<const Vertex> vertices,
                                      const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
