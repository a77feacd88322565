#pragma once

#include <cstdint>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/quotas/classes.hpp"

namespace lode::subgraph {

/// The work of a search without a time limit, in vertices looked at and arcs visited: about a second.
inline constexpr std::uint64_t quota_search_work = 60'000'000;

/// Tabu search over the sets of s vertices that keep limits on groups, and hold Problem::include and none of
/// Problem::exclude. Values count.
///
/// Every move exchanges two vertices so that all limits are kept: the best pair of classes, of each class the
/// member of least and the outsider of largest gain. Both may not move back for a while. After many moves
/// without a gain the search begins again at a good set, a part of it exchanged at random.
///
/// Candidates are the vertices of every class that peeling leaves last, and those of largest degree and
/// value.
///
/// `near`: a set that the search begins near to; its counts need not be within the limits.
/// Cost:    O(candidates + degrees moved) for a move.
/// Errors:  InvalidArgument where no set keeps the limits.
/// Deterministic for a given seed unless the run is stopped; threads are not used.
/// Source:  Q. Wu, J.-K. Hao, J. Comb. Optim. 26 (2013) 86-108, with exchanges that keep quotas.
Solution quota_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                      std::uint64_t work, const RunContext& run);

}  // namespace lode::subgraph
