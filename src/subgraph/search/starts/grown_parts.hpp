#pragma once

#include <cstddef>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// A dense part in the order it grew in.
struct GrownPart {
  std::vector<Vertex> vertices;
  std::vector<Weight> weight;  ///< inside the first 1, 2, ... vertices
};

/// How many vertices to take from the front of each part, `room` or fewer in all, so that they weigh most
/// together when edges between parts are not counted: a knapsack with one choice per part.
///
/// Cost: O(vertices of all parts, and no more room than they fill, x vertices of all parts); 4 bytes x that
///       room x parts. A run that is stopped leaves out the parts it has not come to.
std::vector<std::size_t> choose_prefixes(const std::vector<GrownPart>& parts, std::size_t room,
                                         const RunContext& run);

}  // namespace lode::subgraph::detail
