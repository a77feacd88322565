#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A graph with two sides (bipartite): every edge joins a left and a right vertex. Edges have no weights.
struct SidedGraph {
  Graph graph;      ///< its first `left` vertices are the left side, the others the right side
  Vertex left = 0;  ///< at least 1

  Vertex right() const { return graph.num_vertices() - left; }
};

/// The sides of a list of two columns: left are the sources of arcs, right the targets. A source and a target
/// of one name are two vertices. Names are those of the arcs. Vertices without arcs are left out.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument for a graph without arcs.
SidedGraph sides_of(const Arcs& arcs);
/// The sides of a graph whose left vertices are given; all others are right, isolated ones too. Each side is
/// numbered in the order of its vertices. Weights of edges are not looked at.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument for vertices that do not exist or stand twice, for a side without vertices, and
///         for an edge that does not cross, which is named.
SidedGraph sides_of(const Graph& graph, std::span<const Vertex> left);
/// The same with the left vertices in a file (read_vertex_set).
/// Errors: InputError with the file, and the line of a vertex that does not exist or stands twice.
SidedGraph read_sides(const Graph& graph, const std::string& path);

/// A number of left and a number of right vertices.
struct SideSizes {
  Vertex left = 1;
  Vertex right = 1;
  friend bool operator==(const SideSizes&, const SideSizes&) = default;
};

/// The pair of sets of largest area |left| |right| that lacks few edges.
struct AreaRequest {
  /// At least this part of all |left| |right| pairs are edges: in (0, 1], at most 10^9 in both numbers.
  Fraction min_density = {1, 1};
  std::uint64_t missing = 0;  ///< and so many edges may be missing beside
  SideSizes least = {};       ///< so many vertices of each side at least
};

/// A left and a right set, and what is proven of them.
struct SidedAnswer {
  VertexSet left;       ///< vertices of the graph, increasing
  VertexSet right;      ///< the same; both are empty if no pair of sets does what is asked
  EdgeCount edges = 0;  ///< between them
  std::uint64_t bound =
      0;  ///< no pair of the sizes has more edges; of largest areas: no pair has a larger one
  std::string_view bound_name;  ///< "subsets", "area", "degree", "bicliques", or "multiplier" with a rule of
                                ///< bounds behind it
  std::string_view rule;        ///< of a multiplier: the row of the registry
  double multiplier = 0.0;      ///< the value of every left vertex under which that rule was asked
  std::string_view method;      ///< "subsets", "exchange", "bicliques" or "growth"
  bool proven_optimal = false;  ///< the bound is met
  StopReason stop_reason = StopReason::converged;
  double seconds = 0.0;

  std::optional<AreaRequest> largest = {};  ///< the largest area was asked for: how

  std::uint64_t area() const { return std::uint64_t{left.size()} * right.size(); }
  /// What `bound` is on: the area where it was asked for, else the edges.
  std::uint64_t objective() const { return largest ? area() : edges; }
};

/// The pairs of sets of some sizes with most edges between them.
struct PairRequest {
  std::vector<SideSizes> sizes;  ///< distinct, 1 <= left <= left side, the same for right
  /// Spent on bounds beyond degrees where subsets are too many. cheap: cheap rules for some multipliers;
  /// automatic: then all rules for the best one, for up to 3 s per size; strong and proof: for up to 30 s.
  subgraph::Effort effort = subgraph::Effort::automatic;
};

/// Finds, for each of the sizes, the left and right vertices with most edges between them.
///
/// If one side is small, every subset of it is looked at: the best vertices of the other side are those with
/// most neighbours in the subset. All sizes are then exact and share one pass. If not, exchanges look for the
/// best pair, and the least of these bounds stands beside it:
///  - area: left times right;
///  - degree: a left vertex has at most min(degree, right) edges; the largest of these; and from the right;
///  - multiplier: with the value x on every left vertex, no set of left + right vertices has more edges and
///    values than a bound of find_bounds says; x times left is taken from that. The search for x ends after
///    few bounds.
///
/// Cost:    2^n steps for a side of n vertices, up to 4 10^9 steps; else about a second per size for
///          exchanges, and the effort. With a time limit, the limit: it holds for all sizes together.
/// Errors:  InvalidArgument for no sizes, sizes out of range or given twice.
/// Stops:   on cancel and deadline, with the best pairs and bounds so far.
/// Deterministic for a seed and any number of threads, but when it is stopped by the clock.
std::vector<SidedAnswer> best_pairs(const SidedGraph& sides, const PairRequest& request,
                                    const RunContext& run = RunContext());

/// Finds the left and right set of largest area that have enough edges between them.
///
/// With density 1 and nothing missing that is a biclique of most edges: ranges of sizes are reduced by
/// degrees and common neighbours and then searched by branching, until no larger one is left. Otherwise a
/// small side is solved by all of its subsets; if no side is small, sets grow and are exchanged, and the
/// bound is that of degrees.
///
/// Cost, stops: as best_pairs; bicliques take until they are proven, exponential in the worst case.
/// Errors:  InvalidArgument for a density outside (0, 1] and for sizes that the sides do not have.
/// Deterministic for a seed and any number of threads, but when it is stopped by the clock.
/// Source:  B. Lyu, L. Qin, X. Lin, Y. Zhang, Z. Qian, J. Zhou, Maximum biclique search at billion scale,
///          PVLDB 13 (2020) 1359-1372.
SidedAnswer largest_area(const SidedGraph& sides, const AreaRequest& request,
                         const RunContext& run = RunContext());

/// The densest pair: the left and right set with most edges / sqrt(|left| |right|), proven. The search is
/// directed_densest on the arcs from left to right.
/// Cost, errors, stops: as directed_densest; InvalidArgument for more than Arcs::most_vertices vertices.
DirectedDensest densest_pair(const SidedGraph& sides, const RunContext& run = RunContext());

/// A vertex is in the (alpha, beta)-core, the largest part in which left vertices have alpha neighbours and
/// right ones beta, and neither in the (alpha + 1, beta)- nor in the (alpha, beta + 1)-core.
struct SidedCore {
  Vertex vertex = 0;
  Vertex alpha = 0;
  Vertex beta = 0;
};

/// Those corners of all vertices that have edges, by vertex and alpha. A vertex is in an (alpha, beta)-core
/// if one of its corners has at least this alpha and at least this beta.
///
/// Cost:   O(d m), d <= sqrt m the largest number for which there is a (d, d)-core.
/// Stops:  on cancel and deadline, with an empty list.
/// Source: B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, Efficient (alpha, beta)-core computation, WWW
///         2019.
std::vector<SidedCore> sided_cores(const SidedGraph& sides, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
