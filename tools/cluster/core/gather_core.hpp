#pragma once

#include <string>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

#include "core/choose_core.hpp"
#include "core/peeling.hpp"

namespace lode::cluster {

/// Brings what is left to rank 0 as a graph under its original ids or labels; elsewhere the graph is empty.
/// Together.
///
/// Memory: on rank 0 that of the graph with its ids, and buffers of some MB.
/// Errors: SharedFailure for 2^32-1 vertices or more.
Graph gather_core(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling, const PeelLevel& core,
                  const Ranks& ranks);

/// Peels on to the end, and writes the core numbers of all vertices as `lode info --cores` does. Together:
/// rank 0 writes what the others bring it.
void write_core_numbers(const Rows& rows, Peeling& peeling, const std::string& path, Overwrite overwrite,
                        const Ranks& ranks);

}  // namespace lode::cluster
