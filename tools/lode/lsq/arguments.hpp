#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/matrix_file.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/study/compare.hpp>

#include "shell/questions.hpp"

// Arguments common to the commands of `lode lsq`.

namespace lode::tool {

/// The files of A and b.
std::vector<QuestionOption> data_options(bool required);
/// The constraints, which exclude each other. A size is a number S, or a list SIZES.
std::vector<QuestionOption> constraint_options(bool lists);
/// The constraint with s = 0, and the text of its sizes (empty: none). Errors: InvalidArgument unless one is
/// given.
std::pair<least_squares::Constraint, std::string> constraint_of(const QuestionArguments& arguments);

/// A and b as they were read.
struct LsqData {
  std::shared_ptr<const least_squares::Instance> instance;
  LeastSquaresInput a;
  LeastSquaresInput b;
  double seconds = 0.0;
};
/// Reads A and b. Errors: InputError if b is not a vector with one entry per row of A. Throws Interrupted
/// after a signal.
LsqData load_data(const QuestionArguments& arguments, const Session& session);

/// Reads a matrix or a vector. Throws Interrupted after a signal.
MatrixFile read_matrix_file(const std::string& path, const Session& session);

/// One size, at most n. Errors: InvalidArgument.
least_squares::Index parse_count(const std::string& option, const std::string& text, least_squares::Index n);

/// Sizes as of `find -s` for A of n columns; empty for an empty text.
std::vector<least_squares::Index> parse_sparsities(const std::string& text, least_squares::Index n);

/// The document of some answers of a run.
QuestionAnswer answer_of(const char* command, const LsqData& data, const least_squares::Problem& problem,
                         std::vector<LeastSquaresResult> results, const RunContext& run, ToolInput& input);

/// Adds a command that asks one question.
void add_lsq_question(CLI::App& command, const Question& question,
                      std::shared_ptr<QuestionArguments> arguments, Session& session);

void add_lsq_solve(CLI::App& lsq, Session& session);
void add_lsq_path(CLI::App& lsq, Session& session);
void add_lsq_compare(CLI::App& lsq, Session& session);
void add_lsq_generate(CLI::App& lsq, Session& session);

}  // namespace lode::tool
