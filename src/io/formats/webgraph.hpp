#pragma once

#include "io/formats/format.hpp"

namespace lode::detail {

/// Reads a BVGraph bit stream with its .properties file. Every declared node is a vertex.
///
/// Cost:   O(nodes + arcs); besides the arcs, memory for the window of reference lists.
/// Errors: those of webgraph_lists.hpp; InvalidArgument for options without meaning.
LoadedGraph read_webgraph(CompressedInput& input, CompressedInput& properties, const ReadOptions& options,
                          const RunContext& run, const ReadTrust& trust = {});

}  // namespace lode::detail
