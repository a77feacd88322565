#include <memory>

#include <lode/graph/cores.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/density_report.hpp>

#include "commands.hpp"
#include "shell/questions.hpp"

namespace lode::tool {
namespace {

/// The facts of a graph, with the answers of the questions that add to them.
QuestionAnswer describe(QuestionInput& in) {
  ToolInput& input = static_cast<ToolInput&>(in);
  const QuestionData<Graph>& read = input.graph();
  const Graph& graph = read.data;
  const RunContext run = input.run(read.name);
  const std::vector<Vertex> cores = core_numbers(graph, run);
  InfoReport report{read.name, read.input, summarise_graph(graph, cores, run)};
  QuestionAnswer answer;
  const auto write = [&](std::string_view option, const auto& text) {
    if (!in.given(option)) return;
    const bool complete = cores.size() == graph.num_vertices() && !run.should_stop();
    answer.files.push_back({option, complete ? std::optional(text()) : std::nullopt});
  };
  write("--cores", [&] {
    refuse_signed_weights(graph, "strength cores");
    const bool weighted = graph.weighted() || input.arguments().graph.read.weighted;
    return cores_csv(graph, cores, weighted ? std::optional(strength_cores(graph)) : std::nullopt);
  });
  write("--core-tree", [&] {
    return component_tree_json(report.graph, report.input, graph, core_tree(graph, cores), "cores");
  });
  for (const Question* const question : input.arguments().added()) {
    QuestionAnswer more = question->add(input);
    report.more += more.document;
    std::ranges::move(more.files, std::back_inserter(answer.files));
  }
  answer.document = in.option("--format") == "json" ? info_json(report) : info_text(report);
  return answer;
}

const Question info_question = {
    .command = "info",
    .options = {{"--cores", "FILE",
                 "Write id, degree and core number of every vertex as CSV\nWith weights also its strength "
                 "and its core by strength",
                 QuestionOption::Kind::output_file, false, true},
                {"--core-tree", "FILE",
                 "Write the components of all k-cores, and how they are nested, as JSON",
                 QuestionOption::Kind::output_file, false, true}},
    .ask = describe};

}  // namespace

void add_info(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App& command =
      *app.add_subcommand("info", "Describes a file: how it is read, degrees, cores, trusses, components");
  set_examples(command, {{"lode info karate", "a bundled graph"},
                         {"lode info calls.csv --weighted", "a table of names and weights"}});
  arguments->graph.add_options(command, {.signs = true});
  arguments->add_options(command, info_question);
  arguments->out.add_options(command, {"text", "json"});
  begin_section(command, heading::effort);
  add_threads(command, arguments->run.threads);
  command.callback([arguments, &session] { answer_question(arguments->asked(), *arguments, session); });
}

}  // namespace lode::tool
