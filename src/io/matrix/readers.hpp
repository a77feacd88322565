#pragma once

#include <cstdint>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"

// The readers of matrices, one per format; read_matrix chooses among them.

namespace lode::detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";
inline constexpr std::string_view matrix_market_magic = "%%MatrixMarket";
/// Rows and columns are numbered in 32 bits.
inline constexpr std::uint64_t dimension_limit = std::uint64_t{1} << 32;

MatrixFile read_matrix_market_values(CompressedInput& input, const RunContext& run);
MatrixFile read_npy(CompressedInput& input, const RunContext& run);
MatrixFile read_csv_values(CompressedInput& input, const RunContext& run);

/// A dense matrix as a graph: row i and column i are a vertex, and every nonzero entry off the diagonal is an
/// edge. Weights are the entries, of any sign, unless all entries are 0 or 1. Nonzero diagonal entries are
/// omitted and count as self-loops.
///
/// Cost:   O(n^2) time; 16 bytes per edge and end, plus the matrix.
/// Errors: InputError for a matrix that is not square or not symmetric, with the first differing row and
///         column.
LoadedGraph graph_of_matrix(const MatrixFile& matrix, const CompressedInput& input, VertexNames names);

/// A dense matrix, of any shape, as a directed graph: a nonzero entry is an arc from its row to its column.
/// Vertices are called by their numbers, from 1 or from 0.
LoadedArcs arcs_of_matrix(const MatrixFile& matrix, const CompressedInput& input, bool from_one,
                          const RunContext& run);

/// A number in the domain, with an optional sign.
FieldProblem parse_value(std::string_view word, double& value);

/// Converts values from row to column order. Cost: one copy.
std::vector<double> by_columns(const std::vector<double>& by_rows, std::uint64_t rows, std::uint64_t columns);

}  // namespace lode::detail
