#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/density_report.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/help/sections.hpp"
#include "shell/questions.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

struct InfoArguments {
  GraphArgument graph;
  int threads = 0;
  std::string cores_path;
  std::string core_tree_path;
  QuestionArguments questions;
  std::string format = "text";
  bool force = false;
};

void run_info(const InfoArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  const QuestionCall call{.graph = arguments.graph,
                          .questions = arguments.questions,
                          .options = {{"--format", arguments.format}},
                          .overwrite = overwrite,
                          .threads = arguments.threads};
  if (const Question* const question = arguments.questions.asked())
    return answer_question(*question, call, session);
  std::vector<std::string> outputs = arguments.questions.files(QuestionOption::Kind::output_file);
  outputs.insert(outputs.end(), {arguments.cores_path, arguments.core_tree_path});
  session.check_outputs(outputs, {arguments.graph.name}, overwrite);
  const auto loaded =
      arguments.graph.load(session, arguments.threads, GraphArgument::checksum_for(arguments.format));
  GraphArgument::note_core(session, loaded);
  const Graph& graph = loaded.graph;
  const RunContext run =
      session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(), loaded.display_name);
  const std::vector<Vertex> cores = core_numbers(graph, run);
  InfoReport report{loaded.display_name, loaded.report, summarise_graph(graph, cores, run)};
  ToolInput input(call, session, {graph, loaded.display_name, loaded.report, loaded.seconds});
  std::vector<QuestionAnswer> added;
  for (const Question* const question : arguments.questions.added()) {
    added.push_back(question->add(input));
    report.more += added.back().document;
  }
  session.clear_progress();
  session.print(arguments.format == "json" ? info_json(report) : info_text(report));
  const bool cored = cores.size() == graph.num_vertices();
  const auto write = [&](const std::string& path, bool complete, const auto& text) {
    if (path.empty()) return;
    if (!complete || run.should_stop()) {
      return session.note(fmt::format("interrupted: {} is not written", path));
    }
    write_file(path, session.with_provenance(text()), overwrite);
    session.note_written(path);
  };
  write(arguments.cores_path, cored, [&] {
    refuse_signed_weights(graph, "strength cores");
    const bool weighted = graph.weighted() || arguments.graph.read.weighted;
    return cores_csv(graph, cores, weighted ? std::optional(strength_cores(graph)) : std::nullopt);
  });
  write(arguments.core_tree_path, cored, [&] {
    return component_tree_json(report.graph, report.input, graph, core_tree(graph, cores), "cores");
  });
  for (const QuestionAnswer& answer : added) write_question_files(answer, input, overwrite, session);
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App& command =
      *app.add_subcommand("info", "Describes a file: how it is read, degrees, cores, trusses, components");
  set_examples(command, {{"lode info karate", "a bundled graph"},
                         {"lode info calls.csv --weighted", "a table of names and weights"}});
  arguments->graph.add_options(command);
  arguments->graph.add_signed_option(command);
  begin_section(command, heading::output);
  command
      .add_option("--cores", arguments->cores_path,
                  "Write id, degree and core number of every vertex as CSV\nWith weights also its strength "
                  "and its core by strength")
      ->type_name("FILE");
  command
      .add_option("--core-tree", arguments->core_tree_path,
                  "Write the components of all k-cores, and how they are nested, as JSON")
      ->type_name("FILE");
  arguments->questions.add_options(command);
  begin_section(command, heading::output);
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--force", arguments->force, "Overwrite files that exist");
  begin_section(command, heading::effort);
  add_threads(command, arguments->threads);
  command.callback([arguments, &session] { run_info(*arguments, session); });
}

}  // namespace lode::tool
