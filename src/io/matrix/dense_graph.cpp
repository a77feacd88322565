#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "graph/csr/bucket_rows.hpp"
#include "io/matrix/readers.hpp"

namespace lode::detail {

DeclaredGraph declared_matrix(const MatrixFile& matrix, const GraphInput& input, Directions directions,
                              NumbersFrom first) {
  const std::uint64_t n = std::max(matrix.rows, matrix.columns);
  const bool directed = directions == Directions::kept;
  if (!directed && matrix.rows != matrix.columns) {
    input.fail(
        fmt::format("the matrix has {} and {}", format_plural(matrix.rows, "row", "rows"),
                    format_plural(matrix.columns, "column", "columns")),
        "a matrix of weights between vertices is square; where rows and columns are two sides, read it "
        "with --sides columns");
  }
  if (n >= no_vertex) input.fail(fmt::format("{} rows are too many", n), "lode reads up to 2^32-2");
  const auto entry = [&](std::uint64_t i, std::uint64_t j) { return matrix.values[j * matrix.rows + i]; };
  double largest = 0.0;
  bool zeros_and_ones = true;
  for (const double value : matrix.values) {
    largest = std::max(largest, std::abs(value));
    zeros_and_ones = zeros_and_ones && (value == 0.0 || value == 1.0);
  }
  DeclaredGraph graph{.arcs = ArcCollector(!directed && !zeros_and_ones), .vertices = n};
  std::uint64_t loops = 0;
  std::uint64_t rounded = 0;  // pairs of entries that differ by rounding
  // Row by row, so that the first error is in the smallest row.
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    for (std::uint64_t j = directed ? 0 : i; j < matrix.columns; ++j) {
      const double here = entry(i, j);
      const double mirror = directed ? here : entry(j, i);
      if (here == 0.0 && mirror == 0.0) continue;
      if (here != mirror && contradict(here, mirror, rounding_between(largest))) {
        input.fail(fmt::format("row {}, column {} is {}, and row {}, column {} is {}", i + 1, j + 1,
                               format_exact(here), j + 1, i + 1, format_exact(mirror)),
                   "a matrix of weights between vertices is symmetric");
      }
      rounded += here != mirror;
      loops += i == j;
      graph.arcs.add(static_cast<Vertex>(i), static_cast<Vertex>(j),
                     merged_weight(MergeRule::error, here, mirror));
    }
  }
  if (first == NumbersFrom::one) graph.names = names_from_one(n);
  InputReport& report = graph.report;
  report.format = matrix.format + " matrix";
  report.edge_lines = graph.arcs.count();
  report.notes = matrix.notes;
  if (directed) report.shape = {static_cast<Vertex>(matrix.rows), static_cast<Vertex>(matrix.columns)};
  if (directed && !zeros_and_ones) report.notes.push_back("entry values ignored, but for zeros");
  if (!directed && loops > 0) report.notes.push_back("diagonal left out");
  note_rounded(rounded, report);
  return graph;
}

namespace {

bool is_npy(std::string_view head) { return head.starts_with(npy_magic); }

/// True for a symmetric table of numbers, or one wider than tall where `head` ends; at least four columns,
/// since an edge list has three. Other shapes must hold 0 and 1.
bool is_table_of_numbers(std::string_view head) {
  const bool is_whole = head.size() < CompressedInput::head_bytes;
  std::vector<double> values;
  std::size_t columns = 0, rows = 0;
  for (head = without_byte_order_mark(head); !head.empty();) {
    const bool is_cut = !is_whole && head.find('\n') == head.npos;
    const std::string_view line = take_line(head);
    if (line.empty() || line.front() == '#') continue;
    if (is_cut && rows > 0) break;
    FieldCursor cursor(line.data(), line.data() + line.size(), separator_of_line(line));
    std::size_t fields = 0;
    bool bad = false;  // in a cut line, the last field may be bad
    for (Field field; cursor.next(field); ++fields) {
      if (bad || field.text.empty()) return false;
      bad = bool(parse_value(field.text, values.emplace_back()));
      if (bad && !is_cut) return false;
    }
    if (fields < 4 || (rows++ > 0 && fields != columns)) return false;
    columns = fields;
  }
  if (rows == 0) return false;
  if (std::ranges::all_of(values, [](double value) { return value == 0.0 || value == 1.0; })) return true;
  if (!is_whole || rows != columns) return !is_whole && rows < columns;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double mirror = values[i % columns * columns + i / columns];
    if (std::abs(values[i] - mirror) > 1e-9 * std::abs(mirror)) return false;
  }
  return true;
}

/// Reads a NumPy array of two dimensions. Vertices are called 0 ... n-1. Errors: also those of read_matrix.
DeclaredGraph parse_npy(const GraphInput& input, Directions directions) {
  check_options(input.options, {.title = "NumPy", .weights = true});
  return declared_matrix(read_npy(input), input, directions, NumbersFrom::zero);
}

/// Reads a table of numbers, one matrix row per line. Vertices are called 1 ... n.
DeclaredGraph parse_csv(const GraphInput& input, Directions directions) {
  check_options(input.options, {.title = "matrix-csv", .weights = true});
  return declared_matrix(read_csv_values(input), input, directions, NumbersFrom::one);
}

}  // namespace

extern constinit const Format npy_format = {
    .name = "npy",
    .title = "NumPy matrix",
    .extensions = {".npy"},
    .recognise = is_npy,
    .read = read_declared<parse_npy>,
    .read_arcs = read_declared_arcs<parse_npy>,
};

extern constinit const Format matrix_csv_format = {
    .name = "matrix-csv",
    .title = "CSV matrix",
    .recognise = is_table_of_numbers,
    .read = read_declared<parse_csv>,
    .read_arcs = read_declared_arcs<parse_csv>,
};

}  // namespace lode::detail
