#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/io/output_file.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

using least_squares::Constraint;
using least_squares::Problem;

struct SolveArguments {
  DataArgument data;
  ConstraintArgument constraint;
  std::shared_ptr<MethodArgument> method = std::make_shared<MethodArgument>();
  RunArguments run;
  std::string loss = "squared";
  bool raw = false;
  bool no_certificate = false;
  std::string start;
  double time_limit = std::numeric_limits<double>::infinity();
  double target = -std::numeric_limits<double>::infinity();
  std::string output;
  std::string format = "text";
  bool force = false;
};

class Solver {
 public:
  Solver(const SolveArguments& arguments, Session& session) : arguments_(arguments), session_(session) {}

  void run() {
    const auto [constraint, size] = arguments_.constraint.parse();
    least_squares::method(arguments_.method->method);
    using enum least_squares::ConstraintKind;
    if (arguments_.raw && (constraint.kind == binary || constraint.kind == binary_c)) {
      throw InvalidArgument("--raw", "",
                            fmt::format("has no effect: {} answers have no values that a fit would change",
                                        to_string(constraint.kind)),
                            "leave it out");
    }
    if (!arguments_.output.empty()) check_matrix_path(arguments_.output, overwrite());
    session_.check_outputs({arguments_.output}, {arguments_.data.a, arguments_.data.b, arguments_.start},
                           overwrite());
    const DataArgument::Loaded loaded = arguments_.data.load(session_);
    const Problem problem = problem_of(loaded, constraint, size);
    const RunContext run = session_.run_context(arguments_.run.seed, arguments_.run.threads,
                                                arguments_.time_limit, arguments_.method->method);
    const auto check = arguments_.no_certificate ? OptimalityCheck::no : OptimalityCheck::yes;
    LeastSquaresReport report = start_report("lsq solve", loaded, problem, session_);
    report.results.push_back(
        solve_and_check(problem, arguments_.method->method, arguments_.method->settings, check, run));
    session_.clear_progress();
    report.total_seconds = loaded.seconds + run.elapsed();
    session_.print(rendered(report, arguments_.format));
    write_point(loaded, report.results.front().solution);
  }

 private:
  Overwrite overwrite() const { return arguments_.force ? Overwrite::yes : Overwrite::no; }

  Problem problem_of(const DataArgument::Loaded& loaded, const Constraint& constraint,
                     const std::string& size) const {
    Problem problem;
    problem.instance = loaded.instance;
    problem.constraint = constraint;
    if (!size.empty()) {
      const bool ones = constraint.kind == least_squares::ConstraintKind::binary_c;
      problem.constraint.s = parse_count(ones ? "--ones" : "--sparsity", size, loaded.instance->columns());
    }
    problem.loss =
        arguments_.loss == "squared" ? least_squares::Loss::squared : least_squares::Loss::logistic;
    problem.refit = !arguments_.raw;
    problem.target = arguments_.target;
    if (!arguments_.start.empty()) {
      problem.start = vector_from(read_matrix_file(arguments_.start, session_));
    }
    return problem;
  }

  void write_point(const DataArgument::Loaded& loaded, const least_squares::Solution& solution) const {
    if (arguments_.output.empty()) return;
    std::vector<double> x(loaded.instance->columns(), 0.0);
    for (std::size_t i = 0; i < solution.support.size(); ++i) x[solution.support[i]] = solution.x[i];
    write_matrix({x.size(), 1, x}, arguments_.output, overwrite());
    session_.note_written(arguments_.output);
  }

  const SolveArguments& arguments_;
  Session& session_;
};

}  // namespace

void add_lsq_solve(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App& command =
      *lsq.add_subcommand("solve", "Finds the best x, and checks which optimality conditions it satisfies");
  set_examples(command, {{"lode lsq solve A.npy b.npy -s 5", "the best x with 5 nonzeros"}},
               "'lode help lsq METHOD' has the settings of a method.");
  arguments->data.add_options(command, true);
  arguments->constraint.add_options(command, "S");
  command.add_option("--loss", arguments->loss, "Loss: squared, or logistic where b holds -1 and 1")
      ->capture_default_str()
      ->type_name("LOSS")
      ->check(CLI::IsMember({"squared", "logistic"}));
  command.add_flag("--raw", arguments->raw,
                   "Keep the values of the method: no least-squares fit on its nonzeros");
  MethodArgument::add_options(command, arguments->method);
  begin_section(command, heading::effort);
  command.add_option("--start", arguments->start, "File of the x from which the search begins")
      ->type_name("FILE");
  command.add_option("--time", arguments->time_limit, "Limit of search, fit and certificate together")
      ->type_name("SECONDS")
      ->check(number_from_zero());
  command.add_option("--target", arguments->target, "Stop once the objective is at most F")
      ->type_name("F")
      ->check(any_number());
  command.add_flag("--no-certificate", arguments->no_certificate, "Do not check optimality conditions");
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  command
      .add_option("-o,--output", arguments->output, "Write x, a value for each column: .npy, .mtx or .csv")
      ->type_name("FILE");
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_flag("--force", arguments->force, "Overwrite files that exist");
  command.callback([arguments, &session] { Solver(*arguments, session).run(); });
}

}  // namespace lode::tool
