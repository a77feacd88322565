#pragma once

#include <cstdint>

#include <lode/io/read_graph.hpp>

#include "graph/csr/builder.hpp"
#include "io/csr/arc_collector.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/stream/compressed_input.hpp"

// Parts shared by graph readers.

namespace lode::detail {

// --- contradictory weights ---

/// Lines that name a pair in either direction, from 1; 0: unknown.
struct PairLines {
  std::uint64_t forward = 0, backward = 0;
};

/// Throws the InputError for a pair whose two directions have different weights.
[[noreturn]] void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                                        const VertexNames& names, const PairLines& lines);

/// Notes how many edges have the mean of two weights that differ by rounding.
void note_rounded(std::uint64_t edges, InputReport& report);

/// The graph of rows that were built without a conflict. Completes the report: counts of dropped and merged
/// edges.
Graph graph_of_built(BuiltCsr built, VertexNames names, InputReport& report);

/// Throws the InputError for a pair of an edge list whose two directions have different weights. Reads the
/// input again to find the first line of each direction; if that is impossible, only the ids are named.
[[noreturn]] void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                                   const WeightConflict& conflict, const VertexNames& names);

// --- directed graphs ---

/// Builds the directed graph of `arcs` and completes the report.
/// Errors: InputError for more than Arcs::most_vertices vertices.
LoadedArcs assemble_arcs(const CompressedInput& input, InputReport report, ArcCollector arcs, std::uint64_t n,
                         VertexNames names, const RunContext& run);

/// Errors: InputError for more vertices than directed graphs have.
void check_arc_vertices(const CompressedInput& input, std::uint64_t n);

/// Fills in the facts about the input and the finished graph that depend on no format.
void describe(InputReport& report, const CompressedInput& input, const Arcs& arcs);
void describe(InputReport& report, const CompressedInput& input, const VertexNames& names);

}  // namespace lode::detail
