#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// "graph [ directed 0 node [ id 3 label "a" ] ... edge [ source 3 target 4 weight 0.5 ] ... ]" in plain
/// ASCII. The id of a vertex is its original id, or its number when it has a label; other characters of
/// labels are written as "&#N;". Numbers beyond 32 bits have a decimal point, since many readers take
/// integers for 32 bits wide; original ids are written as they are.
void write_gml(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
