#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "lsq/arguments.hpp"
#include "shell/options.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
namespace {

using least_squares::Problem;

struct PathArguments {
  DataArgument data;
  std::string sparsity;
  int sweeps = least_squares::PathOptions{}.sweeps;
  RunArguments run;
  double time_limit = no_limit;
  bool no_certificate = false;
  Outputs out;
};

void solve(const PathArguments& arguments, Session& session) {
  const DataArgument::Loaded loaded = arguments.data.load(session);
  Problem problem;
  problem.instance = loaded.instance;
  problem.constraint.s = parse_count("--sparsity", arguments.sparsity, loaded.instance->columns());
  if (problem.constraint.s < 1) throw InvalidArgument("--sparsity", arguments.sparsity, "must be at least 1");
  const RunContext run =
      session.run_context("path", arguments.run.threads, arguments.run.seed, arguments.time_limit);
  const auto check = arguments.no_certificate ? OptimalityCheck::no : OptimalityCheck::yes;
  LeastSquaresReport report = start_report("lsq path", loaded, problem, session);
  report.results = solve_path_and_check(problem, {.sweeps = arguments.sweeps}, check, run);
  session.clear_progress();
  report.total_seconds = loaded.seconds + run.elapsed();
  session.print(rendered(report, arguments.out.format));
}

}  // namespace

void add_lsq_path(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<PathArguments>();
  CLI::App& command =
      *lsq.add_subcommand("path", "Finds the best x for every number of nonzeros from 1 to S");
  set_examples(command, {{"lode lsq path A.npy b.npy -s 10", "the best x with 1, 2, ... 10 nonzeros"}});
  arguments->data.add_options(command, true);
  begin_section(command, heading::question);
  add_option(command, "-s,--sparsity", arguments->sparsity, "S", "Largest number of nonzeros")->required();
  begin_section(command, heading::effort);
  add_option(command, "--sweeps", arguments->sweeps, "N", "Most sweeps back and forth after the first one");
  add_option(command, "--time", arguments->time_limit, "SECONDS",
             "Limit for all sizes and their certificates", number_from_zero());
  command.add_flag("--no-certificate", arguments->no_certificate, "Do not check optimality conditions");
  arguments->run.add_options(command);
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments, &session] { solve(*arguments, session); });
}

}  // namespace lode::tool
