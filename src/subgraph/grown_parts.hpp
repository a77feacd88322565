#pragma once

#include <cstddef>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A dense part in the order it grew in.
struct GrownPart {
  std::vector<Vertex> vertices;
  std::vector<Weight> weight;  ///< inside the first 1, 2, ... vertices
};

/// How many vertices to take from the front of each part, `room` or fewer in all, so that they weigh most
/// together when edges between parts are not counted: a knapsack with one choice per part.
///
/// Cost: O(room x vertices of all parts) and 4 room x parts bytes.
std::vector<std::size_t> choose_prefixes(const std::vector<GrownPart>& parts, std::size_t room);

}  // namespace lode::detail
