#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "peel_phase.hpp"
#include "phases.hpp"
#include "ranks.hpp"
#include "read_phase.hpp"

namespace lode::cluster {

/// What a run is asked for.
struct CoreRequest {
  std::vector<std::string> files;
  ReadOptions read;
  std::string sizes;  ///< as -s takes them
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> core;
  std::uint64_t passes = 64;
  std::string output;
  std::string cores_path;
  std::string checkpoint;
  bool resume = false;
  bool overwrite = false;
};

/// What came of it; the same on all ranks.
struct CoreReport {
  InputCounts input;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t max_degree = 0;
  std::vector<std::uint64_t> own;     ///< vertices, by rank
  std::vector<std::uint64_t> ghosts;  ///< by rank
  std::vector<std::uint64_t> arcs;    ///< by rank
  std::uint64_t passes = 0;           ///< for each of the lp and spectral bounds
  CoreOrigin origin;
  std::uint64_t core_vertices = 0;
  std::uint64_t core_edges = 0;
  std::vector<PeelStep> steps;
  std::vector<PhaseCost> phases;
  std::uint64_t start_bytes = 0;  ///< most memory of a rank before anything was read
};

/// Reads, numbers, assembles, bounds, peels, and writes the core to `output`.
/// Errors: AgreedFailure; nothing is left behind then but checkpoints.
CoreReport run_core(Ranks& ranks, const CoreRequest& request);

}  // namespace lode::cluster
