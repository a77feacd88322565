#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/graph_report.hpp>

#include "commands.hpp"
#include "densest/directed.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

struct DensestArguments {
  GraphArgument graph;
  int threads = 0;
  std::string set_path;
  std::string decomposition_path;
  std::string format = "text";
  bool force = false;
  DirectedArguments directed;
};

/// The decomposition, or nothing after a signal.
std::optional<DenseDecomposition> decompose(const Graph& graph, const RunContext& run) {
  DenseDecomposition decomposition = dense_decomposition(graph, run);
  if (decomposition.complete()) return decomposition;
  if (run.interrupted()) return std::nullopt;
  throw InvalidArgument("weights", "the graph's", "are too large for an exact decomposition",
                        "divide them by a common factor");
}

void run_densest(const DensestArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  if (arguments.directed.directed) {
    if (!arguments.decomposition_path.empty()) {
      throw InvalidArgument("--decomposition", arguments.decomposition_path, "does not go with --directed");
    }
    return run_directed(arguments.graph, arguments.directed,
                        {arguments.set_path, arguments.format == "json", overwrite, arguments.threads},
                        session);
  }
  arguments.directed.require_directed();
  session.check_outputs({arguments.set_path, arguments.decomposition_path}, {arguments.graph.name},
                        overwrite);
  auto loaded = arguments.graph.load(session, arguments.threads);
  GraphArgument::note_core(session, loaded);
  DensestReport report;
  report.name = loaded.display_name;
  report.input = std::move(loaded.report);
  report.graph = std::move(loaded.graph);
  report.load_seconds = loaded.seconds;
  const RunContext run =
      session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(), report.name);
  report.densest = densest_subgraph(report.graph, run);
  report.solve_seconds = run.elapsed();
  if (!arguments.decomposition_path.empty()) {
    report.decomposition = decompose(report.graph, run);
    report.decomposition_seconds = run.elapsed() - report.solve_seconds;
  }
  session.clear_progress();
  session.print(arguments.format == "json" ? densest_json(report) : densest_text(report));
  if (!arguments.set_path.empty()) {
    write_vertex_set(report.graph, report.densest.vertices, report.densest.edges, arguments.set_path,
                     overwrite);
    session.note_written(arguments.set_path);
  }
  if (report.decomposition) {
    write_file(arguments.decomposition_path, decomposition_csv(report.graph, *report.decomposition),
               overwrite);
    session.note_written(arguments.decomposition_path);
  } else if (!arguments.decomposition_path.empty()) {
    session.note(fmt::format("interrupted: {} is not written", arguments.decomposition_path));
  }
}

}  // namespace

void add_densest(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<DensestArguments>();
  CLI::App& command =
      *app.add_subcommand("densest", "The densest subgraph of any size (most edges per vertex), exact");
  arguments->graph.add_options(command);
  arguments->directed.add_options(command);
  add_threads(command, arguments->threads);
  command.add_option("-o,--output", arguments->set_path, "Write the set, one original id per line")
      ->type_name("FILE");
  command
      .add_option("--decomposition", arguments->decomposition_path,
                  "Write the dense decomposition as CSV: id, layer, marginal density")
      ->type_name("FILE");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] { run_densest(*arguments, session); });
}

}  // namespace lode::tool
