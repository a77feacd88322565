#pragma once

#include <cstdint>

namespace lode::detail {

/// Tags of the random streams of graph searches: all of them, so that no two are the same.
///
/// Rng(seed, tag) begins at 1000 seed + tag: tags below 1000 keep the streams of neighbouring seeds apart.
/// Generators use 301 to 399 (graph/generators/streams.hpp). Least squares searches other data, with tags of
/// its own below 130, some of them fixed by published check values.
enum SearchStream : std::uint64_t {
  start_stream = 101,
  block_stream = 102,
  stationarity_stream = 103,
  tabu_exchange_stream = 112,
  tabu_restart_stream = 113,
  first_kick_stream = 121,  ///< one for each searcher, up to last_kick_stream
  last_kick_stream = 199,
  connected_stream = 201,
  several_stream = 202,
  verification_stream = 203,
};

}  // namespace lode::detail
