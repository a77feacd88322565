#pragma once

#include <optional>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/ledger.hpp"

namespace lode::detail {

/// The most that is spent on the bound of one size without being asked for, in units of BoundRequest::work:
/// about two seconds.
inline constexpr double most_auto_work = 2.0 * subgraph::work_per_second;

/// A context whose progress is about one size, beginning with what is known of it.
RunContext told_about(const subgraph::BoundLedger& ledger, Vertex s, std::optional<Weight> best,
                      const RunContext& run);

/// What a search did before it ended by itself, in the same units, at least: its limit of work, which is that
/// of its idle part, or a visit of the graph for methods without one. 0 for searches cut short by a target or
/// a cancel, and for exhaustive ones, which have spent on the bound what they had.
double search_work(const subgraph::MethodRow& row, const subgraph::MethodSettings& settings,
                   const Graph& graph, const subgraph::Solution& solution);

/// One size that has been searched.
struct SearchedSize {
  Vertex s = 0;
  Weight weight = 0.0;  ///< of the answer
  double work = 0.0;    ///< of the search
};

/// Lowers the bounds of sizes, increasing, where they leave a gap: by rule outside, where the gap is above a
/// hundredth, for about 2 s a size and 6 s in all, and by the other strong rules within as much work as the
/// searches took, at most `most_auto_work` each. The work is that of all sizes together: multipliers
/// found for one prove bounds of others. The largest open size comes first, then halves of what lies between,
/// each with half of the work left.
///
/// Cost:   that work, or the time of the run.
/// Deterministic for any number of threads unless stopped by the clock.
void spend_on_bounds(subgraph::BoundLedger& ledger, std::span<const SearchedSize> sizes,
                     const RunContext& run);

}  // namespace lode::detail
