#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph_part.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// Removing what has less than `core` neighbours left, over and over.
struct PeelStep {
  std::uint64_t core = 0;
  std::uint64_t rounds = 0;    ///< of exchange
  std::uint64_t vertices = 0;  ///< left
  std::uint64_t edges = 0;     ///< left
  double seconds = 0.0;
};

/// A core of the whole graph.
struct CoreCut {
  std::uint64_t core = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::vector<std::uint8_t> inside;        ///< of the own vertices
  std::vector<std::uint32_t> core_number;  ///< of the own vertices, if asked for
  std::vector<PeelStep> steps;
};

struct PeelOptions {
  std::optional<std::uint64_t> core;  ///< this one
  std::uint64_t memory = 0;           ///< else the least that `lode find` can work on within so many bytes
  bool core_numbers = false;          ///< of all vertices
};

/// What a graph takes beside what a search on it does (study/memory.hpp), in bytes.
std::uint64_t core_bytes(std::uint64_t vertices, std::uint64_t edges);

/// Cuts the core. Where it is the least that fits, c is doubled until the c-core does, then halved in; with
/// core numbers, c goes up level by level.
///
/// Cost:   4 bytes sent for every arc between ranks whose row is removed; a removed row is gone through once
///         for every c that is tried. 15 bytes per vertex.
/// Errors: AgreedFailure with InvalidArgument if no core fits, or there is no such core.
CoreCut cut_core(Ranks& ranks, const GraphPart& part, const PeelOptions& options);

}  // namespace lode::cluster
