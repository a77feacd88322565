#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Values and costs of vertices. The density of a set S is (w(S) + c(S)) / b(S), with the weight w(S) of its
/// edges.
struct DensityTerms {
  std::vector<Weight> values = {};  ///< c, the value of each vertex: in the domain, of any sign; empty: 0
  std::vector<Weight> costs = {};   ///< b, the cost of each vertex: in the domain, positive; empty: 1
};

/// A split of the weight of every edge between its two ends. The load r_v of a vertex is the sum of its
/// shares. If r_v + c_v <= t b_v for every vertex v, no set is denser than t.
struct EdgeSplit {
  /// Edge i gives share[i] / denominator to its smaller end, and the rest to its larger end. Edges are in the
  /// order of the rows.
  std::vector<double> share;
  std::int64_t denominator = 1;  ///< unit of `share`
};

/// Choice whether to return the split that proves a bound.
enum class KeepSplit { no, yes };

/// The densest subgraph of any size: the set S with the largest (w(S) + c(S)) / b(S).
struct DensestSubgraph {
  std::vector<Vertex> vertices;  ///< the set S, in increasing order
  EdgeCount edges = 0;           ///< number of edges inside S
  Weight weight = 0.0;           ///< weight of these edges, w(S); equals `edges` when unweighted
  Weight value = 0.0;            ///< c(S)
  Weight cost = 0.0;             ///< b(S); the size of S without costs
  /// No set is denser than this, rounding included. It is the ratio if all numbers are integers and the run
  /// was not stopped, and infinity if nothing is known.
  double bound = std::numeric_limits<double>::infinity();
  /// Vertices of the core on which the proof was made. The core holds every densest set.
  Vertex core_vertices = 0;
  EdgeCount core_edges = 0;  ///< edges of that core
  std::uint64_t flows = 0;   ///< largest flows computed
  /// True if no set is denser than the ratio by more than 1e-9 of the ratio.
  bool proven_optimal = false;
  /// No set is denser by more than this: the error of rounding, 0 if all numbers are integers; infinity if
  /// the search did not end.
  double optimality_tolerance = std::numeric_limits<double>::infinity();
  std::optional<EdgeSplit> split = {};  ///< the split that proves the bound, if asked for

  /// The density of the set, (weight + value) / cost; an exact fraction if all numbers are integers.
  double ratio() const { return vertices.empty() ? 0.0 : (weight + value) / cost; }
};

/// Finds the largest densest subgraph, which is the union of all densest sets, and proves it by a split of
/// the edges.
///
/// The density t of the whole graph is raised by removing vertices that add less than t b_v, since no set
/// denser than t contains them, until t hardly rises. The weight of every remaining edge is split between its
/// ends, and coordinate descent brings the loads near their optimum. Prefixes of the vertices by falling load
/// raise t further, and cuts that the loads prove separate the core into parts. A part is done when no load
/// exceeds t b_v, by the passes or by a largest flow from the split. Otherwise the flow yields a denser set.
///
/// Integers are exact while the sum of weights and |values| times the sum of the costs is below 2^61, and so
/// are other multiples of one power of two. Other numbers are rounded to multiples of a power of two, at most
/// 2^-51 of the sum of the weights and |values| of the part. The bound includes all errors of rounding; sets
/// that are closer than these errors may be merged or kept apart.
///
/// Without edges and values all vertices are one densest set of ratio 0. With negative values the densest set
/// may have a negative ratio.
///
/// `keep_split`: whether to return the split behind the bound, at the price of one more flow on the core. Its
/// shares are multiples of 1 / denominator if all numbers are integers, otherwise doubles.
///
/// Cost:    O(n + m) for the core, tens of passes over its edges, and flows on the parts that these leave
///          open (Boost.Graph's Boykov-Kolmogorov); 100 bytes per edge of the core.
/// Errors:  InvalidArgument for terms of another size than the graph's, for a value outside the domain
///          (core/domain.hpp), and for a cost outside of it or not positive.
/// Stops:   on cancel and deadline, also inside a flow, and where the numbers of a flow do not fit into 64
///          bits. The answer is then not proven, and has a bound.
/// Deterministic on any number of threads.
/// Source:  A. Goldberg, Finding a maximum density subgraph, UCB/CSD-84-171 (1984); raising t: W. Dinkelbach,
///          Management Science 13 (1967) 492-498; cores at t: Y. Xu et al., SIGMOD 2023.
DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms,
                                 const RunContext& run = RunContext(), KeepSplit keep_split = KeepSplit::no);
/// An overload for the plain density w(S) / |S|.
inline DensestSubgraph densest_subgraph(const Graph& graph, const RunContext& run = RunContext()) {
  return densest_subgraph(graph, DensityTerms(), run);
}

/// A proof, by a split of the edges, that no set S of a graph has a larger (w(S) + c(S)) / b(S) than a bound.
struct DensityCertificate {
  DensityTerms terms;  ///< values c and costs b
  /// The bound as a fraction, if weights, values, costs and shares are integers. With denominator 0 it is the
  /// double `bound`, taken exactly.
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;  ///< 0: the bound is `bound`
  double bound = 0.0;            ///< the bound as a double
  EdgeSplit split;               ///< the split that proves the bound
};

/// The certificate of the least bound that a split proves, rounded up to a double if necessary. The split
/// that densest_subgraph returns for integers proves the ratio of its set.
///
/// Cost:    O(m); an exact sum per vertex where numbers are not integers.
/// Errors:  InvalidArgument for terms or shares of another number, for a share that is not between 0 and the
///          weight, and for a value or cost that is not valid.
DensityCertificate density_certificate(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split);

/// The certificate as one JSON object on one line. docs/certificates.md says what its fields mean.
std::string density_certificate_json(const Graph& graph, const DensityCertificate& certificate);
/// Reads a certificate.
///
/// Errors:  InputError for a file that is no such certificate, and for a certificate of a graph of another
///          size.
DensityCertificate read_density_certificate(const std::string& path, const Graph& graph);

/// Checks a certificate by exact sums of what every vertex receives. The check shares no code with the
/// search. Cost: O(m).
///
/// Errors:  VerificationError for terms that are not valid, for the first share that is not between 0 and the
///          weight of its edge, and for the first vertex that has more than the bound.
void check_density_certificate(const Graph& graph, const DensityCertificate& certificate);

/// Vertices that a set must contain, or must not contain.
struct DensityDemands {
  VertexSet include = {};  ///< vertices that the set must contain
  VertexSet exclude = {};  ///< vertices that the set must not contain
};

/// The largest densest set that contains every vertex of `include` and no vertex of `exclude`.
///
/// The included vertices I are a constant part. A set I + T is worth w(I) + c(I), plus w(T) with the values
/// c_v + w(v, I), where w(v, I) is the weight of the edges between v and I. One of the nested sets of the
/// dense decomposition of the remaining graph is the best T.
///
/// Cost:    a dense decomposition of the graph without the vertices of both lists; without `include`, as
///          densest_subgraph.
/// Errors:  InvalidArgument for a number that is no vertex, for a vertex in both lists, and if every vertex
///          is excluded; the errors of the terms.
/// Stops:   as dense_decomposition. The answer is then not proven, and has a bound.
/// Deterministic on any number of threads.
DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands,
                                 const RunContext& run = RunContext());

/// Finds a dense set around given vertices R, the anchors: the set S with the largest (2 w(S) - vol(S \ R)) /
/// |S|, where vol is the sum of the degrees (strengths when weighted). So vertices outside R pay for all
/// their edges. In the answer, `weight` is w(S), and `value` is w(S) - vol(S \ R).
///
/// Cost:    that of densest_subgraph with half of the strengths outside R as negative values.
/// Errors:  InvalidArgument without anchors, and for a number that is no vertex.
/// Stops:   as densest_subgraph.
/// Deterministic.
/// Source:  Y. Dai et al., Anchored densest subgraph, SIGMOD 2022.
DensestSubgraph anchored_densest(const Graph& graph, const VertexSet& anchors,
                                 const RunContext& run = RunContext());

/// Returns the graph with the weight w / log(d + 5) on every edge, where d is the larger degree of its ends.
/// Cost: O(n + m), 16 bytes per edge.
///
/// Source:  B. Hooi et al., FRAUDAR, KDD 2016.
Graph fraudar_weights(const Graph& graph);

/// One of the nested sets B_1, B_2, ... of a dense decomposition.
struct DenseLayer {
  Vertex size = 0;      ///< number of vertices of B_i
  EdgeCount edges = 0;  ///< number of edges inside B_i
  Weight weight = 0.0;  ///< weight of these edges; equals `edges` when unweighted
  Weight value = 0.0;   ///< c(B_i)
  Weight cost = 0.0;    ///< b(B_i); the size without costs
  // Numbers of the layer without B_(i-1), summed separately: small layers around heavy ones keep their
  // digits.
  Weight own_weight = 0.0;  ///< weight of the edges of B_i that are not inside B_(i-1)
  Weight own_value = 0.0;   ///< value of the vertices of the layer
  Weight own_cost = 0.0;    ///< cost of the vertices of the layer
};

/// The locally-dense decomposition of a graph: nested sets B_1, B_2, ..., B_l = V, from the densest part to
/// the whole graph.
///
/// The sets are the corners of the upper concave envelope of b -> max { w(S) + c(S) : b(S) = b }. B_1 is the
/// largest densest subgraph. B_i is the largest set with the most w(S) + c(S) - t b(S), for every t between
/// the marginal densities of layers i and i+1. The split of the edges with the least sum of (load + value)^2
/// / cost gives every vertex of layer i the same (load + value) / cost, the marginal density of the layer.
struct DenseDecomposition {
  std::vector<Vertex> order;  ///< vertices by layer, the densest layer first; by number inside a layer
  /// The layers, with increasing sizes and strictly falling marginal densities; B_i is order[0] ...
  /// order[layers[i].size - 1]. Empty if the run was stopped.
  std::vector<DenseLayer> layers;
  /// Loads of one split of all edges, by vertex, without the values. Each is within a relative (degree + 2)
  /// 2^-53 of the true load (of load and value together). Every set of s vertices weighs at most the sum of
  /// the s largest true loads, even if the run was stopped.
  std::vector<Weight> load;
  std::uint64_t passes = 0;  ///< passes over the edges of some part
  std::uint64_t flows = 0;   ///< largest flows computed

  /// True if the run was not stopped before the end.
  bool complete() const { return !layers.empty() || order.empty(); }
  /// Number of vertices of layer i alone.
  Vertex layer_size(std::size_t i) const { return layers[i].size - (i == 0 ? 0 : layers[i - 1].size); }
  /// The marginal density of layer i, (weight + value) / cost of the layer alone; exact if all numbers are
  /// integers.
  double marginal_density(std::size_t i) const {
    return (layers[i].own_weight + layers[i].own_value) / layers[i].own_cost;
  }
};

/// Finds the whole locally-dense decomposition.
///
/// Coordinate descent on the edge splits brings the loads near their optimum. A set is a cut if every edge
/// that leaves it gives all its weight to its outer end, and if inner loads exceed outer loads by more than
/// rounding. Such cuts divide the graph. A connected part is one layer once a largest flow finds a split with
/// equal loads in exact integers; otherwise the flow yields the next cut.
///
/// Real numbers are rounded to multiples of a power of two, each part anew, to at most 2^-51 of its sum of
/// weights and |values|. Layers that are closer than that may be merged or kept apart. Edges and weights of
/// the layers are counted on the graph itself. A part of integers that do not fit into 64 bits (weight times
/// size >= 2^61) leaves the decomposition incomplete.
///
/// Cost:    O(n + m) per pass; usually tens of passes over the whole graph and more over small hard parts;
///          flows where parts need them. Memory: up to 64 bytes per edge, 128 when weighted.
/// Errors:  InvalidArgument for terms, as densest_subgraph.
/// Stops:   on cancel and deadline. `layers` is then empty, and `load` is still a valid split.
/// Deterministic on any number of threads, which work on different parts.
/// Source:  N. Tatti, A. Gionis, Density-friendly graph decomposition, WWW 2015; M. Danisch, T-H. H. Chan, M.
///          Sozio, WWW 2017; E. Harb, K. Quanrud, C. Chekuri, NeurIPS 2022.
DenseDecomposition dense_decomposition(const Graph& graph, const DensityTerms& terms,
                                       const RunContext& run = RunContext());
/// An overload for the plain density w(S) / |S|.
inline DenseDecomposition dense_decomposition(const Graph& graph, const RunContext& run = RunContext()) {
  return dense_decomposition(graph, DensityTerms(), run);
}

/// A set denser than every set it meets, and from which no denser set can be cut out: a connected part of a
/// layer without an edge to a denser layer.
struct LocallyDensest {
  VertexSet vertices;     ///< the set, in increasing order
  EdgeCount edges = 0;    ///< number of edges inside the set
  Weight weight = 0.0;    ///< weight of these edges
  double density = 0.0;   ///< (w + c) / b of the set, the marginal density of its layer
  std::size_t layer = 0;  ///< number of its layer, from 0
};

/// All locally densest sets, the densest first, ties by smallest vertex. Cost: O(n + m).
///
/// Errors:  InvalidArgument for a decomposition of another graph, and for one that is not complete.
/// Source:  L. Qin et al., Locally densest subgraph discovery, KDD 2015; N. Tatti, A. Gionis, WWW 2015.
std::vector<LocallyDensest> locally_densest(const Graph& graph, const DenseDecomposition& decomposition);

}  // namespace lode
#pragma GCC visibility pop
