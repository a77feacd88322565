#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

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

}  // namespace lode
