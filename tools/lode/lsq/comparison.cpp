#include <filesystem>
#include <memory>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

#include "compare_command.hpp"
#include "lsq/arguments.hpp"
#include "shell/options.hpp"

namespace lode::tool {
namespace {

struct LsqCompareArguments : CompareArguments {
  DataArgument data;
  ConstraintArgument constraint;
  ExperimentArgument experiment;
  std::uint64_t seed = 1;
};

/// One panel with the data under the constraint, by default with every method for the constraint.
LeastSquaresExperiment given_data(const LsqCompareArguments& arguments, const Session& session) {
  if (arguments.data.a.empty() || arguments.data.b.empty()) {
    throw InvalidArgument(arguments.data.a.empty() ? "data" : "b", "", "is missing",
                          "name two files, or use --experiment figure1, sparsity or convergence");
  }
  const auto [constraint, sizes] = arguments.constraint.parse();
  DataArgument::Loaded loaded = arguments.data.load(session);
  LeastSquaresPanel panel;
  panel.name = std::filesystem::path(arguments.data.a).filename().string();
  panel.source.kind = LeastSquaresSource::Kind::given;
  panel.source.given = loaded.instance;
  panel.constraint = constraint.kind;
  panel.lambda = constraint.lambda;
  panel.box = constraint.box;
  if (!sizes.empty()) panel.sizes = parse_sparsities(sizes, loaded.instance->columns());
  LeastSquaresExperiment experiment;
  experiment.name = "given";
  experiment.title = "Methods on " + panel.name;
  experiment.methods = {"all"};
  experiment.panels.push_back(std::move(panel));
  return experiment;
}

void compare_panels(const LsqCompareArguments& arguments, Session& session) {
  arguments.check_outputs(session);
  const LeastSquaresExperiment experiment =
      arguments.experiment.name.empty()
          ? given_data(arguments, session)
          : arguments.experiment.experiment(arguments.data, arguments.constraint);
  ComparisonOptions options;
  options.seed = arguments.seed;
  arguments.run(options, session, [&](const ComparisonOptions& completed) {
    return compare_least_squares(experiment, completed);
  });
}

}  // namespace

void add_lsq_compare(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<LsqCompareArguments>();
  CLI::App& command = *lsq.add_subcommand(
      "compare", "Compares methods with each other, on given data or in an experiment of the paper");
  set_examples(command, {{"lode lsq compare A.npy b.npy -s 5,10", "every method that takes the constraint"},
                         {"lode lsq compare --experiment figure1", "an experiment of the paper"}});
  arguments->data.add_options(command, false);
  arguments->constraint.add_options(command, "SIZES");
  arguments->experiment.add_options(command);
  begin_section(command, heading::question);
  add_option(command, "--methods", arguments->methods, "METHODS",
             "Methods, separated by commas; all: every one\n"
             "METHOD or METHOD:PRESET, each perhaps followed by @SETTING=VALUE. Default: the "
             "methods of the experiment, or all that take the constraint");
  begin_section(command, heading::effort);
  add_option(command, "--starts", arguments->starts, "N",
             "Starts of each method\nStart k has the seed + k - 1", whole_number<int>(1));
  add_option(command, "--seed", arguments->seed, "N", "Seed of the first start");
  add_option(command, "--time", arguments->time_limit, "SECONDS", "Limit of each run", number_from_zero());
  arguments->add_outputs(command);
  command.callback([arguments, &session] { compare_panels(*arguments, session); });
}

}  // namespace lode::tool
