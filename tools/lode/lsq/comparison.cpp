#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

#include "compare_command.hpp"
#include "lsq/arguments.hpp"

namespace lode::tool {
namespace {

using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

struct LsqCompareArguments : CompareArguments {
  QuestionArguments question;  ///< data and constraint
  std::string experiment;
  std::vector<std::size_t> rows;
  std::vector<Index> columns;
  std::vector<std::string> designs;
  std::vector<std::string> noises;
  std::optional<std::uint64_t> instance_seed;
  std::uint64_t seed = 1;
};

const Question compare_question = {.command = "lsq compare", .options = [] {
                                     std::vector<QuestionOption> options = data_options(false);
                                     for (const QuestionOption& each : constraint_options(true))
                                       options.push_back(each);
                                     return options;
                                   }()};

/// One panel with the data under the constraint, by default with every method for the constraint.
LeastSquaresExperiment given_data(const QuestionArguments& arguments, const Session& session) {
  const std::string a = arguments.option("A");
  if (a.empty() || arguments.option("b").empty()) {
    throw InvalidArgument(a.empty() ? "data" : "b", "", "is missing",
                          "name two files, or use --experiment figure1, sparsity or convergence");
  }
  const auto [constraint, sizes] = constraint_of(arguments);
  const LsqData data = load_data(arguments, session);
  LeastSquaresPanel panel;
  panel.name = std::filesystem::path(a).filename().string();
  panel.source.kind = LeastSquaresSource::Kind::given;
  panel.source.given = data.instance;
  panel.constraint = constraint.kind;
  panel.lambda = constraint.lambda;
  panel.box = constraint.box;
  if (!sizes.empty()) panel.sizes = parse_sparsities(sizes, data.instance->columns());
  return {"given", "Methods on " + panel.name, {std::move(panel)}, {"all"}};
}

void add_experiment_options(CLI::App& command, LsqCompareArguments& arguments) {
  begin_section(command, heading::question);
  CLI::Option* const experiment = add_option(command, "--experiment", arguments.experiment, "NAME",
                                             "Experiment of the paper\nIt takes the place of A and b",
                                             one_of({"figure1", "sparsity", "convergence"}));
  begin_section(command, heading::question, Shown::in_full);
  for (CLI::Option* const filter :
       {add_option(command, "--rows", arguments.rows, "LIST",
                   "Numbers of rows of its instances, in place of the paper's", whole_number<int>(1)),
        add_option(command, "--columns", arguments.columns, "LIST",
                   "Numbers of columns of its instances, likewise", whole_number<int>(1)),
        add_option(command, "--designs", arguments.designs, "LIST", "Only instances of these designs",
                   CLI::IsMember({"AI", "AII"}, CLI::ignore_case)),
        add_option(command, "--noises", arguments.noises, "LIST", "Only instances with these kinds of noise",
                   CLI::IsMember({"bI", "bII"}, CLI::ignore_case)),
        add_option(command, "--instance-seed", arguments.instance_seed, "N",
                   "Seed of its instances; default 1")})
    filter->needs(experiment);
}

/// The experiment of that name. Errors: InvalidArgument for data or a constraint other than sizes, or options
/// without a meaning for it.
LeastSquaresExperiment experiment_of(const LsqCompareArguments& arguments) {
  const std::string& name = arguments.experiment;
  const auto given = [&](const char* option) { return !arguments.question.option(option).empty(); };
  if (given("A")) {
    throw InvalidArgument("--experiment", name, "has its own instances", "leave out the files A and b");
  }
  if (given("--lambda") || given("--binary") || given("--ones")) {
    throw InvalidArgument("--experiment", name, "has its own constraint", "only --sparsity chooses sizes");
  }
  ExperimentFilter filter;
  filter.rows = arguments.rows;
  filter.columns = arguments.columns;
  for (const std::string& design : arguments.designs)
    filter.designs.push_back(design == "AI" ? Design::ai : Design::aii);
  for (const std::string& noise : arguments.noises)
    filter.noises.push_back(noise == "bI" ? Noise::bi : Noise::bii);
  filter.seed = arguments.instance_seed.value_or(filter.seed);
  // Each instance of an experiment uses the sizes up to its number of columns.
  filter.sizes = parse_sparsities(arguments.question.option("-s"), std::numeric_limits<Index>::max());
  if (name == "sparsity") return sparsity_experiment(filter);
  if (name == "convergence") return convergence_experiment(filter);
  for (const auto& [option, values] :
       {std::pair("--designs", filter.designs.size()), std::pair("--noises", filter.noises.size()),
        std::pair("--sparsity", filter.sizes.size())}) {
    if (values == 0) continue;
    throw InvalidArgument(option, "", "has no effect on figure1, whose instances are uniform",
                          "leave it out");
  }
  return figure_one_experiment(filter);
}

void compare_panels(const LsqCompareArguments& arguments, Session& session) {
  arguments.check_outputs(session);
  arguments.question.asked();
  const LeastSquaresExperiment experiment =
      arguments.experiment.empty() ? given_data(arguments.question, session) : experiment_of(arguments);
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
  arguments->question.add_options(command, compare_question);
  add_experiment_options(command, *arguments);
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
