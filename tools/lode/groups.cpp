#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "shell/questions.hpp"

namespace lode::tool {

void add_groups(CLI::App& app, Session& session) {
  using Kind = QuestionOption::Kind;
  static const Question question = {
      .command = "groups",
      .options = {{"--time", "SECONDS", "Limit for the whole answer; default: none", Kind::number, false,
                   true, "", "", 0, "Effort"},
                  {"-o,--output", "FILE",
                   "Write the groups into a file, one line for each vertex: its id, its group",
                   Kind::output_file, false, true}},
      .ask = std::ranges::find(all_questions(), "groups", &Question::command)->ask};
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App& command =
      *app.add_subcommand("groups", "Lists disjoint dense groups, and how far they are beyond chance");
  set_examples(command,
               {{"lode groups karate", "the groups of most surplus over a third of their pairs"},
                {"lode groups karate --by ratio", "the densest subgraph, then that of the rest"},
                {"lode groups karate --null 99", "p-values from 99 random graphs of the same degrees"}});
  arguments->graph.add_options(command, {});
  arguments->add_options(command, question);
  begin_section(command, heading::effort);
  arguments->run.add_options(command);
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments, &session] { answer_question(arguments->asked(), *arguments, session); });
}

}  // namespace lode::tool
