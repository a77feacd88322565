#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/matrix_file.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/study/compare.hpp>

#include "shell/session.hpp"

// Arguments common to the commands of `lode lsq`.

namespace lode::tool {

/// The files of A and b.
struct DataArgument {
  std::string a;
  std::string b;

  void add_options(CLI::App& command, bool required);

  struct Loaded {
    std::shared_ptr<const least_squares::Instance> instance;
    LeastSquaresInput a;
    LeastSquaresInput b;
    double seconds = 0.0;
  };
  /// Reads both files. Errors: InputError if b is not a vector with one entry per row of A. Throws
  /// Interrupted after a signal.
  Loaded load(const Session& session) const;
};

/// Reads a matrix or a vector. Throws Interrupted after a signal.
MatrixFile read_matrix_file(const std::string& path, const Session& session);

/// --sparsity S | --lambda L [--box R] | --binary | --ones S. Sizes are kept as text for lists.
struct ConstraintArgument {
  std::string sparsity;
  std::string ones;
  std::optional<double> lambda;
  std::optional<double> box;
  bool binary = false;

  void add_options(CLI::App& command, const char* size_type);
  bool given() const { return !sparsity.empty() || !ones.empty() || lambda || binary; }
  /// The constraint with s = 0, and the text of its sizes (empty: none). Errors: InvalidArgument unless
  /// exactly one constraint is given.
  std::pair<least_squares::Constraint, std::string> parse() const;
};

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
};

/// Sizes as of `find -s` for A of n columns; empty for an empty text.
std::vector<least_squares::Index> parse_sparsities(const std::string& text, least_squares::Index n);

/// One size between 0 and n. Errors: InvalidArgument.
least_squares::Index parse_count(const std::string& option, const std::string& text, least_squares::Index n);

/// A report of `command` without its results.
LeastSquaresReport start_report(const char* command, const DataArgument::Loaded& loaded,
                                const least_squares::Problem& problem, const Session& session);
/// A report as text, JSON or CSV.
std::string rendered(LeastSquaresReport report, const std::string& format);

void add_lsq_solve(CLI::App& lsq, Session& session);
void add_lsq_path(CLI::App& lsq, Session& session);
void add_lsq_compare(CLI::App& lsq, Session& session);
void add_lsq_generate(CLI::App& lsq, Session& session);
void add_lsq_stationary(CLI::App& lsq, Session& session);
void add_lsq_methods(CLI::App& lsq, Session& session);

}  // namespace lode::tool
