#include <fmt/format.h>

#include "shell/questions.hpp"

namespace lode::tool {

std::string ToolInput::option(std::string_view name) const {
  const auto own = call_.options.find(name);
  return own != call_.options.end() ? own->second : call_.questions.option(name);
}

const QuestionData<Graph>& ToolInput::graph() {
  if (!graph_) {
    auto loaded = call_.graph.load(session_, call_.threads, GraphArgument::checksum_for(option("--format")));
    if (call_.graph.checks_core) GraphArgument::note_core(session_, loaded);
    graph_.emplace(std::move(loaded.graph), std::move(loaded.display_name), std::move(loaded.report),
                   loaded.seconds);
  }
  return *graph_;
}

QuestionData<Arcs> ToolInput::arcs() {
  auto loaded = call_.graph.load_arcs(session_, call_.threads);
  return {std::move(loaded.arcs), std::move(loaded.display_name), std::move(loaded.report), loaded.seconds};
}

RunContext ToolInput::run(std::string_view name, std::size_t parts) {
  return session_.run_context(call_.seed, call_.threads, call_.time * static_cast<double>(parts), name);
}

void answer_question(const Question& question, QuestionCall call, Session& session) {
  std::vector<std::string> outputs = call.questions.files(QuestionOption::Kind::output_file);
  for (const char* const option : {"-o", "--certificate"}) outputs.push_back(call.options[option]);
  std::vector<std::string> inputs = call.questions.files(QuestionOption::Kind::input_file);
  inputs.push_back(call.graph.name);
  session.check_outputs(outputs, inputs, call.overwrite);
  const Overwrite overwrite = call.overwrite;
  ToolInput input(std::move(call), session);
  const QuestionAnswer answer = question.ask(input);
  session.clear_progress();
  session.print(answer.document);
  write_question_files(answer, input, overwrite, session);
}

void write_question_files(const QuestionAnswer& answer, const QuestionInput& input, Overwrite overwrite,
                          const Session& session) {
  for (const QuestionFile& file : answer.files) {
    const std::string path = input.option(file.option);
    if (!file.content) {
      session.note(fmt::format("interrupted: {} is not written", path));
      continue;
    }
    write_file(path, session.with_provenance(*file.content), overwrite);
    session.note_written(path);
  }
}

}  // namespace lode::tool
