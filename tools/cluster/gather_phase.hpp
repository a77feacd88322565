#pragma once

#include <string>

#include <lode/graph/graph.hpp>

#include "ghosts.hpp"
#include "graph_part.hpp"
#include "peel_phase.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// The core as a graph, on rank 0; an empty graph elsewhere. Vertices keep their order and are called by
/// their ids.
/// Errors: AgreedFailure.
Graph gather_core(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, const CoreCut& cut);

/// Writes id, degree and core number of every vertex as CSV, as `lode info --cores` does, by increasing id.
/// Errors: AgreedFailure; nothing is left behind then.
void write_core_numbers(Ranks& ranks, const GraphPart& part, const CoreCut& cut, const std::string& path,
                        bool overwrite);

}  // namespace lode::cluster
