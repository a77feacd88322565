#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Limits of the search for a clique.
struct CliqueOptions {
  /// Largest number of machine words that the search may touch. A fixed limit gives the same answer on every
  /// machine. A second is about 10^9 words.
  std::uint64_t work_limit = std::numeric_limits<std::uint64_t>::max();
  /// The search ends with the first clique of this many vertices.
  Vertex enough = std::numeric_limits<Vertex>::max();
};

/// A large clique, and an upper bound on the size of any clique.
struct Clique {
  std::vector<Vertex> vertices;  ///< in increasing order; a largest clique when `exact()`
  Vertex upper_bound = 0;        ///< no clique has more vertices
  std::uint64_t nodes = 0;       ///< nodes of the search tree

  /// Number of vertices of the clique.
  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  /// True if the clique is proven to be a largest one.
  bool proven_optimal() const { return size() == upper_bound; }
};

/// A maximum clique, by branch and bound.
///
/// First a greedy clique is built among the later neighbours of every vertex in smallest-last order. Vertices
/// whose core number is too low for a larger clique are removed. The rest is searched as a whole if it is
/// small and dense, else one neighbourhood at a time. Candidates are bit rows, and their greedy colouring
/// bounds the branches. Weights are ignored, and threads are not used.
///
/// Cost:    exponential in the worst case. The work before the search is O(m * degeneracy), and sparse graphs
///          seldom need the search. Memory: O(n + m), and degeneracy^2 / 4 bytes.
/// Stops:   on cancel, at the deadline, at the work limit, and at a clique of `enough` vertices. The answer
///          is then the best clique found, with a valid upper bound. The search stops within 10 ms; the first
///          greedy cliques may take longer.
/// Source:  P. San Segundo, D. Rodriguez-Losada, A. Jimenez, Computers & OR 38 (2011) 571-581. For sparse
///          graphs: R. Rossi, D. Gleich, A. Gebremedhin, SIAM J. Sci. Comput. 37 (2015) C589-C616.
Clique maximum_clique(const Graph& graph, const CliqueOptions& options = {},
                      const RunContext& run = RunContext());
/// An overload with a core decomposition that the caller has already.
///
/// Errors:  InvalidArgument if the decomposition has another number of vertices than the graph.
Clique maximum_clique(const Graph& graph, const CoreDecomposition& cores, const CliqueOptions& options,
                      const RunContext& run = RunContext());

/// The smallest size of cliques that can be counted: triangles.
inline constexpr Vertex least_counted_clique = 3;
/// The largest size of cliques that can be counted.
inline constexpr Vertex most_counted_clique = 6;

/// A way in which every clique of k vertices splits one unit among its vertices. The load of a vertex is the
/// sum of its shares. So no s vertices hold more cliques than the sum of the s largest loads.
struct CliqueSplit {
  /// A clique that has vertices of this list gives its whole unit to the first of them.
  std::vector<Vertex> outside = {};
  /// All other cliques, with k vertices each in increasing order, and in lexicographic order of the cliques.
  std::vector<Vertex> members = {};
  /// Share of each entry of `members`, in units of 1 / denominator. The k numbers of a clique sum to the
  /// denominator.
  std::vector<std::uint32_t> shares = {};
  std::uint32_t denominator = 1;  ///< unit of `shares`
};

/// A set with the most cliques of k vertices per vertex, and the proof of it.
struct CliqueDensest {
  Vertex k = 3;                  ///< number of vertices of a clique
  std::vector<Vertex> vertices;  ///< the set, in increasing order
  std::uint64_t cliques = 0;     ///< number of cliques of k vertices inside the set
  EdgeCount edges = 0;           ///< number of edges inside the set
  Weight weight = 0.0;           ///< weight of these edges; equals `edges` when unweighted
  bool proven_optimal = false;   ///< false: the run was stopped, and the set is the densest known one
  /// No set has more cliques per vertex. When proven, this is `cliques` divided by the size of the set.
  Fraction bound = {};
  CliqueSplit split;  ///< split that proves the bound: no load is above the bound
  /// Number of cliques of k vertices in the graph; 0 when the run was stopped before they were counted.
  std::uint64_t graph_cliques = 0;
  /// Vertices of the clique core of the last density, on which the proof was made.
  Vertex core_vertices = 0;
  std::uint64_t core_cliques = 0;  ///< cliques of k vertices in that core
  std::uint64_t passes = 0;        ///< passes over the cliques of the core

  /// Cliques per vertex of the set; 0 for the empty set.
  double ratio() const {
    return vertices.empty() ? 0.0 : static_cast<double>(cliques) / static_cast<double>(vertices.size());
  }
};

/// Finds and proves the largest set with the most k-cliques per vertex, the union of all such sets.
///
/// Cliques are enumerated along the edges to later vertices in smallest-last order. Vertices in fewer cliques
/// than the best density are removed, again and again. The rest is the clique core. It
/// holds every densest set. Passes over its cliques even out the loads. The vertices of largest load are the
/// next candidates. When the candidates no longer get denser, shares are pushed along shortest paths from
/// vertices above the density to vertices below it. Either all loads come down to the density, which proves
/// it, or the vertices whose loads cannot come down are a denser set.
///
/// In a graph without k-cliques all vertices are one densest set of ratio 0. The empty graph gives the empty
/// set. Weights are ignored.
///
/// Cost:    O(k m (d/2)^(k-2)) for degeneracy d to enumerate, in parallel. The rest runs on one thread. A
///          listed clique takes 13k bytes. Up to 2^24 cliques, all cliques of the graph are listed; beyond
///          that, only cliques left after a first density.
/// Errors:  InvalidArgument for k below 3 or above 6, and for 2^31 or more cliques to list.
/// Stops:   on cancel and deadline. The answer is then not proven, and its bound holds.
/// Deterministic on any number of threads.
/// Source:  C. Tsourakakis, The k-clique densest subgraph problem, WWW 2015; M. Danisch, O. Balalau, M.
///          Sozio, Listing k-cliques in sparse real-world graphs, WWW 2018; B. Sun, M. Danisch, T-H. H. Chan,
///          M. Sozio, KClist++, PVLDB 13 (2020).
CliqueDensest densest_by_cliques(const Graph& graph, Vertex k, const RunContext& run = RunContext());

/// An upper bound on the number of k-cliques in any s vertices, for every s = 0 ... n: the least of the sum
/// of the s largest loads of a split that passes over all cliques have evened out, s times the bound of
/// `found`, the number of cliques of the graph, and s choose k.
///
/// Cost:    64 passes over all k-cliques of the graph, and 12k bytes for each clique.
/// Errors:  InvalidArgument as densest_by_cliques.
/// Stops:   on cancel and deadline. The numbers are then larger, and still hold.
/// Deterministic on any number of threads.
std::vector<std::uint64_t> clique_curve(const Graph& graph, const CliqueDensest& found,
                                        const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
