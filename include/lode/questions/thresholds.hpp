#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Required density of a set. A set reaches a density or a degree if its density or degree, rounded to a
/// double, is at least that number: 4 of 6 pairs reach 2.0 / 3.0. A demand of 0 has no effect. The last two
/// demands are about graphs without weights, and cannot be combined with others.
struct DensityThreshold {
  double density = 0.0;                   ///< least number of edges (weight) per pair of vertices
  double average_degree = 0.0;            ///< least average degree: twice the edges (weight) per vertex
  std::optional<EdgeCount> missing = {};  ///< largest number of pairs of vertices that are not joined
  Vertex plex = 0;                        ///< every member misses at most plex - 1 others

  /// The edges (or the weight) that s vertices must have. With exact sums it is the least whole number that
  /// is enough. For a plex it is the number that follows from the missing edges.
  Weight need(Vertex s, Sums sums) const;
  /// The demands as text: "density >= 0.85", "average degree >= 10", or both joined by "and".
  std::string text() const;
};

/// The part of an answer about its threshold: bounds on the size of a largest set that reaches it.
struct LargestSize : AnswerPart {
  DensityThreshold threshold;   ///< the threshold
  Weight need = 0.0;            ///< edges (or weight) that sets of the answer's size must have
  bool reached = true;          ///< false: no set found reaches it, and the answer is the nearest set
  Vertex next_possible = 0;     ///< the next larger size that is not ruled out; 0: the largest size is proven
  Vertex largest_possible = 0;  ///< no set of more vertices reaches the threshold; 0: no set reaches it
  std::string by = {};  ///< proof against the next size: name of a bound; "vertices" if the graph has no
                        ///< more, "component" if its component has no more

  /// Checks that the set reaches the threshold, unless it is claimed that none does. That no larger set
  /// reaches it takes a certificate.
  std::string check(const Graph& graph, const VertexSet& set) const override;
};

/// Finds the largest sets of at least some density, each with the proof about larger sets, as `lode find
/// --min-density` does: one answer for each threshold in the order asked, whose part is a LargestSize. After
/// an interruption some may be missing.
///
/// `request` has the demands on sets, method, effort and proofs, as for sets of a given size; its sizes are
/// ignored. If proofs were to be kept, the result has a certificate with one claim for each threshold that
/// has a proof: no set of that size weighs more than a number below the need. Thresholds that rule out the
/// same size share the strongest claim.
///
/// The density of the densest s vertices never rises with s. So sizes are tried by doubling steps and then by
/// halving. Each trial is a search (lode::find) that ends once enough edges are found. Orders of peeling and
/// of the dense decomposition give a first set. An upper bound on s vertices below their need rules out every
/// larger size. The loads of a dense decomposition give a first such size. Then all rules of bounds are
/// asked. Sizes with few missing edges are searched exhaustively (namespace subgraph below).
///
/// With vertices to include, and with an average degree to reach, a size may be reached although a smaller
/// size is not. The proof then says that no size above `largest_possible` is reached.
///
/// Cost:    the time limit of the run, shared evenly between the remaining thresholds; without one, about
///          twenty searches, and bounds as the effort says (`proof`: until the largest size is proven). Kept
///          proofs are written down even after the time limit. If the run is cancelled, claims that are not
///          written by then are left out, and `events.note` says so.
/// Errors:  InvalidArgument for a request without thresholds, for a threshold without demands, and if all
///          vertices are excluded. InvalidArgument for a density above 1 in a graph without weights, and for
///          numbers that are neither 0 nor from 1e-100 to 1e100. InvalidArgument for `target`, `top`,
///          `values`, `core_of` and `memory`; the errors of lode::find. Vertices to include that no set joins
///          are no error: then no set reaches the threshold.
/// Deterministic as lode::find.
/// Source:  J. Pattillo et al., On the maximum quasi-clique problem, Discrete Applied Mathematics 161 (2013)
///          244-257: densities fall with the size.
FindResult largest_sets(const Graph& graph, const FindRequest& request,
                        const std::vector<DensityThreshold>& thresholds, const FindEvents& events = {},
                        const RunContext& run = RunContext());

}  // namespace lode

namespace lode::subgraph {

/// Options of largest_nearly_complete.
struct NearlyCompleteOptions {
  VertexSet include = {};  ///< vertices that every set must contain, in any order
  VertexSet exclude = {};  ///< vertices that no set may contain, in any order
  bool connected = false;  ///< true: every set must induce a connected subgraph
  /// A set that the caller knows, in any order. The search begins with it, and grows it or cuts it down if it
  /// does not reach the threshold.
  VertexSet hint = {};
  /// Known upper limit of the size of the sets that meet the demands; larger sets may exist without them.
  Vertex upper = no_vertex;
  /// Proven lower bounds on missing pairs: no set of j vertices of the graph misses fewer than
  /// missing_at_least[j] pairs. The list may have any length. 0 means that nothing is known. An upper bound U
  /// on the edges of j vertices gives j(j-1)/2 - U.
  std::vector<EdgeCount> missing_at_least = {};
  /// Largest number of machine words that the searches may touch. A fixed limit gives the same answer on
  /// every machine. A second is about 10^9 words.
  std::uint64_t work_limit = std::numeric_limits<std::uint64_t>::max();
};

/// A largest set of a kind, with an upper bound on the size of such sets.
struct LargestSet {
  VertexSet vertices = {};  ///< in increasing order; empty if no set is known that meets the demands
  EdgeCount missing = 0;    ///< pairs of these vertices without an edge, recounted
  Vertex upper_bound = 0;   ///< no set of the kind has more vertices
  std::uint64_t nodes = 0;  ///< nodes of the search trees
  std::uint64_t work = 0;   ///< machine words touched, except for computing a clique number
  /// By size j: no set of j vertices of the graph without the excluded ones misses fewer pairs. Some were
  /// given, some proven by the search. They fit NearlyCompleteOptions::missing_at_least.
  std::vector<EdgeCount> missing_at_least = {};

  /// Number of vertices of the set.
  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  /// True if no set of the kind is larger.
  bool proven_optimal() const { return size() == upper_bound; }
};

/// Returns the least whole number c for which c / parts, rounded to a double, is at least `level`: the edges
/// that a density requires of `parts` pairs. From 2^53 on it is the next double. Both numbers are at least 0.
double least_count(double level, double parts);

/// The largest set of a graph without weights that reaches a threshold, by exhaustive search: with at most
/// `missing` missing pairs, a plex, or with a `density` above 0 and up to 1. A set of one vertex is such a
/// set.
///
/// Sizes are decided in rising order, from the largest clique on. For each size the search finds the fewest
/// pairs that a set of that size can miss. These numbers bound the searches for larger sizes: by the pairs
/// that smaller sets inside must miss, and by the pairs that a member may miss. Sizes of plexes are decided
/// from both ends. With a density and `include` or `connected`, sizes are decided one by one, from the
/// largest size that is possible without these demands.
///
/// If the search cannot do better within its limits, it returns `hint` and `upper`.
///
/// Cost:    exponential in the missing pairs, for every size and number of pairs searched; linear in the part
///          of the graph outside its dense cores. Memory: O(n + m), and c^2 / 4 bytes per thread for the c
///          candidates of a vertex.
/// Errors:  InvalidArgument for vertices to include or exclude that do not exist, occur twice or are in both
///          lists, for such a hint, and for a density outside its range.
/// Stops:   on cancel, deadline and the work limit, with the best set and a proven upper bound. It does not
///          search beside a vertex with more than 30,000 candidates.
/// Deterministic: the same answer for any number of threads, unless the clock stops the run.
/// Source:  L. Chang, kDC, SIGMOD 2023 (reductions, colour bound); L. Chang, M. Xu, D. Strash, Efficient
///          maximum k-plex computation, PVLDB 16 (2022) (pairs taken apart); P. San Segundo, D.
///          Rodriguez-Losada, A. Jimenez, Computers & OR 38 (2011) 571-581 (rows of bits); Russian dolls: G.
///          Verfaillie, M. Lemaitre, T. Schiex, AAAI 1996; S. Seidman, B. Foster, J. Mathematical Sociology 6
///          (1978) 139-154 (plexes).
LargestSet largest_nearly_complete(const Graph& graph, const DensityThreshold& threshold,
                                   const NearlyCompleteOptions& options = {},
                                   const RunContext& run = RunContext());

}  // namespace lode::subgraph
#pragma GCC visibility pop
