#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>

namespace lode {

/// A dense matrix held by somebody else, column by column.
struct DenseView {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::span<const double> values = {};
};

/// Throws what write_matrix would throw for this path, before the work whose result goes there.
void check_matrix_path(const std::string& path, Overwrite overwrite);

/// Writes a matrix so that read_matrix gives the same values back, in the format of the path's ending: .npy
/// (a single column with one dimension), .mtx (the array form) or .csv; .gz or .zst behind it compresses. The
/// file is written whole or not at all.
///
/// Errors: InvalidArgument for another ending and for a size that does not match; those of OutputFile;
///         SystemError when `run` should stop before the end.
void write_matrix(const DenseView& matrix, const std::string& path, Overwrite overwrite);
void write_matrix(const DenseView& matrix, const std::string& path, Overwrite overwrite,
                  const RunContext& run);

}  // namespace lode
