#pragma once

#include <lode/io/matrix_file.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// What the vertices of a matrix are called: rows as NumPy counts them, or as text files do.
enum class RowNames { from_zero, from_one };

/// A dense matrix as a graph: row i and column i are a vertex, every entry off the diagonal that is not 0 is
/// an edge. Weights are the entries, with ReadOptions::weighted. The diagonal is left out, its entries other
/// than 0 count as self-loops.
///
/// Cost:   O(n^2) time; 16 bytes per edge and end beside the matrix.
/// Errors: InputError for a matrix that is not square or not symmetric, naming the first row and column that
///         differ, and for a negative entry where signs are not asked for; InvalidArgument for options
///         without meaning.
LoadedGraph graph_of_matrix(const MatrixFile& matrix, const CompressedInput& input,
                            const ReadOptions& options, RowNames names);

/// True for the banner of the array form of Matrix Market.
bool is_market_array(std::string_view head);
LoadedGraph read_market_array(CompressedInput& input, const ReadOptions& options, const RunContext& run);

}  // namespace lode::detail
