#pragma once

#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// Reads a GML file: one list "graph [ ... ]" with lists "node [ id N label TEXT ... ]" and
/// "edge [ source N target N ... ]" in any order. Other keys, lists in lists and comments are passed over.
///
/// Vertices: the nodes, numbered in the order of the file. They are called by their labels if every node has
///           one, no two are equal, and none is empty or holds a control byte; else by their ids, and the
///           report says why. ReadOptions::labels makes that an error. Ids are integers >= 0.
/// Edges:    directions are ignored, whatever `directed` says.
/// Weights:  the key `weight` or `value` of the edges, the same one for all, with ReadOptions::weighted.
///
/// Cost:   O(bytes + n log n + m log n) on one thread, then `build_csr`; memory for nodes, labels and edges;
///         lists in lists cost none and may be `deepest_list` deep.
/// Errors: InputError: anything but keys with values, brackets that do not match, nodes without id, ids that
///         repeat, edges without source or target or to unknown nodes, weights missing or wrong.
///         InvalidArgument for options without meaning: no part of the file can be left out (lenient).
/// Source: M. Himsolt, GML: A portable graph file format, University of Passau, 1997.
LoadedGraph read_gml(CompressedInput& input, const ReadOptions& options, const RunContext& run);

inline constexpr int deepest_list = 256;

}  // namespace lode::detail
