#include "lsq.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/io/sha256.hpp>
#include <lode/report/format.hpp>

#include "method_options.hpp"
#include "values.hpp"

namespace lode::tool {
namespace {

using least_squares::Constraint;
using least_squares::ConstraintKind;
using least_squares::Index;
using least_squares::MethodRow;

least_squares::Matrix matrix_of(MatrixFile file) {
  if (file.dense) return least_squares::Matrix::dense(file.rows, file.columns, std::move(file.values));
  std::vector<least_squares::Matrix::Entry> entries;
  entries.reserve(file.entries.size());
  for (const MatrixEntry& entry : file.entries) entries.push_back({entry.row, entry.column, entry.value});
  return least_squares::Matrix::sparse(file.rows, file.columns, std::move(entries));
}

LeastSquaresInput described(const MatrixFile& file, const Session& session) {
  const RunContext run =
      session.run_context(1, 1, std::numeric_limits<double>::infinity(), "reading " + file.path);
  return {file.path, file.summary(), file_sha256(file.path, run)};
}

/// Seconds that a certificate may take at the most.
constexpr double certificate_limit = 10.0;

}  // namespace

void DataArgument::add_options(CLI::App& command, bool required) {
  const char* const formats = "Matrix Market, NumPy .npy or CSV, perhaps compressed";
  command.add_option("A", a, fmt::format("File of the matrix: {}", formats))->required(required);
  command.add_option("b", b, "File of the right-hand side, one column or row")->required(required);
}

MatrixFile read_matrix_file(const std::string& path, const Session& session) {
  const RunContext run =
      session.run_context(1, 1, std::numeric_limits<double>::infinity(), "reading " + path);
  MatrixFile file = read_matrix(path, run);
  session.detail(fmt::format("{}: {}", path, file.summary()));
  return file;
}

DataArgument::Loaded DataArgument::load(const Session& session) const {
  if (a == "-" && b == "-") {
    throw InvalidArgument("A and b", "-", "cannot both be standard input", "give one of them as a file");
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

void ConstraintArgument::add_options(CLI::App& command, const std::string& size_type) {
  command.add_option("-s,--sparsity", sparsity, "At most S nonzeros")->type_name(size_type);
  command.add_option("--lambda", lambda, "A penalty of L per nonzero")->type_name("L")->check(any_number());
  command.add_option("--box", box, "With --lambda: every |x_i| at most R")
      ->type_name("R")
      ->check(any_number());
  command.add_flag("--binary", binary, "Every x_i is -1 or 1");
  command.add_option("--ones", ones, "Exactly S of the x_i are 1, the others 0")->type_name(size_type);
}

std::pair<Constraint, std::string> ConstraintArgument::parse() const {
  const int count = !sparsity.empty() + !ones.empty() + lambda.has_value() + binary;
  if (count != 1) {
    throw InvalidArgument("constraint", count == 0 ? "missing" : "given several times", "must be exactly one",
                          "use --sparsity S, --lambda L, --binary or --ones S");
  }
  if (box && !lambda) throw InvalidArgument("--box", format_exact(*box), "is only defined with --lambda");
  Constraint constraint;
  if (!sparsity.empty()) {
    constraint.kind = ConstraintKind::sparse_c;
    return {constraint, sparsity};
  }
  if (!ones.empty()) {
    constraint.kind = ConstraintKind::binary_c;
    return {constraint, ones};
  }
  constraint.kind = binary ? ConstraintKind::binary : ConstraintKind::sparse;
  constraint.lambda = lambda.value_or(0.0);
  if (box) constraint.box = *box;
  return {constraint, ""};
}

Index parse_count(const std::string& option, const std::string& text, Index n) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw InvalidArgument(option, text, "is not a number of columns", "write an integer");
  }
  if (value > n) {
    throw InvalidArgument(option, text, fmt::format("A has {}", format_plural(n, "column", "columns")));
  }
  return static_cast<Index>(value);
}

void MethodArgument::add_options(CLI::App& command, const std::shared_ptr<MethodArgument>& arguments) {
  command.add_option("--method", arguments->method, "Method, see 'lode lsq methods'")->capture_default_str();
  add_setting_options(command, options_of(least_squares::methods()), arguments->settings);
  command.add_flag_callback(
      "--raw-columns", [arguments] { arguments->settings["columns"] = "raw"; },
      "Correlations of omp with columns as they are: --columns raw");
}

std::string MethodArgument::preset_name() const {
  const auto preset = settings.find("preset");
  if (preset != settings.end()) return preset->second;
  const MethodRow& row = least_squares::method(method);
  return row.presets.empty() ? std::string() : std::string(row.presets.front());
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
  report.provenance = {session.arguments(), "", std::string(compiler()), std::string(architecture()),
                       cpu_name()};
  report.load_seconds = loaded.seconds;
  return report;
}

LeastSquaresResult start_result(const least_squares::Problem& problem, const RunContext& run) {
  LeastSquaresResult result;
  result.constraint = problem.constraint;
  result.loss = problem.loss;
  result.seed = run.seed();
  result.threads = run.threads();
  result.refit = problem.refit;
  return result;
}

double search_share(double time_limit, bool certified) {
  if (!certified || std::isinf(time_limit)) return time_limit;
  return time_limit - std::min(0.1 * time_limit, certificate_limit);
}

void add_certificate(const least_squares::Problem& problem, const least_squares::CertificateOptions& options,
                     const RunContext& run, LeastSquaresResult& result) {
  if (result.solution.certificate) return;
  const RunContext part = run.part(certificate_limit);
  result.solution.certificate = least_squares::certify(problem, result.solution, options, part);
  result.certificate_seconds = part.elapsed();
}

void add_lsq(CLI::App& app, Session& session) {
  CLI::App& lsq = *app.add_subcommand(
      "lsq", "Least squares with sparse or binary unknowns: min 1/2 |Ax - b|^2 under a constraint");
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
