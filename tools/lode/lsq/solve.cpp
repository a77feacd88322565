#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/options.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
namespace {

using least_squares::Constraint;
using least_squares::Problem;

struct SolveArguments {
  DataArgument data;
  ConstraintArgument constraint;
  MethodArguments method;
  RunArguments run;
  std::string loss = "squared";
  bool raw = false;
  bool no_certificate = false;
  std::string start;
  double time_limit = no_limit;
  double target = -no_limit;
  std::string output;
  Outputs out;
};

Problem problem_of(const SolveArguments& arguments, const DataArgument::Loaded& loaded,
                   const Constraint& constraint, const std::string& size, const Session& session) {
  Problem problem;
  problem.instance = loaded.instance;
  problem.constraint = constraint;
  if (!size.empty()) {
    const bool ones = constraint.kind == least_squares::ConstraintKind::binary_c;
    problem.constraint.s = parse_count(ones ? "--ones" : "--sparsity", size, loaded.instance->columns());
  }
  problem.loss = arguments.loss == "squared" ? least_squares::Loss::squared : least_squares::Loss::logistic;
  problem.refit = !arguments.raw;
  problem.target = arguments.target;
  if (!arguments.start.empty()) problem.start = vector_from(read_matrix_file(arguments.start, session));
  return problem;
}

void solve(const SolveArguments& arguments, Session& session) {
  const auto [constraint, size] = arguments.constraint.parse();
  const auto& [method, settings] = arguments.method;
  const Overwrite overwrite = arguments.out.overwrite();
  least_squares::method(method);
  using enum least_squares::ConstraintKind;
  if (arguments.raw && (constraint.kind == binary || constraint.kind == binary_c)) {
    throw InvalidArgument("--raw", "",
                          fmt::format("has no effect: {} answers have no values that a fit would change",
                                      to_string(constraint.kind)),
                          "leave it out");
  }
  if (!arguments.output.empty()) check_matrix_path(arguments.output, overwrite);
  arguments.out.check(session);
  const DataArgument::Loaded loaded = arguments.data.load(session);
  const Problem problem = problem_of(arguments, loaded, constraint, size, session);
  const RunContext run =
      session.run_context(method, arguments.run.threads, arguments.run.seed, arguments.time_limit);
  const auto check = arguments.no_certificate ? OptimalityCheck::no : OptimalityCheck::yes;
  LeastSquaresReport report = start_report("lsq solve", loaded, problem, session);
  report.results.push_back(solve_and_check(problem, method, settings, check, run));
  session.clear_progress();
  report.total_seconds = loaded.seconds + run.elapsed();
  session.print(rendered(report, arguments.out.format));
  if (arguments.output.empty()) return;
  const least_squares::Solution& solution = report.results.front().solution;
  std::vector<double> x(loaded.instance->columns(), 0.0);
  for (std::size_t i = 0; i < solution.support.size(); ++i) x[solution.support[i]] = solution.x[i];
  write_matrix({x.size(), 1, x}, arguments.output, overwrite);
  session.note_written(arguments.output);
}

}  // namespace

void add_lsq_solve(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App& command =
      *lsq.add_subcommand("solve", "Finds the best x, and checks which optimality conditions it satisfies");
  set_examples(command, {{"lode lsq solve A.npy b.npy -s 5", "the best x with 5 nonzeros"}},
               "'lode help lsq METHOD' has the settings of a method.");
  arguments->data.add_options(command, true);
  arguments->constraint.add_options(command, "S");
  add_option(command, "--loss", arguments->loss, "LOSS", "Loss: squared, or logistic where b holds -1 and 1",
             one_of({"squared", "logistic"}));
  command.add_flag("--raw", arguments->raw,
                   "Keep the values of the method: no least-squares fit on its nonzeros");
  begin_section(command, heading::effort);
  least_squares::MethodSettings& settings = arguments->method.settings;
  add_method_options(command, options_of(least_squares::methods()), arguments->method.method, settings);
  command
      .add_flag_callback(
          "--raw-columns", [&settings] { settings["columns"] = "raw"; }, "Short for --columns raw")
      ->excludes("--columns");
  begin_section(command, heading::effort);
  add_option(command, "--start", arguments->start, "FILE", "File of the x from which the search begins");
  add_option(command, "--time", arguments->time_limit, "SECONDS",
             "Limit of search, fit and certificate together", number_from_zero());
  add_option(command, "--target", arguments->target, "F", "Stop once the objective is at most F");
  command.add_flag("--no-certificate", arguments->no_certificate, "Do not check optimality conditions");
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  arguments->out.add_file(command, "-o,--output", arguments->output,
                          "Write x, a value for each column: .npy, .mtx or .csv");
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments, &session] { solve(*arguments, session); });
}

}  // namespace lode::tool
