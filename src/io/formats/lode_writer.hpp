#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// The lode format of io/lode_file.hpp. Cost: two passes over the arrays, no copy of them.
void write_lode(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
