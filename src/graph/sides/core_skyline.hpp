#pragma once

#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// A vertex is in the (alpha, beta)-core, but not in the (alpha, beta+1)- or (alpha+1, beta)-core.
struct CoreCorner {
  std::size_t side = 0;
  Vertex vertex = 0;
  Vertex alpha = 0;
  Vertex beta = 0;
};

/// The corners of all vertices that have an edge, by side, vertex and alpha. The (alpha, beta)-core is the
/// largest part in which left vertices have alpha neighbours and right ones beta.
///
/// One peel for each alpha, and one for each beta, up to the largest d for which there is a (d, d)-core:
/// every core has alpha <= d or beta <= d.
///
/// Cost:   O(d m), d <= sqrt m.
/// Stops:  on cancel and deadline, with nothing.
/// Source: B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, Efficient (alpha, beta)-core computation,
///         WWW 2019.
std::vector<CoreCorner> core_corners(const SideRows& rows, const RunContext& run);

}  // namespace lode::detail
