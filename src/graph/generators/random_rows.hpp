#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "core/linalg/portable_math.hpp"
#include "core/stream_tags.hpp"

// Shared parts of the generators: streams of rows, geometric steps, rows of edges, checks.

namespace lode::detail {

/// Name of the work in the error of a stopped run.
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

/// Errors: InvalidArgument unless the option is valid.
template <class Number>
void require(bool valid, const char* name, Number value, const std::string& problem,
             const char* remedy = "") {
  if (!valid) throw InvalidArgument(name, std::to_string(value), problem, remedy);
}
inline void check_probability(const char* name, double p) {
  require(p >= 0.0 && p <= 1.0, name, p, "must be a number from 0 to 1");
}
inline void check_vertex_count(std::uint64_t n, const char* name = "number of vertices") {
  require(n < no_vertex, name, n, "must be below 2^32-1");
}

/// Appends edges {u, offset + v} for v in [begin, end), each with probability(v), which does not rise. Steps
/// are drawn for the probability of the last pair met, which is no smaller, and thinned to the true one.
template <class Probability>
void append_thinned_row(Rng& rng, Vertex u, std::uint64_t begin, std::uint64_t end, Vertex offset,
                        const Probability& probability, std::vector<Edge>& out) {
  double p = begin < end ? probability(begin) : 0.0;
  for (std::uint64_t v = begin; v < end && p > 0.0; ++v) {
    if (p < 1.0) v += geometric_step(rng, portable_log1p(-p), end);
    if (v >= end) break;
    const double q = probability(v);
    if (rng.uniform() * p < q) out.push_back({u, static_cast<Vertex>(offset + v)});
    p = q;
  }
}

/// Concatenates the edges that make_row(row, out) appends for row = 0..num_rows-1. Rows are made in parallel,
/// in blocks; the result does not depend on the number of threads. Errors: SystemError once the run is
/// stopped.
template <class MakeRow>
std::vector<Edge> edges_by_rows(Vertex num_rows, const MakeRow& make_row, const RunContext& run) {
  constexpr std::size_t max_blocks = 1024;
  const std::size_t blocks = std::min<std::size_t>(num_rows, max_blocks);
  const auto block_begin = [&](std::size_t block) {
    return static_cast<Vertex>(block * std::size_t{num_rows} / std::max<std::size_t>(blocks, 1));
  };
  std::vector<std::vector<Edge>> parts(blocks);
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    for (Vertex row = block_begin(block); row < block_begin(block + 1); ++row) {
      run.require_time(drawing_a_graph);
      make_row(row, parts[block]);
    }
  });
  std::size_t total = 0;
  for (const std::vector<Edge>& part : parts) total += part.size();
  std::vector<Edge> edges;
  edges.reserve(total);
  for (std::vector<Edge>& part : parts) {
    edges.insert(edges.end(), part.begin(), part.end());
    part = {};
  }
  return edges;
}

}  // namespace lode::detail
