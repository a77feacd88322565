#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>

#include "io/stream/codecs.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/pieces.hpp"

namespace lode {
namespace {

static_assert(std::endian::native == std::endian::little);

using Writer = void(const DenseView&, const TextSink&);

void write_npy(const DenseView& matrix, const TextSink& sink) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t prefix = 10;  // magic, version and length of the header
  const std::string shape = matrix.columns == 1 ? fmt::format("({},)", matrix.rows)
                                                : fmt::format("({}, {})", matrix.rows, matrix.columns);
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': {}, 'shape': {}, }}",
                                   matrix.columns > 1 ? "True" : "False", shape);
  header.append((alignment - (prefix + header.size() + 1) % alignment) % alignment, ' ');
  header += '\n';
  std::string start = "\x93NUMPY\x01";
  start += '\0';
  start += static_cast<char>(header.size() & 0xff);
  start += static_cast<char>(header.size() >> 8);
  sink(start + header);
  sink({reinterpret_cast<const char*>(matrix.values.data()), matrix.values.size_bytes()});
}

void write_array(const DenseView& matrix, const TextSink& sink) {
  detail::TextPieces out(sink);
  out.put("%%MatrixMarket matrix array real general\n", matrix.rows, ' ', matrix.columns, '\n');
  for (const double value : matrix.values) out.put(value, '\n');
  out.flush();
}

void write_csv(const DenseView& matrix, const TextSink& sink) {
  detail::TextPieces out(sink);
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    for (std::uint64_t j = 0; j < matrix.columns; ++j) {
      if (j > 0) out.put(',');
      out.put(matrix.values[j * matrix.rows + i]);
    }
    out.put('\n');
  }
  out.flush();
}

Writer* writer_of(const std::string& path) {
  const std::string_view ending = detail::extension(detail::plain_file_name(path));
  if (detail::equal_ignoring_case(ending, ".npy")) return write_npy;
  if (detail::equal_ignoring_case(ending, ".mtx")) return write_array;
  if (detail::equal_ignoring_case(ending, ".csv")) return write_csv;
  throw InvalidArgument("output file", path, "does not say by its ending which format to write",
                        "end it in .npy, .mtx or .csv, with .gz, .zst, .bz2 or .xz to compress");
}

/// Refuses as read_matrix.
void check_values(const DenseView& matrix) {
  const std::size_t size = matrix.values.size();
  const auto [rows, columns] = std::pair(matrix.rows, matrix.columns);  // the product may exceed 64 bits
  if (rows == 0 ? size > 0 : size % rows != 0 || size / rows != columns) {
    throw InvalidArgument("values", std::to_string(size), fmt::format("do not fill {} x {}", rows, columns));
  }
  if (size == 0) throw InvalidArgument("matrix", fmt::format("{} x {}", rows, columns), "has no values");
  const auto bad = std::ranges::find_if(matrix.values, [](double v) { return !std::isfinite(v); });
  if (bad == matrix.values.end()) return;
  const auto place = static_cast<std::uint64_t>(bad - matrix.values.begin());
  throw InvalidArgument(fmt::format("row {}, column {}", place % rows + 1, place / rows + 1),
                        fmt::format("{}", *bad), "is not finite", "fill or drop such rows");
}

}  // namespace

void check_matrix_path(const std::string& path, Overwrite overwrite) {
  writer_of(path);
  check_output_path(path, overwrite);
}

void write_matrix(const DenseView& matrix, const std::string& path, Overwrite overwrite,
                  const RunContext& run) {
  constexpr std::size_t piece = std::size_t{1} << 20;  // bytes between checks of the run
  check_values(matrix);
  Writer* const write = writer_of(path);
  OutputFile file(path, overwrite);
  detail::CompressedOutput packed(detail::compression_of(path),
                                  [&](std::string_view text) { file.write(text); });
  write(matrix, [&](std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
      run.require_time(path + ": writing");
      packed.write(text.substr(0, piece));
    }
  });
  packed.finish();
  file.commit();
}

}  // namespace lode
