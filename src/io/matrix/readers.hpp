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
/// Rows and columns are numbered in 32 bits.
inline constexpr std::uint64_t dimension_limit = std::uint64_t{1} << 32;

MatrixFile read_matrix_market_values(CompressedInput& input, const RunContext& run);
MatrixFile read_npy(CompressedInput& input, const RunContext& run);
MatrixFile read_csv_values(CompressedInput& input, const RunContext& run);

/// True for the banner of the array form of Matrix Market.
bool is_market_array(std::string_view head);
/// Reads a Matrix Market array as a graph of n rows and vertices, called 1 ... n.
LoadedGraph read_market_array(CompressedInput& input, const ReadOptions& options, const RunContext& run);

/// A finite number with an optional sign. An empty word is a missing one, at `at`.
FieldProblem parse_value(std::string_view word, const char* at, double& value);

/// Values given row by row, put column by column. Cost: one copy.
std::vector<double> by_columns(const std::vector<double>& by_rows, std::uint64_t rows, std::uint64_t columns);

}  // namespace lode::detail
