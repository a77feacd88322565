#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// A Graphviz file, written by Boost.Graph: "graph G { 0 [label="a"]; ... 0--1 [weight=0.5]; ... }". Vertices
/// are 0, 1, ... and carry their original name as label and the attributes. Control characters and bytes
/// that are not UTF-8 become U+FFFD.
void write_graphviz(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
