#pragma once

#include <cstdint>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/quotas/classes.hpp"

namespace lode::subgraph {

/// Limits without a time limit, in vertices looked at and arcs visited.
struct QuotaSearchOptions {
  std::uint64_t exhaustive_work = 30'000'000;  ///< of the exhaustive search, about 0.1 s
  std::uint64_t work = 60'000'000;             ///< of the tabu search since its last gain, about a second
};

/// Search for a heavy set of s vertices that keeps limits on groups, and holds Problem::include and none of
/// Problem::exclude. Values count.
///
/// The exhaustive search comes first. If its work does not suffice, tabu search follows. Every move exchanges
/// two vertices: the best pair of classes, of each class the member of least and the outsider of largest
/// gain. Both may not move back for a while. A set may break the limits, at a price for each vertex too few
/// or too many. The price rises while limits are broken, and falls while they are kept. So the search reaches
/// sets that several exchanges separate. After many moves without a gain the search begins again at a good
/// set, a part of it exchanged at random.
///
/// Candidates are the vertices of every class that peeling leaves last, and those of largest degree and
/// value.
///
/// `near`: a set that the search begins near to; its counts need not be within the limits.
/// Cost:    O(candidates + degrees moved) for a move.
/// Returns: a set that keeps the limits; Solution::upper_bound if the exhaustive search has ended.
/// Errors:  InvalidArgument where no set keeps the limits.
/// Deterministic for a given seed unless the run is stopped; threads are not used.
/// Source:  Q. Wu, J.-K. Hao, J. Comb. Optim. 26 (2013) 86-108, with a price for broken quotas.
Solution quota_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                      const QuotaSearchOptions& options, const RunContext& run);

}  // namespace lode::subgraph
