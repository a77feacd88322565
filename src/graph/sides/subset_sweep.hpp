#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// The pairs of most edges for each of the sizes (left, right), by a look at every subset of one side, which
/// has at most 40 vertices. The best vertices of the other side are those with most neighbours in the subset.
/// Consecutive subsets differ by one vertex (a Gray code), and a histogram counts the vertices by neighbours.
///
/// Cost:   2^n times the average degree of the side and the number of sizes, on the threads of the run.
/// Stops:  on cancel and deadline, with nothing.
/// Deterministic for any number of threads.
std::optional<std::vector<CountedPair>> sweep_subsets(const SideRows& rows, std::size_t side,
                                                      const std::vector<std::array<Vertex, 2>>& sizes,
                                                      const RunContext& run);

/// About how many steps that takes.
double sweep_steps(const SideRows& rows, std::size_t side, std::size_t sizes);

}  // namespace lode::detail
