#pragma once

#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "graph/generators/streams.hpp"

namespace lode::detail {

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
  for (const auto& part : parts) total += part.size();
  std::vector<Edge> edges;
  edges.reserve(total);
  for (auto& part : parts) {
    edges.insert(edges.end(), part.begin(), part.end());
    part = {};
  }
  return edges;
}

}  // namespace lode::detail
