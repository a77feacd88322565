#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// The comment, "n m" or "n m 001", and a line per vertex with its neighbours, numbered from 1, each followed
/// by the weight of the edge. Weights are integers >= 1, as the manual of METIS 5 defines them.
void write_metis(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
