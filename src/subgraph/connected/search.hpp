#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// No connected set of s vertices was found that holds all vertices to include. With two vertices to include,
/// no such set exists.
class NotJoined : public InvalidArgument {
 public:
  /// `smallest`: the size of the smallest connected set found that holds all `included` vertices.
  NotJoined(std::size_t included, Vertex s, Vertex smallest);

  Vertex smallest() const { return smallest_; }

 private:
  Vertex smallest_;
};

/// Throws InvalidArgument unless some component has s vertices and holds all vertices to include, which exist
/// and are distinct.
/// Cost: O(n + m).
void check_connectable(const Problem& problem);

/// The vertices outside every component that can hold a connected set of s vertices with all vertices to
/// include, increasing, without Problem::exclude. Empty if no component can.
/// Cost:   O(n + m).
/// Errors: as without_excluded.
VertexSet out_of_reach(const Problem& problem);

/// An upper bound on connected sets of s vertices where no weight is positive: such a set has s - 1 edges or
/// more, so it weighs at most the s - 1 largest weights of its component and the s largest values.
/// Infinity where a weight is positive.
/// Cost:   O(n + m).
double spanning_bound(const Problem& problem);

/// A team of searchers by kicks (team.hpp) over the sets of s vertices that induce a connected subgraph and
/// hold Problem::include.
///
/// The first start joins the connected parts of `begin` (any set, may be empty) by shortest paths and peels
/// or grows the union to s vertices. Later starts join and peel the sets with which the searchers begin in
/// the same way. No member leaves that connects others, and descents are by single exchanges.
///
/// Cost:    O(n + m) for a start; a kick visits the rows of the vertices that it moves, and the rows of the
///          set once per removal at worst. Ends after `work` arcs without an improvement.
/// Returns: exactly s vertices, connected, with the vertices to include; no bound on the optimum.
/// Errors:  as check_connectable; NotJoined if no connected set of at most s vertices with
///          all vertices to include was found; SystemError if the run is stopped while they are being joined.
/// Deterministic for a given seed, for any number of threads, unless the run is stopped.
Solution connected_search(const Problem& problem, const VertexSet& begin, std::uint64_t work,
                          const RunContext& run);

/// Begin of the note of a connected answer about the best set without the demand. Its weight and its number
/// of parts follow.
inline constexpr std::string_view unconnected_note =
    "the best set found without the demand to be connected has ";

/// Solves without the demand to be connected first, in at most half of the time; if its answer is connected,
/// it is the answer, with its proof. Otherwise connected_search continues from it.
using UnconnectedSolve = std::function<Solution(const Problem&, const RunContext&)>;
Solution solve_connected(const Problem& problem, const UnconnectedSolve& solve, std::uint64_t work,
                         const RunContext& run);

}  // namespace lode::subgraph
