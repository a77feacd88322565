#pragma once

#include <lode/io/write_graph.hpp>

namespace lode::detail {

/// "%%MatrixMarket matrix coordinate pattern|integer|real symmetric", the comment, "n n m", and the entries
/// "i j" or "i j weight" below the diagonal, row by row, numbered from 1.
void write_matrix_market(const Graph& graph, const WriteOptions& options, const TextSink& sink);

}  // namespace lode::detail
