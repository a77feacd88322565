#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

namespace lode::detail {

/// An edge of a flow network with a capacity in each direction.
struct FlowEdge {
  Vertex u = 0;
  Vertex v = 0;  ///< larger than u
  std::int64_t forward = 0;
  std::int64_t backward = 0;
};

/// Where a vertex lies when the flow is largest.
enum class FlowSide : std::uint8_t {
  source,  ///< reachable from the source over arcs with capacity left: in every least cut's source side
  free,    ///< neither
  sink     ///< reaches the sink: in no least cut's source side
};

struct TerminalFlow {
  std::vector<FlowSide> side;
  std::vector<std::int64_t> forward;  ///< capacity left from u to v of every edge
  std::uint64_t reads = 0;            ///< of residuals
};

/// A largest flow from a source that feeds supply[v] > 0 into v to a sink that takes -supply[v] > 0 from v.
///
/// `edges` come in any order, each pair once. The sum of all capacities of one vertex stays below 2^62.
/// Cost:   that of Boost's boykov_kolmogorov_max_flow, O(n^2 m times the cut) at worst, near linear when
///         supplies are small and find their sinks nearby; 72 bytes per edge.
/// Stops:  on cancel and deadline, polled every some thousand residuals, and once it has read `most_reads` of
///         them; with nothing.
/// Source: Y. Boykov, V. Kolmogorov, IEEE TPAMI 26 (2004) 1124-1137.
std::optional<TerminalFlow> terminal_flow(std::span<const std::int64_t> supply,
                                          std::span<const FlowEdge> edges, double most_reads,
                                          const RunContext& run);

}  // namespace lode::detail
