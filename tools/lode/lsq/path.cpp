#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

using least_squares::Problem;

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
  if (problem.constraint.s < 1) throw InvalidArgument("--sparsity", arguments.sparsity, "must be at least 1");
  const RunContext run =
      session.run_context(arguments.run.seed, arguments.run.threads, arguments.time_limit, "path");
  const auto check = arguments.no_certificate ? OptimalityCheck::no : OptimalityCheck::yes;
  LeastSquaresReport report = start_report("lsq path", loaded, problem, session);
  report.results = solve_path_and_check(problem, {.sweeps = arguments.sweeps}, check, run);
  session.clear_progress();
  report.total_seconds = loaded.seconds + run.elapsed();
  session.print(rendered(report, arguments.format));
}

}  // namespace

void add_lsq_path(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<PathArguments>();
  CLI::App& command =
      *lsq.add_subcommand("path", "Finds the best x for every number of nonzeros from 1 to S");
  set_examples(command, {{"lode lsq path A.npy b.npy -s 10", "the best x with 1, 2, ... 10 nonzeros"}});
  arguments->data.add_options(command, true);
  begin_section(command, heading::question);
  command.add_option("-s,--sparsity", arguments->sparsity, "Largest number of nonzeros")
      ->required()
      ->type_name("S");
  begin_section(command, heading::effort);
  command.add_option("--sweeps", arguments->sweeps, "Most sweeps back and forth after the first one")
      ->capture_default_str()
      ->check(whole_number<int>())
      ->type_name("N");
  command.add_option("--time", arguments->time_limit, "Limit for all sizes and their certificates")
      ->type_name("SECONDS")
      ->check(number_from_zero());
  command.add_flag("--no-certificate", arguments->no_certificate, "Do not check optimality conditions");
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.callback([arguments, &session] { solve(*arguments, session); });
}

}  // namespace lode::tool
