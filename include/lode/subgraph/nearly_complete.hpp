#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

// Sets of vertices that miss few of their pairs: exact searches. Weights and values of the graph are ignored.

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// What every search here may be told.
struct NearlyCompleteOptions {
  VertexSet include = {};  ///< vertices that every set must hold, in any order
  VertexSet exclude = {};  ///< vertices that no set may hold, in any order
  bool connected = false;  ///< every set must induce a connected subgraph
  /// A set that the caller knows, in any order. The largest sets are looked for from it on, grown or cut down
  /// where it is not of the kind. missing_edges_search returns it where it is an answer.
  VertexSet hint = {};
  /// Proven: no set of j vertices of the graph misses fewer than missing_at_least[j] pairs. May have any
  /// length; 0 where nothing is known. An upper bound U on the edges of j vertices gives j(j-1)/2 - U.
  std::vector<EdgeCount> missing_at_least = {};
  /// Machine words that the searches touch before they give up; a fixed amount gives the same answer on every
  /// machine. About 10^9 are a second.
  std::uint64_t work_limit = std::numeric_limits<std::uint64_t>::max();
};

/// How a search for one set ended.
enum class SetVerdict {
  found,   ///< here is such a set
  none,    ///< proven: there is none
  stopped  ///< neither: deadline, cancel or work limit, or more candidates than the search takes
};

struct MissingEdgesAnswer {
  SetVerdict verdict = SetVerdict::stopped;
  VertexSet vertices = {};  ///< exactly s, increasing, when found
  EdgeCount missing = 0;    ///< pairs of them without an edge, recounted
  std::uint64_t nodes = 0;  ///< of the search trees
  std::uint64_t work = 0;   ///< machine words touched
};

/// The largest set of a kind, and how large one can be.
struct LargestSet {
  VertexSet vertices = {};  ///< increasing; empty where no set is known that fulfils the demands
  EdgeCount missing = 0;    ///< pairs of them without an edge, recounted
  Vertex upper_bound = 0;   ///< no set of the kind has more vertices
  std::uint64_t nodes = 0;  ///< of the search trees
  std::uint64_t work = 0;   ///< machine words touched; not those for a clique number that was found
  /// By size: no set of j vertices of the graph, those to exclude left out, misses fewer pairs. What the
  /// search knew and what it proved. It fits NearlyCompleteOptions::missing_at_least.
  std::vector<EdgeCount> missing_at_least = {};

  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  bool proven() const { return size() == upper_bound; }
};

/// Is there a set of s vertices with at most k pairs that are not joined (a k-defective clique)?
///
/// Every set is its first vertex in smallest-last order and some later ones. A member misses at most
/// D = k - missing_at_least[s-1] others, so that only the (s-1-D)-core matters, and only later vertices
/// within distance 2 where s >= min(k + 2, 2D + 1). Candidates are rows of bits, filed by how many members
/// they miss. At every node a candidate goes when it, and the s - p - 1 others that are cheapest beside it,
/// would miss too much. The rest is coloured: choosing j vertices of one colour costs j(j-1)/2 pairs. The
/// search branches on those candidates without which the colours prove that there is no set.
///
/// Cost:    exponential in k; linear in the part of the graph outside its dense cores. Memory O(n + m), and
///          c^2 / 8 bytes per thread for the c candidates beside a vertex.
/// Errors:  InvalidArgument if s is 0; for vertices to include or exclude that do not exist, occur twice or
/// are
///          in both lists, and for such a hint.
/// Stops:   on cancel, deadline and the work limit, and without a search where more than 30,000 candidates
///          are left beside a vertex.
/// Deterministic: the same answer for any number of threads, which share the first vertices. A run that the
///          clock stops is an exception.
/// Source:  L. Chang, kDC, SIGMOD 2023 (reductions, colour bound); P. San Segundo, D. Rodriguez-Losada,
///          A. Jimenez, Computers & OR 38 (2011) 571-581 (rows of bits).
MissingEdgesAnswer missing_edges_search(const Graph& graph, Vertex s, EdgeCount k,
                                        const NearlyCompleteOptions& options = {},
                                        const RunContext& run = RunContext());

/// The largest set with at most k pairs missing.
///
/// Sizes are settled in rising order, from the largest clique on: for each one, the fewest pairs that a set
/// of that size can miss. These numbers bound the searches for larger sizes, from within and by what a member
/// may miss.
///
/// Cost, errors, determinism: as missing_edges_search, for every size and number of pairs on the way.
/// Stops:   with the best set and a proven upper bound.
/// Source:  besides those above: Russian dolls, G. Verfaillie, M. Lemaitre, T. Schiex, AAAI 1996.
LargestSet largest_defective_clique(const Graph& graph, EdgeCount k,
                                    const NearlyCompleteOptions& options = {},
                                    const RunContext& run = RunContext());

/// The fraction p / q that a set has to reach, exactly: 0 < p <= q <= 10^9. 0.85 is 17/20.
struct ShareNeeded {
  std::uint64_t p = 1;
  std::uint64_t q = 1;
};

/// The largest set in which at least p/q of the pairs are joined: at least ceil(p s(s-1) / (2q)) edges among
/// s vertices. A set of one vertex is one.
///
/// The method of largest_defective_clique, where the pairs that may be missing grow with the size. Without
/// demands, the property holds for smaller sizes wherever it holds, and every bound on the pairs that j
/// vertices miss is one for all larger sizes. With `include` or `connected` sizes are decided one by one,
/// from the largest that is possible without these demands.
///
/// Known sets come as `hint`, a known upper limit of the size as `upper`. Where the search cannot do better
/// in its limits, both come back.
///
/// Errors:  also InvalidArgument for a fraction that is none.
LargestSet largest_quasi_clique(const Graph& graph, ShareNeeded share, Vertex upper,
                                const NearlyCompleteOptions& options = {},
                                const RunContext& run = RunContext());

/// The largest k-plex: a set in which every member misses at most k - 1 others. k = 1: a clique.
///
/// Sizes are decided from both ends by the search of missing_edges_search, in which every member may miss
/// k - 1 others.
///
/// Errors:  also InvalidArgument if k is 0.
/// Source:  besides those above: S. Seidman, B. Foster, J. Mathematical Sociology 6 (1978) 139-154.
LargestSet largest_plex(const Graph& graph, Vertex k, const NearlyCompleteOptions& options = {},
                        const RunContext& run = RunContext());

/// The largest set S in which every member is joined to at least ceil(p (|S|-1) / q) others.
///
/// Smaller sizes need not have such a set where a larger one has. S is a plex of |S| - ceil(p (|S|-1) / q),
/// and every part of s vertices of a larger plex of that kind will do for s. Sizes are decided from the
/// largest that the cores allow.
///
/// Errors:  also InvalidArgument for a fraction that is none.
/// Source:  IterQC, arXiv 2505.15118 (2025), for the reduction to plexes.
LargestSet largest_degree_share(const Graph& graph, ShareNeeded share,
                                const NearlyCompleteOptions& options = {},
                                const RunContext& run = RunContext());

}  // namespace lode::subgraph
#pragma GCC visibility pop
