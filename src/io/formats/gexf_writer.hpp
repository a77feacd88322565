#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// GEXF 1.3, for Gephi. Vertices are 0, 1, ... and carry their original name as label and the attributes;
/// edges of weighted graphs carry their weight. Control characters and bytes that are not UTF-8 become
/// U+FFFD.
void write_gexf(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
