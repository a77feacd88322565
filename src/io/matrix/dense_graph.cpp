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

namespace lode::detail {
namespace {

struct DenseRowsOfGraph {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

}  // namespace

LoadedGraph graph_of_matrix(const MatrixFile& matrix, const CompressedInput& input,
                            const ReadOptions& options, VertexNames names) {
  const std::uint64_t n = matrix.rows;
  const auto entry = [&](std::uint64_t i, std::uint64_t j) { return matrix.values[j * n + i]; };
  const auto fail = [&](std::string problem, std::string remedy) {
    throw InputError({input.display_name()}, std::move(problem), std::move(remedy));
  };
  if (n != matrix.columns) {
    fail(fmt::format("the matrix has {} and {}", format_plural(n, "row", "rows"),
                     format_plural(matrix.columns, "column", "columns")),
         "a matrix of weights between vertices is square; write a list of edges as text, one per line");
  }
  if (n >= no_vertex) fail(fmt::format("{} rows are too many", n), "lode reads up to 2^32-2");
  double largest = 0.0;
  for (const double value : matrix.values) largest = std::max(largest, std::abs(value));
  const double rounding = rounding_between(largest);
  InputReport report;
  std::uint64_t rounded = 0;  // pairs of entries that differ by rounding
  auto rows = std::make_shared<DenseRowsOfGraph>();
  // Row by row, so that the first fault is that of the smallest row.
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
      if (j > i && here != mirror) ++rounded;
      if (j > i && std::min(here, mirror) < 0.0 && options.weighted &&
          options.signs == WeightSigns::from_zero) {
        fail(fmt::format("row {}, column {} is {}, which is negative", i + 1, j + 1, format_exact(here)),
             "weights are numbers >= 0, or of any sign with option 'signs'");
      }
      rows->targets.push_back(static_cast<Vertex>(j));
      if (options.weighted) rows->weights.push_back(merged_weight(MergeRule::error, here, mirror));
    }
    rows->offsets.push_back(rows->targets.size());
  }
  LoadedGraph loaded;
  loaded.graph = Graph::from_csr({rows->offsets, rows->targets, rows->weights, rows}, std::move(names),
                                 CsrCheck::trusted);
  report.format = matrix.format + " matrix";
  report.weighted = options.weighted;
  report.edge_lines = loaded.graph.num_edges() + report.self_loops_dropped;
  report.notes = matrix.notes;
  report.notes.push_back("diagonal left out");
  note_rounded(rounded, report);
  if (!options.weighted) report.notes.push_back("entry values ignored, but for zeros");
  describe(report, input, loaded.graph);
  loaded.report = std::move(report);
  return loaded;
}

namespace {

bool is_npy(std::string_view head) { return head.starts_with(npy_magic); }

/// Reads a NumPy array of two dimensions. Vertices are called 0 ... n-1. Errors: also those of read_matrix.
LoadedGraph read_npy_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "NumPy", .weights = true});
  return graph_of_matrix(read_npy(input, run), input, options, {});
}

/// Reads a table of numbers, a row of the matrix per line. Vertices are called 1 ... n.
LoadedGraph read_csv_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "matrix-csv", .weights = true});
  const MatrixFile matrix = read_csv_values(input, run);
  return graph_of_matrix(matrix, input, options, names_from_one(matrix.rows));
}

}  // namespace

extern constinit const Format npy_format = {
    .name = "npy",
    .title = "NumPy matrix",
    .extensions = {".npy"},
    .recognise = is_npy,
    .read = read_npy_graph,
};

extern constinit const Format matrix_csv_format = {
    .name = "matrix-csv",
    .title = "CSV matrix",
    .read = read_csv_graph,
};

}  // namespace lode::detail
