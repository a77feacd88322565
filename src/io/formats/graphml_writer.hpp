#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// GraphML, written by Boost.Graph. Vertices are n0, n1, ... and carry their original name as `label` and
/// the attributes; edges of weighted graphs carry `weight`. Control characters and bytes that are not UTF-8
/// become U+FFFD.
void write_graphml(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
