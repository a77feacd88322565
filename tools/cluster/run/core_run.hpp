#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>

#include "bounds/whole_bounds.hpp"
#include "core/choose_core.hpp"
#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

struct CoreRequest {
  std::vector<std::string> files;
  ReadOptions read;
  std::uint64_t range_bytes = 0;
  std::vector<Vertex> sizes;
  CoreOptions core;
  BoundOptions bounds;
  std::string cores_path;  ///< empty: core numbers are not asked for
  Overwrite overwrite = Overwrite::no;
  const std::atomic<bool>* cancel = nullptr;  ///< ends the run between two phases
};

/// What one phase took, over all ranks.
struct PhaseRecord {
  std::string name;
  double seconds = 0.0;
  std::uint64_t sent_mean = 0;  ///< bytes sent to other ranks
  std::uint64_t sent_most = 0;
  std::uint64_t peak_memory = 0;  ///< bytes of the rank that has taken most so far
};

/// What a run found. The same on every rank but for the graph, which rank 0 has.
struct CoreResult {
  int ranks = 1;
  std::uint64_t files = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t ghosts = 0;  ///< of all ranks
  std::uint64_t most_edges_per_rank = 0;
  bool ids_renumbered = false;
  bool labelled = false;
  ReadCounts counts;
  WholeBounds bounds;
  ChosenCore chosen;
  std::uint64_t search_bytes = 0;  ///< what a search in the core takes
  std::vector<PhaseRecord> phases;
  std::uint64_t memory_at_start = 0;
  Graph core;
  CoreOrigin origin;
};

/// Reads a graph, bounds it, peels it to the core that fits and brings that to rank 0. Together.
/// Errors: SharedFailure; one that says so with exit code 143 when any rank was asked to end.
CoreResult run_core(const CoreRequest& request, const Ranks& ranks);

}  // namespace lode::cluster
