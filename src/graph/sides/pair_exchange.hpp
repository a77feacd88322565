#pragma once

#include <array>
#include <cstdint>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// When an exchange search ends: at the first of these.
struct ExchangeLimits {
  std::uint64_t work = 100'000'000;  ///< vertices and row entries that are looked at
  EdgeCount target = ~EdgeCount{0};  ///< edges
};

/// Looks for the s1 left and s2 right vertices with most edges between them.
///
/// The edges between a left set and the whole right side say which right set fits it best. Each start takes
/// such a best set on one side and then on the other until neither changes. From there a tabu search swaps
/// the best vertex outside for the worst inside, on the side where that is worth more; both stay where they
/// are for a random number of steps. After many steps without a better pair it goes on from the best pair
/// with a part of each side drawn anew.
///
/// Cost:   O(n + degree of the two vertices) per step.
/// Stops:  at the limits, on cancel and deadline, with the best pair so far.
/// Deterministic for a seed, but when it is stopped by the clock.
/// Source: F. Glover, Tabu search I, ORSA J. Computing 1 (1989) 190-206; P. Hansen, N. Mladenovic, Variable
///         neighborhood search, EJOR 130 (2001) 449-467, for drawing a part anew.
CountedPair exchange_pairs(const SideRows& rows, const std::array<Vertex, 2>& sizes,
                           const ExchangeLimits& limits, const RunContext& run);

}  // namespace lode::detail
