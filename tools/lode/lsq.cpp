#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>

#include "commands.hpp"
#include "lsq/arguments.hpp"
#include "shell/options.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

least_squares::Matrix matrix_of(MatrixFile file) {
  if (file.dense) return least_squares::Matrix::dense(file.rows, file.columns, std::move(file.values));
  std::vector<least_squares::Matrix::Entry> entries;
  entries.reserve(file.entries.size());
  for (const MatrixEntry& entry : file.entries) entries.push_back({entry.row, entry.column, entry.value});
  return least_squares::Matrix::sparse(file.rows, file.columns, entries);
}

LeastSquaresInput described(const MatrixFile& file, const Session& session) {
  return {file.path, file.summary(), file_sha256(file.path, session.run_context("reading " + file.path))};
}

}  // namespace

void DataArgument::add_options(CLI::App& command, bool required) {
  begin_section(command, heading::input);
  add_option(command, "A", a, "FILE",
             "File of the matrix: Matrix Market, NumPy .npy or CSV, perhaps compressed")
      ->required(required);
  add_option(command, "b", b, "FILE", "File of the right-hand side, one column or one row")
      ->required(required);
}

MatrixFile read_matrix_file(const std::string& path, const Session& session) {
  MatrixFile file = read_matrix(path, session.run_context("reading " + path));
  session.detail(fmt::format("{}: {}", path, file.summary()));
  return file;
}

DataArgument::Loaded DataArgument::load(const Session& session) const {
  if (a == "-" && b == "-") {
    throw InvalidArgument("A and b", "", "cannot both be standard input", "give one of them as a file");
  }
  const double start = monotonic_clock().seconds();
  MatrixFile matrix = read_matrix_file(a, session);
  const MatrixFile right = read_matrix_file(b, session);
  Loaded loaded;
  loaded.a = described(matrix, session);
  loaded.b = described(right, session);
  std::vector<double> values = vector_from(right);
  if (values.size() != matrix.rows) {
    throw InputError({b}, fmt::format("holds {} values, but A has {} rows", values.size(), matrix.rows),
                     "b needs one value per row of A");
  }
  loaded.instance =
      std::make_shared<const least_squares::Instance>(matrix_of(std::move(matrix)), std::move(values));
  loaded.seconds = monotonic_clock().seconds() - start;
  if (session.interrupted()) throw Interrupted{};
  return loaded;
}

std::string rendered(LeastSquaresReport report, const std::string& format) {
  for (LeastSquaresResult& result : report.results) result.solution.note = with_flags(result.solution.note);
  if (format == "json") return least_squares_json(report);
  return format == "csv" ? least_squares_csv(report) : least_squares_text(report);
}

LeastSquaresReport start_report(const char* command, const DataArgument::Loaded& loaded,
                                const least_squares::Problem& problem, const Session& session) {
  LeastSquaresReport report;
  report.command = command;
  report.a = loaded.a;
  report.b = loaded.b;
  report.rows = loaded.instance->rows();
  report.columns = loaded.instance->columns();
  report.zero_objective = least_squares::loss_at(problem, std::vector<double>(report.rows, 0.0));
  report.provenance = session.provenance();
  report.load_seconds = loaded.seconds;
  return report;
}

void add_lsq(CLI::App& app, Session& session) {
  CLI::App& lsq =
      *app.add_subcommand("lsq", "Solves least squares with sparse or binary unknowns: min 1/2 |Ax - b|^2");
  set_examples(lsq,
               {{"lode lsq generate A.npy b.npy -m 50 -n 100", "a random instance"},
                {"lode lsq solve A.npy b.npy -s 5", "the best x with 5 nonzeros"}},
               "'lode help lsq METHOD' has the settings of a method.");
  lsq.require_subcommand(1);
  lsq.fallthrough();
  add_lsq_solve(lsq, session);
  add_lsq_path(lsq, session);
  add_lsq_compare(lsq, session);
  add_lsq_generate(lsq, session);
  add_lsq_stationary(lsq, session);
  add_lsq_methods(lsq, session);
}

}  // namespace lode::tool
