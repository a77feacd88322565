#pragma once

#include <cstdint>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Steps without data: a checker looks at all sets itself.
extern const ProofRule enumeration_proof;

/// Looks at arcs within which a step is worth writing down: some ten milliseconds, and some seconds of
/// tools/verify.py.
inline constexpr std::uint64_t written_looks = 1'000'000;
/// Sizes above are not searched: the search has a level for every member.
inline constexpr Vertex largest_enumerated = 300;

/// What a search of all sets came to.
struct Enumerated {
  bool shown = false;       ///< no set weighs more than the limit
  std::uint64_t looks = 0;  ///< at arcs
};

/// Searches all sets of s vertices for one that weighs more than `limit`, with what its vertices add on their
/// own (`values`, >= 0; none: nothing). Nothing is shown where there is such a set, after `most` looks at
/// arcs, for s > largest_enumerated, and when the run stops. The search shares nothing with the search for
/// bounds.
///
/// Let P be the vertices chosen so far, C the candidates and k the number of vertices to choose. A candidate
/// v adds at most r_v = c_v + w(v, P) + half of the k - 1 largest weights from v to other candidates. So a
/// set weighs at most F(P) and the k largest r_v. The search chooses the candidate of the largest r_v, and
/// then leaves it out. Real sums are enlarged by 2^-61 of themselves for each of n + s^2 + 8 terms.
Enumerated enumerate(const Graph& graph, std::span<const Weight> values, Vertex s, double limit,
                     std::uint64_t most, const RunContext& run);

}  // namespace lode::subgraph
