#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/types.hpp>

#include "core/linalg/portable_math.hpp"
#include "core/stream_tags.hpp"

// What the generators share: streams of rows, geometric steps, checks.

namespace lode::detail {

/// What a run that stops says it has stopped.
inline constexpr std::string_view drawing_a_graph = "drawing the graph";

/// The stream of row `row` within the stream of (seed, tag).
inline Rng row_stream(std::uint64_t seed, StreamTag tag, Vertex row) {
  return Rng(Rng(seed, tag).at(std::uint64_t{row} + 1), tag);
}

/// Number of failures before the next success of probability p, 0 < p < 1; `limit` if it is that or more.
inline std::uint64_t geometric_step(Rng& rng, double log_failure, std::uint64_t limit) {
  const double step = std::floor(portable_log1p(-rng.uniform()) / log_failure);
  return step < static_cast<double>(limit) ? static_cast<std::uint64_t>(step) : limit;
}

/// A uniformly random permutation of 0..n-1 (Fisher and Yates).
inline std::vector<Vertex> random_permutation(Vertex n, Rng rng) {
  std::vector<Vertex> permutation(n);
  std::iota(permutation.begin(), permutation.end(), Vertex{0});
  for (Vertex i = n; i > 1; --i) std::swap(permutation[i - 1], permutation[rng.below(i)]);
  return permutation;
}

inline void check_probability(std::string_view parameter, double p) {
  if (!(p >= 0.0 && p <= 1.0)) {
    throw InvalidArgument(std::string(parameter), std::to_string(p), "must be a number from 0 to 1");
  }
}

inline void check_vertex_count(Vertex n) {
  if (n == no_vertex) {
    throw InvalidArgument("number of vertices", std::to_string(n), "must be below 2^32-1");
  }
}

}  // namespace lode::detail
