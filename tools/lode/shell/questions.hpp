#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/study/question.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {

/// The arguments of a command that asks questions (study/question.hpp): its graph, run and outputs, and the
/// options of its questions.
class QuestionArguments {
 public:
  GraphArgument graph;
  RunArguments run;
  Outputs out;

  /// Adds the options of every question of the command. `first` is its first question, asked by default.
  void add_options(CLI::App& command, const Question& first);
  /// The question that the options ask. Errors: InvalidArgument for options that do not go together.
  const Question& asked() const;
  /// The questions that add to the answer of the command.
  std::vector<const Question*> added() const;
  /// The value of an option of a question, or of another option of the command; empty: not given.
  std::string option(std::string_view name) const;

 private:
  void add_option_of(CLI::App& command, const QuestionOption& option);

  const CLI::App* command_ = nullptr;
  std::vector<const Question*> questions_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// The graph and the options of a command, for a question.
class ToolInput final : public QuestionInput {
 public:
  ToolInput(const QuestionArguments& arguments, const Session& session)
      : arguments_(arguments), session_(session) {}

  std::string option(std::string_view name) const override { return arguments_.option(name); }
  const GraphArgument::Loaded& graph() override;
  QuestionData<Arcs> arcs() override { return arguments_.graph.load_arcs(session_, arguments_.run.threads); }
  RunContext run(std::string_view name, std::size_t parts = 1) override;
  /// The vertices that an option lists, or names by file:PATH.
  VertexSet vertices(const std::string& option) override;
  /// The value of an option of the kind number.
  double number(std::string_view name, double otherwise) const {
    return given(name) ? std::stod(option(name)) : otherwise;
  }
  /// The numbers of vertices that an option names, one per vertex; empty: not given.
  std::vector<double> vertex_numbers(const std::string& option);

  const QuestionArguments& arguments() const { return arguments_; }
  const Session& session() const { return session_; }

 private:
  const QuestionArguments& arguments_;
  const Session& session_;
  std::optional<GraphArgument::Loaded> graph_;
};

/// Answers a question by `ask`, prints its document, and writes the requested files.
void answer_question(const Question& question, const QuestionArguments& arguments, Session& session);

}  // namespace lode::tool
