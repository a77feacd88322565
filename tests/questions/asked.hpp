#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/study/question.hpp>

namespace lode::test {

/// A question with its options, about a graph in a file.
class Asked final : public QuestionInput {
 public:
  using Options = std::map<std::string, std::string, std::less<>>;

  Asked(std::string path, Options options) : path_(std::move(path)), options_(std::move(options)) {}

  std::string option(std::string_view name) const override {
    const auto found = options_.find(name);
    return found == options_.end() ? "" : found->second;
  }
  const QuestionData<Graph>& graph() override {
    LoadedGraph loaded = read_graph(path_);
    graph_ = {std::move(loaded.graph), "file", std::move(loaded.report)};
    return graph_;
  }
  QuestionData<Arcs> arcs() override {
    LoadedArcs loaded = read_arcs(path_);
    return {std::move(loaded.arcs), "file", std::move(loaded.report)};
  }
  RunContext run(std::string_view, std::size_t) override { return RunContext({.threads = 1}); }
  VertexSet vertices(const std::string&) override { return {}; }

 private:
  std::string path_;
  Options options_;
  QuestionData<Graph> graph_;
};

/// The question of a command that has this option.
inline const Question& question_of(std::string_view command, std::string_view option) {
  for (const Question& question : all_questions()) {
    if (question.command != command) continue;
    if (std::ranges::find(question.options, option, &QuestionOption::name) != question.options.end())
      return question;
  }
  throw InternalError("no question has the option " + std::string(option));
}

/// The content of the file that an option of an answer names.
inline std::string file_of(const QuestionAnswer& answer, std::string_view option) {
  const auto found = std::ranges::find(answer.files, option, &QuestionFile::option);
  return found == answer.files.end() ? "" : found->content.value_or("");
}

}  // namespace lode::test
