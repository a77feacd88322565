#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// The comment in lines "c ...", "p edge n m", and a line "e u v" per edge, numbered from 1, u > v as in the
/// files of the DIMACS challenges.
void write_dimacs(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
