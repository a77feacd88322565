#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/options.hpp"

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
  CLI::Option* const experiment = add_option(command, "--experiment", name, "NAME",
                                             "Experiment of the paper\nIt takes the place of A and b",
                                             one_of({"figure1", "sparsity", "convergence"}));
  begin_section(command, heading::question, Shown::in_full);
  for (CLI::Option* const filter :
       {add_option(command, "--rows", rows, "LIST",
                   "Numbers of rows of its instances, in place of the paper's", whole_number<int>(1)),
        add_option(command, "--columns", columns, "LIST", "Numbers of columns of its instances, likewise",
                   whole_number<int>(1)),
        add_option(command, "--designs", designs, "LIST", "Only instances of these designs",
                   CLI::IsMember({"AI", "AII"}, CLI::ignore_case)),
        add_option(command, "--noises", noises, "LIST", "Only instances with these kinds of noise",
                   CLI::IsMember({"bI", "bII"}, CLI::ignore_case)),
        add_option(command, "--instance-seed", seed, "N", "Seed of its instances; default 1")})
    filter->needs(experiment);
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

}  // namespace lode::tool
