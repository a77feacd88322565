#include "lsq/arguments.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;
using least_squares::Constraint;
using least_squares::ConstraintKind;
using least_squares::Index;

least_squares::Matrix matrix_of(MatrixFile file) {
  if (file.dense) return least_squares::Matrix::dense(file.rows, file.columns, std::move(file.values));
  std::vector<least_squares::Matrix::Entry> entries;
  for (const MatrixEntry& entry : file.entries) entries.push_back({entry.row, entry.column, entry.value});
  return least_squares::Matrix::sparse(file.rows, file.columns, entries);
}

LeastSquaresInput described(const MatrixFile& file, const Session& session) {
  return {file.path, file.summary(), file_sha256(file.path, session.run_context("reading " + file.path))};
}

}  // namespace

std::vector<QuestionOption> data_options(bool required) {
  return {{.name = "A",
           .value = "FILE",
           .meaning = "File of the matrix: Matrix Market, NumPy .npy or CSV, perhaps compressed",
           .kind = Kind::input_file,
           .usual = true,
           .section = heading::input,
           .required = required},
          {.name = "b",
           .value = "FILE",
           .meaning = "File of the right-hand side, one column or one row",
           .kind = Kind::input_file,
           .usual = true,
           .section = heading::input,
           .required = required}};
}

std::vector<QuestionOption> constraint_options(bool lists) {
  const std::string_view word = lists ? "SIZES" : "S";
  const Kind size = lists ? Kind::text : Kind::whole_number;
  return {{"-s,--sparsity", word, "Constraint: x has at most S nonzeros", size, false, true, "",
           "--lambda --binary --ones"},
          {"--lambda", "L", "Constraint: every nonzero costs L", Kind::number, false, true, "",
           "--binary --ones"},
          {"--box", "R", "With --lambda: every |x_i| is at most R", Kind::number, false, true, "--lambda"},
          {"--binary", "", "Constraint: every x_i is -1 or 1", Kind::flag, false, true, "", "--ones"},
          {"--ones", word, "Constraint: S of the x_i are 1, the rest 0", size, false, true}};
}

std::pair<Constraint, std::string> constraint_of(const QuestionArguments& arguments) {
  const std::string lambda = arguments.option("--lambda"), box = arguments.option("--box");
  Constraint constraint;
  for (const auto& [option, kind] :
       {std::pair("-s", ConstraintKind::sparse_c), std::pair("--ones", ConstraintKind::binary_c)}) {
    constraint.kind = kind;
    if (const std::string size = arguments.option(option); !size.empty()) return {constraint, size};
  }
  if (lambda.empty() && arguments.option("--binary").empty()) {
    throw InvalidArgument("constraint", "", "is missing",
                          "use one of --sparsity S, --lambda L, --binary and --ones S");
  }
  constraint.kind = lambda.empty() ? ConstraintKind::binary : ConstraintKind::sparse;
  if (!lambda.empty()) constraint.lambda = std::stod(lambda);
  if (!box.empty()) constraint.box = std::stod(box);
  return {constraint, ""};
}

MatrixFile read_matrix_file(const std::string& path, const Session& session) {
  MatrixFile file = read_matrix(path, session.run_context("reading " + path));
  session.detail(fmt::format("{}: {}", path, file.summary()));
  return file;
}

LsqData load_data(const QuestionArguments& arguments, const Session& session) {
  const std::string a = arguments.option("A"), b = arguments.option("b");
  if (a == "-" && b == "-") {
    throw InvalidArgument("A and b", "", "cannot both be standard input", "give one of them as a file");
  }
  const double start = monotonic_clock().seconds();
  MatrixFile matrix = read_matrix_file(a, session);
  const MatrixFile right = read_matrix_file(b, session);
  LsqData data{{}, described(matrix, session), described(right, session)};
  std::vector<double> values = vector_from(right);
  if (values.size() != matrix.rows) {
    throw InputError({b}, fmt::format("holds {} values, but A has {} rows", values.size(), matrix.rows),
                     "b needs one value per row of A");
  }
  data.instance =
      std::make_shared<const least_squares::Instance>(matrix_of(std::move(matrix)), std::move(values));
  data.seconds = monotonic_clock().seconds() - start;
  if (session.interrupted()) throw Interrupted{};
  return data;
}

Index parse_count(const std::string& option, const std::string& text, Index n) {
  if (std::stoull(text) <= n) return static_cast<Index>(std::stoull(text));
  throw InvalidArgument(option, text,
                        fmt::format("is too large: A has {}", format_plural(n, "column", "columns")));
}

std::vector<Index> parse_sparsities(const std::string& text, Index n) {
  return text.empty()
             ? std::vector<Index>()
             : lode::parse_sizes(text, n, fmt::format("A has {}", format_plural(n, "column", "columns")));
}

QuestionAnswer answer_of(const char* command, const LsqData& data, const least_squares::Problem& problem,
                         std::vector<LeastSquaresResult> results, const RunContext& run, ToolInput& input) {
  LeastSquaresReport report;
  report.command = command;
  report.a = data.a;
  report.b = data.b;
  report.rows = data.instance->rows();
  report.columns = data.instance->columns();
  report.zero_objective = least_squares::loss_at(problem, std::vector<double>(report.rows, 0.0));
  report.provenance = input.session().provenance();
  report.load_seconds = data.seconds;
  report.total_seconds = data.seconds + run.elapsed();
  report.results = std::move(results);
  for (LeastSquaresResult& result : report.results) result.solution.note = with_flags(result.solution.note);
  const std::string format = input.option("--format");
  return {format == "json"  ? least_squares_json(report)
          : format == "csv" ? least_squares_csv(report)
                            : least_squares_text(report)};
}

void add_lsq_question(CLI::App& command, const Question& question,
                      std::shared_ptr<QuestionArguments> arguments, Session& session) {
  arguments->add_options(command, question);
  begin_section(command, heading::effort);
  arguments->run.add_options(command);
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments = std::move(arguments), &session] {
    answer_question(arguments->asked(), *arguments, session);
  });
}

}  // namespace lode::tool
