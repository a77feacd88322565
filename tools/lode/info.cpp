#include <memory>

#include <fmt/format.h>

#include <lode/graph/cores.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/density_report.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/session.hpp"

namespace lode::tool {

void add_info(CLI::App& app, Session& session) {
  struct Arguments {
    GraphArgument graph;
    int threads = 0;
    std::string cores_path;
    std::string format = "text";
    bool force = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command =
      *app.add_subcommand("info", "What a file holds: how it was read, degrees, cores, components");
  arguments->graph.add_options(command);
  add_threads(command, arguments->threads);
  command.add_option("--cores", arguments->cores_path, "Write original id, degree and core number as CSV")
      ->type_name("FILE");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] {
    const Overwrite overwrite = arguments->force ? Overwrite::yes : Overwrite::no;
    session.check_outputs({arguments->cores_path}, {arguments->graph.name}, overwrite);
    const auto loaded = arguments->graph.load(session, arguments->threads);
    GraphArgument::note_core(session, loaded);
    const RunContext run = session.run_context(1, arguments->threads, std::numeric_limits<double>::infinity(),
                                               loaded.display_name);
    const std::vector<Vertex> cores = core_numbers(loaded.graph, run);
    const InfoReport report{loaded.display_name, loaded.report, summarise_graph(loaded.graph, cores, run)};
    session.clear_progress();
    session.print(arguments->format == "json" ? info_json(report) : info_text(report));
    if (!arguments->cores_path.empty() && cores.size() < loaded.graph.num_vertices()) {
      session.note(fmt::format("interrupted: {} is not written", arguments->cores_path));
    } else if (!arguments->cores_path.empty()) {
      write_file(arguments->cores_path, cores_csv(loaded.graph, cores), overwrite);
      session.note_written(arguments->cores_path);
    }
  });
}

}  // namespace lode::tool
