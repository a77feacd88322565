#include "io/matrix/dense_graph.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "graph/csr/bucket_rows.hpp"
#include "io/csr/weight_conflict.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/formats/matrix_market_text.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"
#include "io/text/head_lines.hpp"

namespace lode::detail {
namespace {

struct DenseRowsOfGraph {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

/// Takes a matrix for the weights of a graph, entry by entry.
class MatrixGraph {
 public:
  MatrixGraph(const MatrixFile& matrix, const CompressedInput& input, const ReadOptions& options)
      : matrix_(matrix), input_(input), options_(options), n_(matrix.rows) {}

  LoadedGraph build(RowNames names) {
    check_shape();
    check_entries();
    auto rows = std::make_shared<DenseRowsOfGraph>();
    for (std::uint64_t i = 0; i < n_; ++i) add_row(i, *rows);
    LoadedGraph loaded;
    VertexNames called = names == RowNames::from_one ? names_from_one(n_) : VertexNames();
    loaded.graph = Graph::from_csr({rows->offsets, rows->targets, rows->weights, rows}, std::move(called),
                                   CsrCheck::trusted);
    InputReport& report = loaded.report;
    report.format = matrix_.format + " matrix";
    report.weighted = options_.weighted;
    report.self_loops_dropped = loops_;
    report.edge_lines = loaded.graph.num_edges() + loops_;
    report.notes = matrix_.notes;
    report.notes.push_back("diagonal left out");
    note_rounded(rounded_, report);
    if (!options_.weighted) report.notes.push_back("entry values ignored, but for zeros");
    describe(report, input_, loaded.graph);
    return loaded;
  }

 private:
  double entry(std::uint64_t i, std::uint64_t j) const { return matrix_.values[j * n_ + i]; }
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    throw InputError({input_.display_name()}, std::move(problem), std::move(remedy));
  }

  void check_shape() const {
    if (matrix_.rows != matrix_.columns) {
      fail(fmt::format("the matrix has {} and {}", format_plural(matrix_.rows, "row", "rows"),
                       format_plural(matrix_.columns, "column", "columns")),
           "a matrix of weights between vertices is square; write a list of edges as text, one per line");
    }
    if (n_ >= no_vertex) fail(fmt::format("{} rows are too many", n_), "lode reads up to 2^32-2");
  }

  /// Row by row, so that the first fault is that of the smallest row.
  void check_entries() {
    double largest = 0.0;
    for (const double value : matrix_.values) largest = std::max(largest, std::abs(value));
    const double rounding = rounding_between(largest);
    for (std::uint64_t i = 0; i < n_; ++i) {
      loops_ += entry(i, i) != 0.0 ? 1 : 0;
      for (std::uint64_t j = i + 1; j < n_; ++j) {
        const double here = entry(i, j);
        if (here != entry(j, i) && contradict(here, entry(j, i), rounding)) {
          fail(fmt::format("row {}, column {} is {}, and row {}, column {} is {}", i + 1, j + 1,
                           format_exact(here), j + 1, i + 1, format_exact(entry(j, i))),
               "a matrix of weights between vertices is symmetric");
        }
        if (here != entry(j, i)) ++rounded_;
        if (std::min(here, entry(j, i)) < 0.0 && options_.weighted &&
            options_.signs == WeightSigns::from_zero) {
          fail(fmt::format("row {}, column {} is {}, which is negative", i + 1, j + 1, format_exact(here)),
               "weights are numbers >= 0, or of any sign with option 'signs'");
        }
      }
    }
  }

  void add_row(std::uint64_t i, DenseRowsOfGraph& rows) const {
    for (std::uint64_t j = 0; j < n_; ++j) {
      if (j == i || (entry(i, j) == 0.0 && entry(j, i) == 0.0)) continue;
      rows.targets.push_back(static_cast<Vertex>(j));
      if (options_.weighted)
        rows.weights.push_back(merged_weight(MergeRule::error, entry(i, j), entry(j, i)));
    }
    rows.offsets.push_back(rows.targets.size());
  }

  const MatrixFile& matrix_;
  const CompressedInput& input_;
  const ReadOptions& options_;
  const std::uint64_t n_;
  std::uint64_t loops_ = 0;
  std::uint64_t rounded_ = 0;  ///< pairs of entries that differ by rounding
};

bool is_npy(std::string_view head) { return head.starts_with(npy_magic); }

void insist_on_npy(const CompressedInput& input) {
  if (is_npy(input.head())) return;
  throw InputError({input.display_name()}, "the file does not begin as .npy files do",
                   "write it with numpy.save");
}

/// Reads a NumPy array of two dimensions. Vertices are called 0 ... n-1. Errors: also those of read_matrix.
LoadedGraph read_npy_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "NumPy", .weights = true});
  return graph_of_matrix(read_npy(input, run), input, options, RowNames::from_zero);
}

/// Reads a table of numbers, a row of the matrix per line. Vertices are called 1 ... n.
LoadedGraph read_csv_graph(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust&) {
  check_options(options, {.title = "matrix-csv", .weights = true});
  return graph_of_matrix(read_csv_values(input, run), input, options, RowNames::from_one);
}

}  // namespace

LoadedGraph graph_of_matrix(const MatrixFile& matrix, const CompressedInput& input,
                            const ReadOptions& options, RowNames names) {
  return MatrixGraph(matrix, input, options).build(names);
}

bool is_market_array(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  if (!starts_ignoring_case(line, matrix_market_magic)) return false;
  Words words(line.data(), line.data() + line.size());
  words.next();
  words.next();
  return equal_ignoring_case(words.next(), "array");
}

LoadedGraph read_market_array(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  check_options(options, {.title = "Matrix Market arrays", .weights = true});
  return graph_of_matrix(read_matrix_market_values(input, run), input, options, RowNames::from_one);
}

extern constinit const Format npy_format = {
    .name = "npy",
    .title = "NumPy matrix",
    .extensions = {".npy"},
    .recognise = is_npy,
    .insist = insist_on_npy,
    .read = read_npy_graph,
};

extern constinit const Format matrix_csv_format = {
    .name = "matrix-csv",
    .title = "CSV matrix",
    .read = read_csv_graph,
};

}  // namespace lode::detail
