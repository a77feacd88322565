#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>
#include <lode/study/quotas.hpp>

namespace lode::detail {

/// What a bound lowered by quotas is called.
inline constexpr std::string_view quota_bound_name = "quotas";

/// A bound on the sets of s vertices that keep quotas.
struct QuotaBound {
  double value = 0.0;
  std::vector<double> multipliers;  ///< one for each quota, multiples of a power of two
};

/// Lowers `first`, a bound on all sets, by multipliers of quotas: steps along each of them, halved whenever
/// none helps, with the cheap rules; then the strong rules at the best ones, as the effort asks.
///
/// `incumbent`: the objective of a set that keeps the quotas; no smaller bound is needed.
/// Cost: some dozen cheap bounds, in a third of the time, then the strong rules in the rest.
QuotaBound quota_bound(const Graph& graph, const FindRequest& request, Vertex s,
                       std::span<const Quota> quotas, double incumbent, double first, const RunContext& run);

}  // namespace lode::detail
