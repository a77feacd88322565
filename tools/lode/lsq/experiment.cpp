#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {

using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

std::vector<Index> parse_sparsities(const std::string& text, Index n) {
  return text.empty()
             ? std::vector<Index>()
             : lode::parse_sizes(text, n, fmt::format("A has {}", format_plural(n, "column", "columns")));
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
    throw InvalidArgument("--experiment", name, "has its own instances", "leave out the files A and b");
  }
  if (constraint.lambda || constraint.box || constraint.binary || !constraint.ones.empty()) {
    throw InvalidArgument("--experiment", name, "has its own constraint", "only --sparsity chooses sizes");
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
    throw InvalidArgument(option, "", "has no effect on figure1, whose instances are uniform",
                          "leave it out");
  }
  if (!constraint.sparsity.empty()) {
    throw InvalidArgument("--sparsity", "", "has no effect on figure1", "leave it out");
  }
  return figure_one_experiment(filter);
}

void ExperimentArgument::check_no_filter() const {
  for (const auto& [option, given] :
       {std::pair{"--rows", !rows.empty()}, std::pair{"--columns", !columns.empty()},
        std::pair{"--designs", !designs.empty()}, std::pair{"--noises", !noises.empty()},
        std::pair{"--instance-seed", seed.has_value()}}) {
    if (!given) continue;
    throw InvalidArgument(option, "", "chooses among the instances of an experiment",
                          "use --experiment, or leave it out");
  }
}

}  // namespace lode::tool
