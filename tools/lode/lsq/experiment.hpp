#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/study/compare.hpp>

#include "lsq/arguments.hpp"

namespace lode::tool {

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
std::vector<least_squares::Index> parse_sparsities(const std::string& text, least_squares::Index n);

}  // namespace lode::tool
