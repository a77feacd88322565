#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A nonzero of a sparse matrix.
struct MatrixEntry {
  std::uint32_t row = 0;     ///< row, from 0
  std::uint32_t column = 0;  ///< column, from 0
  double value = 0.0;        ///< value
};

/// A real matrix as a file holds it. Every value is in the domain (core/domain.hpp).
struct MatrixFile {
  std::uint64_t rows = 0;           ///< number of rows
  std::uint64_t columns = 0;        ///< number of columns
  bool dense = true;                ///< true: `values` holds the matrix; false: `entries` does
  std::vector<double> values = {};  ///< dense: all values, column by column
  std::vector<MatrixEntry> entries =
      {};  ///< sparse: nonzeros in the order of the file; a place may occur more than once

  std::string path;                     ///< path of the file
  std::string format;                   ///< "Matrix Market", "NumPy" or "CSV"
  std::string compression;              ///< "", "gzip", "zstd", "bzip2" or "xz"
  std::vector<std::string> notes = {};  ///< remarks for a reader of the result

  /// The matrix in one line for people: "NumPy, 512 x 2048, dense".
  std::string summary() const;
};

/// Reads a matrix from a file, plain or compressed, or from standard input for "-". Its first bytes decide
/// the format:
/// - Matrix Market: array or coordinate; real or integer; general or symmetric (the lower triangle is stored)
/// - NumPy .npy: versions 1 to 3, one or two dimensions (one: a column), either order of storage and of
///   bytes; float32, float64, signed and unsigned integers
/// - CSV: one row per line, separated by commas, blanks or tabs. Empty lines and lines that begin with # are
///   skipped, and so is a first line of column names.
///
/// Cost:    O(size of the file), and up to twice the memory of the values.
/// Errors:  InputError, with line and column in text, for any other content, for dimensions of 2^32 or more,
///          for values outside the domain, and for sparse matrices of more than 2^24 rows and columns with
///          less than one entry for every 256 of them. SystemError if `run` is interrupted.
MatrixFile read_matrix(const std::string& path, const RunContext& run = RunContext());

/// The values of a matrix of one column or one row. Errors: InputError for a matrix of several columns and
/// rows, and for an entry outside its size.
std::vector<double> vector_from(const MatrixFile& file);

/// A dense matrix that somebody else holds, column by column.
struct DenseView {
  std::uint64_t rows = 0;               ///< number of rows
  std::uint64_t columns = 0;            ///< number of columns
  std::span<const double> values = {};  ///< the values, column by column
};

/// Throws the errors of write_matrix for this path. Call it before computing the result.
void check_matrix_path(const std::string& path, Overwrite overwrite);

/// Writes a matrix so that read_matrix gives the same values back. The ending of the path decides the format:
/// .npy (a single column has one dimension), .mtx (the array form) or .csv, compressed with a further .gz,
/// .zst, .bz2 or .xz.
///
/// Errors:  InvalidArgument for another ending, for a size that does not match, for a matrix without values,
///          and for values that are NaN or infinite; as OutputFile. SystemError if `run` is
///          interrupted.
void write_matrix(const DenseView& matrix, const std::string& path, Overwrite overwrite,
                  const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
