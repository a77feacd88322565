#pragma once

#include <cstdint>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "graph/csr/builder.hpp"
#include "io/stream/compressed_input.hpp"

// Parts shared by graph readers.

namespace lode::detail {

/// Throws the InputError for a pair whose two directions have different weights, on these lines from 1; 0:
/// unknown.
[[noreturn]] void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                                        const VertexNames& names, std::uint64_t forward = 0,
                                        std::uint64_t backward = 0);

/// Notes how many edges have the mean of two weights that differ by rounding.
void note_rounded(std::uint64_t edges, InputReport& report);

/// The graph of rows that were built without a conflict. Completes the report: counts of dropped and merged
/// edges.
Graph graph_of_built(BuiltCsr built, VertexNames names, InputReport& report);

/// Builds the directed graph of arcs, as `build_arcs`, and completes the report.
/// Errors: InputError for more than Arcs::most_vertices vertices.
Arcs graph_of_arcs(const CompressedInput& input, const RunContext& run, std::vector<EdgeChunk> arcs,
                   std::uint64_t n, VertexNames names, const IdRanks* ranks, InputReport& report);

/// Fills in the facts about the input and the finished graph that depend on no format.
void describe(InputReport& report, const CompressedInput& input, const VertexNames& names);

}  // namespace lode::detail
