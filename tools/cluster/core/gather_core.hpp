#pragma once

#include <string>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

#include "core/choose_core.hpp"
#include "core/peeling.hpp"

namespace lode::cluster {

/// Gathers the remaining vertices on rank 0 as a graph with original ids; on other ranks the graph
/// is empty. Collective.
///
/// Memory: on every rank its share of the graph, and on rank 0 the graph with its ids.
/// Errors: SharedFailure for 2^32-1 vertices or more.
Graph gather_core(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling, const PeelLevel& core,
                  const Ranks& ranks);

/// Peels to the end, and writes the core numbers of all vertices as `lode info --cores` does. Collective:
/// rank 0 writes the numbers of all ranks.
void write_core_numbers(const Rows& rows, Peeling& peeling, const std::string& path, Overwrite overwrite,
                        const Ranks& ranks);

}  // namespace lode::cluster
