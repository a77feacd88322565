#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <lode/core/tolerance.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "subgraph/hybrid/kick/kick_search.hpp"

namespace lode::detail {

/// a * b, or the largest number when that is beyond 64 bits.
constexpr std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return b > 0 && a > largest / b ? largest : a * b;
}

/// The kicks that the options of HYBRID ask for on a graph, without target and order.
inline KickSearchOptions kick_options(const HybridOptions& options, const Graph& graph) {
  KickSearchOptions kicks;
  kicks.block = options.block;
  kicks.cluster = options.cluster;
  kicks.starts = options.starts;
  kicks.searchers = options.searchers;
  const std::uint64_t size = graph.num_vertices() + graph.num_arcs();
  kicks.work = std::min(options.work, capped_product(options.passes, size));
  return kicks;
}

/// Idle blocks after which the descent behind the kicks ends. Random blocks of so many outsiders find next to
/// nothing that kicks have not, and a large graph has millions of them.
inline std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices) {
  constexpr std::uint64_t most = 100'000;
  const auto block = static_cast<std::uint64_t>(std::max(1, options.working_set.total()));
  const bool many = options.work > 0 && 5 * num_vertices / block > most;
  return options.idle == 0 && many ? most : options.idle;
}

/// The weight at which a search may stop because the upper bound is met.
inline Weight proving_weight(const Graph& graph, Weight upper_bound) {
  return least_meeting(upper_bound, sums_of(graph.integral()));
}

}  // namespace lode::detail
