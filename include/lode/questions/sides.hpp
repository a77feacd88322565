#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A number of left vertices and a number of right vertices.
struct SideSizes {
  Vertex left = 1;   ///< number of left vertices
  Vertex right = 1;  ///< number of right vertices
  friend bool operator==(const SideSizes&, const SideSizes&) = default;
};

/// A left and a right set with their bound.
struct SidedAnswer {
  VertexSet left;   ///< vertices of the graph, increasing
  VertexSet right;  ///< vertices of the graph, increasing; both sets are empty if no pair meets the demands
  EdgeCount edges = 0;  ///< number of edges between them
  /// Upper bound: no pair of these sizes has more edges. For bicliques: none has a larger area.
  std::uint64_t bound = 0;
  std::string_view bound_name;  ///< "subsets", "area", "degree", "bicliques", or "multiplier" with a rule of
                                ///< bounds behind it
  std::string_view rule;        ///< for a multiplier: name of that rule
  double multiplier = 0.0;      ///< for a multiplier: value of every left vertex in the bound of the rule
  std::string_view method;      ///< "subsets", "exchange" or "bicliques"
  bool proven_optimal = false;  ///< the answer meets the bound
  StopReason stop_reason = StopReason::converged;  ///< why the search ended
  double seconds = 0.0;                            ///< time of the search

  /// Least sizes of the sides, given if the biclique of largest area was asked for.
  std::optional<SideSizes> least = {};

  /// The area |left| |right|.
  std::uint64_t area() const { return std::uint64_t{left.size()} * right.size(); }
  /// The number that `bound` is about: the area if it was asked for, otherwise the edges.
  std::uint64_t objective() const { return least ? area() : edges; }
};

/// Asks for the pairs of sets of some sizes with the most edges between them.
struct PairRequest {
  std::vector<SideSizes> sizes;  ///< distinct sizes, each at least 1 and at most that of its side
  /// Work on bounds beyond degrees, if there are too many subsets. cheap: cheap rules for some multipliers.
  /// automatic: then all rules for the best multiplier, for up to 3 s per size. strong and proof: for up to
  /// 30 s.
  subgraph::Effort effort = subgraph::Effort::automatic;
};

/// Finds the left and right set with the most edges between them, for each of the sizes.
///
/// If one side is small, every subset of it is visited. The best vertices of the other side are the vertices
/// with most neighbours in the subset. All sizes are then exact and share one pass. Otherwise exchanges look
/// for the best pair, and the upper bound is the least of these:
/// - area: left times right
/// - degree: a left vertex has at most min(degree, right) edges; the sum of the largest of these numbers; the
///   same from the right
/// - multiplier: give every left vertex the value x. A bound of find_bounds says that no set of left + right
///   vertices has more edges and values than U. Then U - x left is a bound. The search for x takes few
///   bounds.
///
/// Cost:    2^n steps for a side of n vertices, up to 4 10^9 steps; otherwise about a second per size for
///          exchanges, and the effort. A time limit counts for all sizes together.
/// Errors:  InvalidArgument for no sizes, and for sizes out of range or given twice.
/// Stops:   on cancel and deadline, with the best pairs and bounds found.
/// Deterministic for a seed and any number of threads, unless the clock stops it.
std::vector<SidedAnswer> best_pairs(const SidedGraph& sides, const PairRequest& request,
                                    const RunContext& run = RunContext());

/// Finds the biclique of largest area: a left and a right set of at least the sizes `least`, with all edges
/// between them.
///
/// Ranges of sizes are reduced by degrees and common neighbours. Then they are searched by branching, until
/// no larger biclique is left.
///
/// Cost:    until it is proven, which is exponential in the worst case.
/// Errors:  InvalidArgument for sizes that the sides do not have.
/// Stops:   as best_pairs.
/// Deterministic for a seed and any number of threads, unless the clock stops it.
/// Source:  B. Lyu, L. Qin, X. Lin, Y. Zhang, Z. Qian, J. Zhou, Maximum biclique search at billion scale,
///          PVLDB 13 (2020) 1359-1372.
SidedAnswer largest_area(const SidedGraph& sides, const SideSizes& least = {},
                         const RunContext& run = RunContext());

/// A corner of a vertex. The (alpha, beta)-core is the largest part in which left vertices have alpha
/// neighbours and right vertices have beta neighbours. The vertex is in this core, but neither in the (alpha
/// + 1, beta)-core nor in the (alpha, beta + 1)-core.
struct SidedCore {
  Vertex vertex = 0;  ///< the vertex
  Vertex alpha = 0;   ///< neighbours of left vertices
  Vertex beta = 0;    ///< neighbours of right vertices
};

/// The corners of all vertices that have edges, by vertex and alpha. A vertex is in an (alpha, beta)-core if
/// one of its corners has at least this alpha and at least this beta.
///
/// Cost:    O(d m), where d <= sqrt m is the largest number for which there is a (d, d)-core.
/// Stops:   on cancel and deadline, with an empty list.
/// Source:  B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, Efficient (alpha, beta)-core computation, WWW
///          2019.
std::vector<SidedCore> sided_cores(const SidedGraph& sides, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
