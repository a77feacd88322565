#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "graph/csr/bucket_rows.hpp"
#include "io/csr/assembly.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

struct DenseRowsOfGraph {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

bool holds_zeros_and_ones(const MatrixFile& matrix) {
  return std::ranges::all_of(matrix.values, [](double value) { return value == 0.0 || value == 1.0; });
}

}  // namespace

LoadedGraph graph_of_matrix(const MatrixFile& matrix, const CompressedInput& input, VertexNames names) {
  const std::uint64_t n = matrix.rows;
  const auto entry = [&](std::uint64_t i, std::uint64_t j) { return matrix.values[j * n + i]; };
  const auto fail = [&](std::string problem, std::string remedy) {
    throw InputError({input.display_name()}, std::move(problem), std::move(remedy));
  };
  if (n != matrix.columns) {
    fail(fmt::format("the matrix has {} and {}", format_plural(n, "row", "rows"),
                     format_plural(matrix.columns, "column", "columns")),
         "a matrix of weights between vertices is square; where rows and columns are two sides, read it with "
         "--sides columns");
  }
  if (n >= no_vertex) fail(fmt::format("{} rows are too many", n), "lode reads up to 2^32-2");
  double largest = 0.0;
  for (const double value : matrix.values) largest = std::max(largest, std::abs(value));
  const double rounding = rounding_between(largest);
  InputReport report;
  report.weighted = !holds_zeros_and_ones(matrix);
  std::uint64_t rounded = 0;  // pairs of entries that differ by rounding
  auto rows = std::make_shared<DenseRowsOfGraph>();
  // Row by row, so that the first error is in the smallest row.
  for (std::uint64_t i = 0; i < n; ++i) {
    report.self_loops_dropped += entry(i, i) != 0.0;
    for (std::uint64_t j = 0; j < n; ++j) {
      const double here = entry(i, j);
      const double mirror = entry(j, i);
      if (j == i || (here == 0.0 && mirror == 0.0)) continue;
      if (j > i && here != mirror && contradict(here, mirror, rounding)) {
        fail(fmt::format("row {}, column {} is {}, and row {}, column {} is {}", i + 1, j + 1,
                         format_exact(here), j + 1, i + 1, format_exact(mirror)),
             "a matrix of weights between vertices is symmetric");
      }
      rounded += j > i && here != mirror;
      rows->targets.push_back(static_cast<Vertex>(j));
      if (report.weighted) rows->weights.push_back(merged_weight(MergeRule::error, here, mirror));
    }
    rows->offsets.push_back(rows->targets.size());
  }
  LoadedGraph loaded;
  loaded.graph = Graph::from_csr({rows->offsets, rows->targets, rows->weights, rows}, std::move(names),
                                 CsrCheck::trusted);
  report.format = matrix.format + " matrix";
  report.edge_lines = loaded.graph.num_edges() + report.self_loops_dropped;
  report.notes = matrix.notes;
  if (report.self_loops_dropped > 0) report.notes.push_back("diagonal left out");
  note_rounded(rounded, report);
  describe(report, input, loaded.graph);
  loaded.report = std::move(report);
  return loaded;
}

LoadedArcs arcs_of_matrix(const MatrixFile& matrix, const CompressedInput& input, bool from_one,
                          const RunContext& run) {
  const std::uint64_t n = std::max(matrix.rows, matrix.columns);
  check_arc_vertices(input, n);
  ArcCollector arcs;
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    if (matrix.values[i] == 0.0) continue;
    arcs.add(static_cast<Vertex>(i % matrix.rows), static_cast<Vertex>(i / matrix.rows));
  }
  InputReport report;
  report.format = matrix.format + " matrix";
  report.edge_lines = arcs.count();
  report.shape = {static_cast<Vertex>(matrix.rows), static_cast<Vertex>(matrix.columns)};
  report.notes = matrix.notes;
  if (!holds_zeros_and_ones(matrix)) report.notes.push_back("entry values ignored, but for zeros");
  return assemble_arcs(input, std::move(report), std::move(arcs), n,
                       from_one ? names_from_one(n) : VertexNames(), run);
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
LoadedGraph read_npy_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "NumPy", .weights = true});
  return graph_of_matrix(read_npy(input, run), input, {});
}
LoadedArcs read_npy_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                         const ReadTrust&) {
  check_options(options, {.title = "NumPy"});
  return arcs_of_matrix(read_npy(input, run), input, false, run);
}

/// Reads a table of numbers, one matrix row per line. Vertices are called 1 ... n.
LoadedGraph read_csv_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "matrix-csv", .weights = true});
  const MatrixFile matrix = read_csv_values(input, run);
  return graph_of_matrix(matrix, input, names_from_one(matrix.rows));
}
LoadedArcs read_csv_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                         const ReadTrust&) {
  check_options(options, {.title = "matrix-csv"});
  return arcs_of_matrix(read_csv_values(input, run), input, true, run);
}

}  // namespace

extern constinit const Format npy_format = {
    .name = "npy",
    .title = "NumPy matrix",
    .extensions = {".npy"},
    .recognise = is_npy,
    .read = read_npy_graph,
    .read_arcs = read_npy_arcs,
};

extern constinit const Format matrix_csv_format = {
    .name = "matrix-csv",
    .title = "CSV matrix",
    .recognise = is_table_of_numbers,
    .read = read_csv_graph,
    .read_arcs = read_csv_arcs,
};

}  // namespace lode::detail
