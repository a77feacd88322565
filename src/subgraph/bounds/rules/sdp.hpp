#pragma once

#include <map>
#include <span>
#include <vector>

#include "subgraph/bounds/rule.hpp"
#include "subgraph/bounds/rules/core.hpp"
#include "subgraph/bounds/sdp/sdp.hpp"

namespace lode::subgraph {

/// Whether the time that sdp gets of `seconds` suffices for a core as large as it should be: it is the
/// strongest rule then, and else a search may do more.
bool sdp_fits(BoundLedger& ledger, const BoundRequest& request, double seconds, const RunContext& run);

/// Exhaustive search settles sizes up to this fast in sparse graphs.
inline constexpr Vertex small_size = 12;

/// Semidefinite bounds square weights, and values of vertices, and add up the squares: whether those are
/// finite.
bool squares_fit(const Graph& graph, std::span<const Weight> values = {});

/// What sdp left of a core: every set heavier than the incumbent lies inside, or not inside the core.
struct SdpRemainder {
  CorePart part;
  std::vector<SdpStage> stages;  ///< that let the others go; none if the ledger keeps no multipliers
  VertexSet left;                ///< vertices of the part's graph
  double incumbent = 0.0;
};
/// What a ledger remembers of its last sdp bounds, by size.
using SdpRemainders = std::map<Vertex, SdpRemainder>;

}  // namespace lode::subgraph
