#pragma once

#include <optional>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/compressed_input.hpp"

namespace lode::detail {

/// The properties file beside a WebGraph file: its name with .properties for .graph, plain, .gz or .zst;
/// nothing if there is none.
std::optional<std::string> webgraph_properties_path(const std::string& graph_path);

/// Reads a BVGraph bit stream, successor lists in increasing order of nodes. Every declared node is a vertex.
///
/// Cost:   O(nodes + arcs); besides the arcs, memory for the window of reference lists.
/// Errors: InputError naming the byte of the stream, or the property, that is wrong or not supported: a
/// version other
///         than 0, Golomb or skewed-Golomb codes, nodes that do not fit 32 bits, lists that contradict the
///         stream's own counts, a stream that ends early or has arcs to spare.
/// Source: P. Boldi, S. Vigna, The WebGraph framework I: compression techniques, WWW 2004.
LoadedGraph read_webgraph(CompressedInput& input, const ReadOptions& options, const RunContext& run);

}  // namespace lode::detail
