#pragma once

#include <cstdint>

#include <lode/io/read_graph.hpp>

#include "io/csr/arc_collector.hpp"
#include "io/stream/compressed_input.hpp"

// What the readers of directed graphs have in common.

namespace lode::detail {

/// Builds the directed graph of `arcs` and completes the report.
/// Errors: InputError for more than Arcs::most_vertices vertices.
LoadedArcs assemble_arcs(const CompressedInput& input, InputReport report, ArcCollector arcs, std::uint64_t n,
                         VertexNames names, const RunContext& run);

/// Errors: InputError for more vertices than directed graphs have.
void check_arc_vertices(const CompressedInput& input, std::uint64_t n);

/// Fills in what a report says of the input and of the finished graph, but for what is particular to a
/// format.
void describe(InputReport& report, const CompressedInput& input, const Arcs& arcs);

}  // namespace lode::detail
