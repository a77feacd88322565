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

}  // namespace lode
#pragma GCC visibility pop
