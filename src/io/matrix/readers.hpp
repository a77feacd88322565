#pragma once

#include <cstdint>
#include <string_view>

#include <lode/io/matrix_file.hpp>

#include "io/formats/declared_graph.hpp"

// The readers of matrices, one per format; read_matrix chooses among them.

namespace lode::detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";
inline constexpr std::string_view matrix_market_magic = "%%MatrixMarket";
/// Rows and columns are numbered in 32 bits.
inline constexpr std::uint64_t dimension_limit = std::uint64_t{1} << 32;

MatrixFile read_matrix_market_values(const GraphInput& input);
MatrixFile read_npy(const GraphInput& input);
MatrixFile read_csv_values(const GraphInput& input);

enum class NumbersFrom { zero, one };

/// A dense matrix as a graph: row i and column i are a vertex, called by its number, and every nonzero entry
/// off the diagonal is an edge. Weights are the entries, of any sign, unless all entries are 0 or 1. Nonzero
/// diagonal entries are self-loops. With directions, the matrix has any shape, and a nonzero entry is an arc
/// from its row to its column.
///
/// Cost:   O(n^2) time; 16 bytes per edge besides the matrix.
/// Errors: InputError without directions for a matrix that is not square or not symmetric, with the first
///         differing row and column.
DeclaredGraph declared_matrix(const MatrixFile& matrix, const GraphInput& input, Directions directions,
                              NumbersFrom first);

/// A number in the domain, with an optional sign.
FieldProblem parse_value(std::string_view word, double& value);

/// Converts values from row to column order. Cost: one copy.
std::vector<double> by_columns(const std::vector<double>& by_rows, std::uint64_t rows, std::uint64_t columns);

}  // namespace lode::detail
