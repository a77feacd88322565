#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/output_file.hpp>
#include <lode/study/question.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {

/// The options of the questions of a command (study/question.hpp).
class QuestionArguments {
 public:
  /// Adds the options of every question of the command.
  void add_options(CLI::App& command);
  /// The question that replaces the plain one of the command, or null. Errors: InvalidArgument for options
  /// that do not go together.
  const Question* asked() const;
  /// The questions that add to the answer of the command.
  std::vector<const Question*> added() const;
  /// The value of an option of a question, or of another option of the command; empty: not given.
  std::string option(std::string_view name) const;
  /// The output files of all questions.
  std::vector<NamedOutput> outputs();
  /// The names of given files.
  std::vector<std::string> files(QuestionOption::Kind kind) const;

 private:
  /// The first given option that asks the question, or null.
  const QuestionOption* asks(const Question& question) const;
  void refuse_others(const Question& question) const;

  const CLI::App* command_ = nullptr;
  std::map<std::string, std::string, std::less<>> values_;
};

/// What a command knows when it asks a question.
struct QuestionCall {
  const GraphArgument& graph;
  const QuestionArguments& questions;
  std::map<std::string, std::string, std::less<>> options =
      {};  ///< -o, --certificate and --format for this graph
  Overwrite overwrite = Overwrite::no;
  std::uint64_t seed = 1;
  int threads = 0;
  double time = std::numeric_limits<double>::infinity();
};

/// The graph and the options of a command, for a question.
class ToolInput final : public QuestionInput {
 public:
  ToolInput(QuestionCall call, const Session& session) : call_(std::move(call)), session_(session) {}
  /// With the graph that the command has read already.
  ToolInput(QuestionCall call, const Session& session, QuestionData<Graph> graph)
      : call_(std::move(call)), session_(session), graph_(std::move(graph)) {}

  std::string option(std::string_view name) const override;
  const QuestionData<Graph>& graph() override;
  QuestionData<Arcs> arcs() override;
  RunContext run(std::string_view name, std::size_t parts) override;

 private:
  QuestionCall call_;
  const Session& session_;
  std::optional<QuestionData<Graph>> graph_;
};

/// Answers a question in place of its command, and writes the requested files.
void answer_question(const Question& question, QuestionCall call, Session& session);
/// Writes the files of an answer that has been printed.
void write_question_files(const QuestionAnswer& answer, const QuestionInput& input, Overwrite overwrite,
                          const Session& session);

}  // namespace lode::tool
