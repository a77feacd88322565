#include <memory>

#include <lode/core/error.hpp>

#include "commands.hpp"
#include "densest/call.hpp"
#include "densest/plain.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/questions.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

struct DensestArguments {
  DensestCall call;
  PlainArguments plain;
  QuestionArguments questions;

  Overwrite overwrite() const { return call.overwrite(); }
  GraphArgument& graph_argument() { return call.graph; }
  std::string& print_format() { return call.format; }
  std::vector<NamedOutput> outputs() {
    std::vector<NamedOutput> outputs = questions.outputs();
    outputs.insert(outputs.end(), {{"-o", &call.set_path},
                                   {"--certificate", &call.certificate_path},
                                   {"--decomposition", &plain.decomposition_path},
                                   {"--layers", &plain.layers_path}});
    return outputs;
  }
};

void run_densest(const DensestArguments& arguments, Session& session) {
  const DensestCall& call = arguments.call;
  const Question* const question = arguments.questions.asked();
  if (!question) return run_densest_plain(arguments.plain, call, session);
  answer_question(*question,
                  {.graph = call.graph,
                   .questions = arguments.questions,
                   .options = {{"-o", call.set_path},
                               {"--certificate", call.certificate_path},
                               {"--format", call.format}},
                   .overwrite = call.overwrite(),
                   .threads = call.threads,
                   .time = call.time},
                  session);
}

}  // namespace

void add_densest(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<DensestArguments>();
  CLI::App& command =
      *app.add_subcommand("densest", "Finds the set with the most edges per vertex, of any size, exactly");
  set_examples(command, {{"lode densest karate", "the densest subgraph, proven"},
                         {"lode densest karate --clique 3", "the set with the most triangles per vertex"}});
  DensestCall& call = arguments->call;
  call.graph.add_options_of_several(command);
  arguments->plain.add_options(command);
  arguments->questions.add_options(command);
  begin_section(command, heading::effort);
  command
      .add_option("--time", call.time,
                  "Limit for the answer; default: until it is proven\nThe best set found by then is printed "
                  "with a bound")
      ->type_name("SECONDS")
      ->check(number_from_zero());
  add_threads(command, call.threads);
  begin_section(command, heading::output);
  command.add_option("-o,--output", call.set_path, "Write the set into a file, one original id a line")
      ->type_name("FILE");
  command
      .add_option("--certificate", call.certificate_path,
                  "Write a proof of the bound, which 'lode verify --certificate' checks")
      ->type_name("FILE");
  command.add_option("--format", call.format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json"}));
  begin_section(command, heading::output, Shown::in_full);
  command.add_flag("--force", call.force, "Overwrite files that exist");
  command.callback([arguments, &session] { run_on_each("densest", *arguments, session, run_densest); });
}

}  // namespace lode::tool
