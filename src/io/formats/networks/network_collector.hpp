#pragma once

#include "io/formats/networks/network_sink.hpp"

namespace lode::detail {

/// Reads a graph whose nodes have texts for ids.
///
/// Vertices: the nodes, numbered in the order of the file. They are called by their labels if every node has
///           one, no two are equal, and none is empty or holds a control byte; else by their ids, and the
///           report says why. ReadOptions::labels makes that an error. Names that are all integers are ids.
/// Edges:    between nodes that the file declares, before or after. Directions are ignored.
///
/// Cost:   O(bytes + n log n) on one thread, then `build_csr`; memory for nodes, labels and edges.
/// Errors: InputError: those of the parser, ids that are empty, hold control bytes or repeat, edges to
/// unknown
///         nodes, weights that are missing, a graph without nodes. InvalidArgument for options without
///         meaning.
LoadedGraph read_network(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                         const RunContext& run);
/// The same for directed graphs. Errors: also InputError for an edge without a direction.
LoadedArcs read_network_arcs(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                             const RunContext& run);

}  // namespace lode::detail
