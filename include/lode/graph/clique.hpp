#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

struct CliqueOptions {
  /// Machine words touched by the search before it gives up; a fixed amount gives the same answer on every
  /// machine. About 10^9 are a second.
  std::uint64_t work_limit = std::numeric_limits<std::uint64_t>::max();
  /// The search ends with the first clique of so many vertices.
  Vertex enough = std::numeric_limits<Vertex>::max();
  /// Only larger cliques are looked for: without one, the answer is any clique, and `upper_bound` no less
  /// than this.
  Vertex least = 0;
};

/// A large clique, and how large one can be.
struct Clique {
  std::vector<Vertex> vertices;  ///< increasing; a largest clique when `exact()`
  Vertex upper_bound = 0;        ///< no clique has more vertices
  std::uint64_t nodes = 0;       ///< of the search tree

  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  bool exact() const { return size() == upper_bound; }
};

/// A maximum clique, by branch and bound.
///
/// A greedy clique among the later neighbours of every vertex in smallest-last order gives a first answer;
/// vertices of lower core number drop out. Small dense remainders are searched as a whole, others one
/// neighbourhood at a time: candidates are bit rows, and their greedy colouring bounds the branches.
///
/// Cost:    exponential in the worst case; O(m * degeneracy) before the search, which sparse graphs seldom
///          need; memory O(n + m), and degeneracy^2 / 4 bytes.
/// Stops:   on cancel, deadline, the work limit, and a clique of `enough` vertices, with the best clique and
///          a valid upper bound; within 10 ms, the first greedy cliques apart.
/// Weights are ignored, and threads are not used.
/// Source:  P. San Segundo, D. Rodriguez-Losada, A. Jimenez, Computers & OR 38 (2011) 571-581; sparse graphs:
/// R.
///          Rossi, D. Gleich, A. Gebremedhin, SIAM J. Sci. Comput. 37 (2015) C589-C616.
Clique maximum_clique(const Graph& graph, const CliqueOptions& options = {},
                      const RunContext& run = RunContext());
/// The same with the core decomposition at hand.
/// Errors: InvalidArgument if it is that of a graph with another number of vertices.
Clique maximum_clique(const Graph& graph, const CoreDecomposition& cores, const CliqueOptions& options,
                      const RunContext& run = RunContext());

/// The sizes of cliques that are counted: triangles have 3 vertices.
inline constexpr Vertex least_counted_clique = 3;
inline constexpr Vertex most_counted_clique = 6;

/// How every clique of k vertices splits one unit among its vertices. The load of a vertex is what it gets,
/// so no s vertices hold more cliques than the sum of the s largest loads.
struct CliqueSplit {
  /// A clique with some of these vertices gives its unit to the first of them.
  std::vector<Vertex> outside = {};
  /// All other cliques, k vertices each, increasing, in lexicographic order, and what each vertex gets, in
  /// units of 1 / denominator. The k numbers of a clique sum to the denominator.
  std::vector<Vertex> members = {};
  std::vector<std::uint32_t> shares = {};
  std::uint32_t denominator = 1;
};

/// The set S of most cliques of k vertices per vertex.
struct CliqueDensest {
  Vertex k = 3;
  std::vector<Vertex> vertices;  ///< increasing
  std::uint64_t cliques = 0;     ///< of k vertices inside the set
  EdgeCount edges = 0;           ///< inside
  Weight weight = 0.0;           ///< of these edges; equals edges when unweighted
  bool proven = false;           ///< false: the run was stopped; the set is the densest found so far
  /// No set has more cliques per vertex. When proven: cliques / size of the set.
  Fraction bound = {};
  CliqueSplit split;  ///< no load is above the bound
  /// All cliques of k vertices of the graph; 0 when the run was stopped before they were counted.
  std::uint64_t graph_cliques = 0;
  /// What the proof was carried out on: the clique core of the last density, passes and flows.
  Vertex core_vertices = 0;
  std::uint64_t core_cliques = 0;
  std::uint64_t passes = 0;
  std::uint64_t flows = 0;

  double ratio() const {
    return vertices.empty() ? 0.0 : static_cast<double>(cliques) / static_cast<double>(vertices.size());
  }
};

/// Finds the largest of the sets with the most k-cliques per vertex (the union of all of them), and proves
/// it.
///
/// Cliques are enumerated along the edges to later vertices in smallest-last order. Vertices in fewer cliques
/// than the best density are removed until there are none; the rest, the clique core, holds every densest
/// set. Passes over its cliques even out the loads. The vertices of largest load are the next candidates.
/// When these no longer get denser, shares are moved from vertices above the density to vertices below it:
/// by pushes along shortest ways, and by a largest flow where many pushes do not end. Either all loads come
/// down to the density, which proves it, or what cannot come down is a denser set.
///
/// A graph without k-cliques is one densest set of ratio 0; the empty graph gives the empty set. Weights are
/// ignored.
///
/// Cost:    O(k m (d/2)^(k-2)) for degeneracy d to enumerate, in parallel; what follows runs on one thread.
///          13k bytes for every clique that is listed: all of the graph up to 2^24 cliques, else those left
///          of a first density. A flow takes 100k bytes for every clique of the core.
/// Errors:  InvalidArgument for k below 3 or above 6, and for 2^31 or more cliques to list.
/// Stops:   on cancel and deadline, in the middle of a flow too; unproven then, and the bound still holds.
/// Deterministic on any number of threads.
/// Source:  C. Tsourakakis, The k-clique densest subgraph problem, WWW 2015; M. Danisch, O. Balalau, M.
///          Sozio, Listing k-cliques in sparse real-world graphs, WWW 2018; B. Sun, M. Danisch, T-H. H. Chan,
///          M. Sozio, KClist++, PVLDB 13 (2020).
CliqueDensest densest_by_cliques(const Graph& graph, Vertex k, const RunContext& run = RunContext());

/// For s = 0 ... n a number of k-cliques that no s vertices exceed: the least of the sum of the s largest
/// loads of a split that passes over all cliques have evened out, s times the bound of `found`, the cliques
/// of the graph and s choose k.
///
/// Cost:    64 passes over all k-cliques of the graph; 12k bytes for each.
/// Errors:  InvalidArgument as of densest_by_cliques.
/// Stops:   on cancel and deadline, with larger numbers, which hold.
/// Deterministic on any number of threads.
std::vector<std::uint64_t> clique_curve(const Graph& graph, const CliqueDensest& found,
                                        const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
