#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>
#include <lode/study/compare.hpp>

#include "compare_command.hpp"
#include "lsq/arguments.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

/// --experiment, and the options that filter its instances.
struct ExperimentArgument {
  std::string name;
  std::vector<std::size_t> rows;
  std::vector<least_squares::Index> columns;
  std::vector<std::string> designs;
  std::vector<std::string> noises;
  std::optional<std::uint64_t> seed;

  void add_options(CLI::App& command);
  /// The experiment of that name; `constraint` may only choose sizes. Errors: InvalidArgument for data or
  /// another constraint, or options without a meaning for it.
  LeastSquaresExperiment experiment(const DataArgument& data, const ConstraintArgument& constraint) const;
  /// Errors: InvalidArgument for options that only filter the instances of an experiment.
  void check_no_filter() const;
};

/// Sizes as of `find -s` for A of n columns; empty for an empty text.
std::vector<Index> parse_sparsities(const std::string& text, Index n) {
  return text.empty() ? std::vector<Index>()
                      : parse_sizes(text, n, fmt::format("A has {}", format_plural(n, "column", "columns")));
}

void ExperimentArgument::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  command.add_option("--experiment", name, "Experiment of the paper\nIt takes the place of A and b")
      ->type_name("NAME")
      ->check(CLI::IsMember({"figure1", "sparsity", "convergence"}));
  begin_section(command, heading::question, Shown::in_full);
  command.add_option("--rows", rows, "Numbers of rows of its instances, in place of the paper's")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number<int>(1))
      ->type_name("LIST");
  command.add_option("--columns", columns, "Numbers of columns of its instances, likewise")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number<int>(1))
      ->type_name("LIST");
  command.add_option("--designs", designs, "Only instances of these designs")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->transform(CLI::IsMember({"AI", "AII"}, CLI::ignore_case));
  command.add_option("--noises", noises, "Only instances with these kinds of noise")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->transform(CLI::IsMember({"bI", "bII"}, CLI::ignore_case));
  command.add_option("--instance-seed", seed, "Seed of its instances; default 1")
      ->type_name("N")
      ->check(whole_number<std::uint64_t>());
}

LeastSquaresExperiment ExperimentArgument::experiment(const DataArgument& data,
                                                      const ConstraintArgument& constraint) const {
  if (!data.a.empty()) {
    throw InvalidArgument("--experiment", name, "brings its own instances", "leave out the files A and b");
  }
  if (constraint.lambda || constraint.box || constraint.binary || !constraint.ones.empty()) {
    throw InvalidArgument("--experiment", name, "brings its own constraint", "only --sparsity chooses sizes");
  }
  ExperimentFilter filter;
  filter.rows = rows;
  filter.columns = columns;
  for (const std::string& design : designs) {
    filter.designs.push_back(design == "AI" ? Design::ai : Design::aii);
  }
  for (const std::string& noise : noises) filter.noises.push_back(noise == "bI" ? Noise::bi : Noise::bii);
  filter.seed = seed.value_or(filter.seed);
  // Each instance of an experiment uses the sizes up to its number of columns.
  filter.sizes = parse_sparsities(constraint.sparsity, std::numeric_limits<Index>::max());
  if (name != "figure1")
    return name == "sparsity" ? sparsity_experiment(filter) : convergence_experiment(filter);
  for (const auto& [option, values] : {std::pair("--designs", designs), std::pair("--noises", noises)}) {
    if (values.empty()) continue;
    throw InvalidArgument(option, values.front(), "has no meaning for figure1, whose instances are uniform",
                          "leave it out");
  }
  if (!constraint.sparsity.empty()) {
    throw InvalidArgument("--sparsity", constraint.sparsity, "has no meaning for figure1", "leave it out");
  }
  return figure_one_experiment(filter);
}

void ExperimentArgument::check_no_filter() const {
  const auto refuse = [](const char* option, const std::string& value) {
    throw InvalidArgument(option, value, "chooses among the instances of an experiment",
                          "use --experiment, or leave it out");
  };
  if (!rows.empty()) refuse("--rows", std::to_string(rows.front()));
  if (!columns.empty()) refuse("--columns", std::to_string(columns.front()));
  if (!designs.empty()) refuse("--designs", designs.front());
  if (!noises.empty()) refuse("--noises", noises.front());
  if (seed) refuse("--instance-seed", std::to_string(*seed));
}

struct LsqCompareArguments : CompareArguments {
  DataArgument data;
  ConstraintArgument constraint;
  ExperimentArgument experiment;
  std::uint64_t seed = 1;
};

/// One panel with the data under the constraint, by default with every method for the constraint.
LeastSquaresExperiment given_data(const LsqCompareArguments& arguments, const Session& session) {
  arguments.experiment.check_no_filter();
  if (arguments.data.a.empty() || arguments.data.b.empty()) {
    throw InvalidArgument(arguments.data.a.empty() ? "data" : "b", "missing", "nothing to compare on",
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
  arguments.check_outputs({arguments.data.a, arguments.data.b}, session);
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
  arguments->add_methods(command,
                         "Methods, separated by commas; all: every one\n"
                         "METHOD or METHOD:PRESET, each perhaps followed by @SETTING=VALUE. Default: the "
                         "methods of the experiment, or all that take the constraint");
  begin_section(command, heading::effort);
  arguments->add_starts(command, "Starts of each method\nStart k has the seed + k - 1");
  command.add_option("--seed", arguments->seed, "Seed of the first start")
      ->capture_default_str()
      ->type_name("N")
      ->check(whole_number<std::uint64_t>());
  arguments->add_time(command, "Limit of each run");
  begin_section(command, heading::output);
  arguments->add_outputs(command);
  command.callback([arguments, &session] { compare_panels(*arguments, session); });
}

}  // namespace lode::tool
