#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/path.hpp>

#include "lsq.hpp"
#include "values.hpp"

namespace lode::tool {
namespace {

using least_squares::Problem;
using least_squares::Solution;

struct PathArguments {
  DataArgument data;
  std::string sparsity;
  int sweeps = least_squares::PathOptions{}.sweeps;
  RunArguments run;
  double time_limit = std::numeric_limits<double>::infinity();
  bool no_certificate = false;
  std::string format = "text";
};

void solve(const PathArguments& arguments, Session& session) {
  const DataArgument::Loaded loaded = arguments.data.load(session);
  Problem problem;
  problem.instance = loaded.instance;
  problem.constraint.s = parse_count("--sparsity", arguments.sparsity, loaded.instance->columns());
  const RunContext whole =
      session.run_context(arguments.run.seed, arguments.run.threads, arguments.time_limit, "path");
  RunContext run = whole.part(search_share(arguments.time_limit, !arguments.no_certificate));
  std::vector<Solution> solutions = least_squares::solve_path(problem, {.sweeps = arguments.sweeps}, run);
  LeastSquaresReport report = start_report("lsq path", loaded, problem, session);
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    LeastSquaresResult result = start_result(problem, run);
    result.method = "path";
    result.constraint.s = static_cast<least_squares::Index>(i + 1);
    result.solution = std::move(solutions[i]);
    problem.constraint.s = result.constraint.s;
    if (!arguments.no_certificate) add_certificate(problem, {.k = 2}, whole, result);
    report.results.push_back(std::move(result));
  }
  session.clear_progress();
  report.total_seconds = loaded.seconds + whole.elapsed();
  session.print(rendered(report, arguments.format));
}

}  // namespace

void add_lsq_path(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<PathArguments>();
  CLI::App& command = *lsq.add_subcommand(
      "path", "The best supports of every size from 1 to S, each found from its neighbours");
  arguments->data.add_options(command, true);
  command.add_option("-s,--sparsity", arguments->sparsity, "Largest number of nonzeros")
      ->required()
      ->type_name("S");
  command.add_option("--sweeps", arguments->sweeps, "Sweeps back and forth after the first one, at most")
      ->capture_default_str()
      ->check(whole_number<int>())
      ->type_name("N");
  command.add_option("--time", arguments->time_limit, "Time limit for all sizes and their certificates")
      ->type_name("SEC")
      ->check(number_from_zero());
  command.add_flag("--no-certificate", arguments->no_certificate, "Do not check optimality conditions");
  arguments->run.add_options(command);
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.callback([arguments, &session] { solve(*arguments, session); });
}

}  // namespace lode::tool
