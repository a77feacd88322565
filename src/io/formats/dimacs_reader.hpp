#pragma once

#include <cstdint>

#include <lode/io/read_graph.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// Reads a DIMACS clique or colouring file: lines "c COMMENT", one "p edge N M" (or "p col"), "e U V".
///
/// Vertices: 1 ... N, all of them; so they are called.
/// Edges:    the e lines. M may count the e lines, the distinct edges, or both directions of these: files in
///           circulation do each; the report says which when it is not the e lines.
/// Weights:  none. Lines "n", "d", "v", "x" (node weights and generator parameters) are ignored and reported.
/// Lenient:  bad e lines are skipped and counted; they count as edges of the p line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a missing, repeated or wrong p line, an e line before it, any other line, vertices out
///         of range, a number of edges other than the one declared, more than `on_trust` vertices without an
///         edge for 256 of them. InvalidArgument for options without meaning.
/// Source: Clique and Coloring Problems: Graph Format, DIMACS, 1993.
LoadedGraph read_dimacs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                        std::uint64_t on_trust = vertices_on_trust);

}  // namespace lode::detail
