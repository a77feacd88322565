#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A nonzero of a sparse matrix; row and column count from 0.
struct MatrixEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 0.0;
};

/// A real matrix as a file holds it. Every value is finite.
struct MatrixFile {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  bool dense = true;
  std::vector<double> values = {};        ///< dense: column by column
  std::vector<MatrixEntry> entries = {};  ///< sparse: in the order of the file; places may repeat

  std::string path;
  std::string format;                   ///< "Matrix Market", "NumPy", "CSV"
  std::string compression;              ///< "", "gzip" or "zstd"
  std::vector<std::string> notes = {};  ///< what a reader of the result should know

  /// One line for people: "NumPy, 512 x 2048, dense".
  std::string summary() const;
};

/// Reads a matrix from a file, or from standard input for "-".
///
/// Formats are told by their first bytes, compressed ones included:
///   Matrix Market   array or coordinate; real or integer; general or symmetric (its lower triangle stored)
///   NumPy .npy      versions 1 to 3, one or two dimensions (one: a column), either order of storage and of
///                   bytes; float32, float64, signed and unsigned integers
///   CSV             a row per line, separated by commas, blanks or tabs; lines that begin with # and empty
///                   ones are passed over, and so is a first line of column names
/// A file called .mtx or .npy that begins otherwise is an error.
///
/// Cost:   O(size of the file); up to twice the memory of the values.
/// Errors: InputError, with line and column in text, for anything that is not such a file, dimensions of 2^32
///         or more, values that are NaN, infinite or (integers) not exact as a double, and sparse matrices of
///         more than 2^24 rows and columns with less than one entry for every 256 of them; SystemError when
///         `run` is interrupted.
MatrixFile read_matrix(const std::string& path, const RunContext& run = RunContext());

/// The values of a matrix of one column or one row. Errors: InputError when it has several of both, or an
/// entry outside its size.
std::vector<double> vector_from(const MatrixFile& file);

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
void write_matrix(const DenseView& matrix, const std::string& path, Overwrite overwrite,
                  const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
