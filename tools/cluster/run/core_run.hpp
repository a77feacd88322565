#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
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
  std::optional<int> load_rounds = {};  ///< as in whole_bounds
  std::string cores_path;               ///< empty: no core numbers
  Overwrite overwrite = Overwrite::no;
  const std::atomic<bool>* cancel = nullptr;  ///< ends the run between two phases
};

/// The cost of one phase over all ranks.
struct PhaseRecord {
  std::string name;
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  ///< largest peak of any rank, in bytes
};

/// The results of a run, equal on every rank except for the graph, which only rank 0 has.
struct CoreResult {
  int ranks = 1;
  std::uint64_t files = 0;
  InputReport input;
  std::vector<StatedBound> bounds;
  ChosenCore chosen;
  std::uint64_t search_bytes = 0;  ///< memory of a search in the core
  std::vector<PhaseRecord> phases;
  Graph core;
  CoreOrigin origin;
};

/// Reads a graph, computes bounds, peels it to the core that fits and gathers the core on rank 0. Collective.
/// Errors: SharedFailure, with exit code 143 if any rank was asked to end.
CoreResult run_core(const CoreRequest& request, const Ranks& ranks);

}  // namespace lode::cluster
