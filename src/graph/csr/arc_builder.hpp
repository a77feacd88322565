#pragma once

#include <cstdint>
#include <vector>

#include <lode/graph/arcs.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/builder.hpp"

namespace lode::detail {

/// Makes a directed graph out of arcs with repetitions. Ends stand as source, target; weights are not read.
/// With `ranks`, the ends are ids and vertex numbers are their ranks.
///
/// Method:  the rows are those of the bipartite graph that has every vertex twice, as a source and as a
///          target, and an edge for every arc; `build_csr` makes them.
/// Needs:   1 <= num_vertices <= Arcs::most_vertices.
/// Cost:    that of `build_csr`.
/// Runs on the threads of the surrounding arena; the same result for any number of them.
Arcs build_arcs(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, VertexNames names,
                const IdRanks* ranks = nullptr);

}  // namespace lode::detail
