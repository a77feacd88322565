#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/density_report.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/sides.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

struct InfoArguments {
  GraphArgument graph;
  int threads = 0;
  std::string cores_path;
  std::string truss_path;
  std::string core_tree_path;
  std::string truss_tree_path;
  SidesArgument sides;
  std::string sided_cores_path;
  std::string format = "text";
  bool force = false;
  const CLI::App* command = nullptr;
};

/// Runs the command with --sides.
void run_info_sides(const InfoArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  arguments.sides.refuse_others(*arguments.command, {"--sided-cores"});
  session.check_outputs({arguments.sided_cores_path}, {arguments.graph.name, arguments.sides.file()},
                        overwrite);
  auto loaded = arguments.sides.load(arguments.graph, session, arguments.threads);
  SidedReport report;
  report.name = std::move(loaded.display_name);
  report.input = std::move(loaded.report);
  report.sides = std::move(loaded.sides);
  session.print(arguments.format == "json" ? sided_info_json(report) : sided_info_text(report));
  if (arguments.sided_cores_path.empty()) return;
  const RunContext run =
      session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(), report.name);
  const std::vector<SidedCore> cores = sided_cores(report.sides, run);
  session.clear_progress();
  if (run.should_stop())
    return session.note(fmt::format("interrupted: {} is not written", arguments.sided_cores_path));
  write_file(arguments.sided_cores_path, sided_cores_csv(report.sides, cores), overwrite);
  session.note_written(arguments.sided_cores_path);
}

void run_info(const InfoArguments& arguments, Session& session) {
  if (arguments.sides.given()) return run_info_sides(arguments, session);
  if (!arguments.sided_cores_path.empty())
    throw InvalidArgument("--sided-cores", arguments.sided_cores_path, "goes with --sides");
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  session.check_outputs(
      {arguments.cores_path, arguments.truss_path, arguments.core_tree_path, arguments.truss_tree_path},
      {arguments.graph.name}, overwrite);
  const auto loaded =
      arguments.graph.load(session, arguments.threads, GraphArgument::checksum_for(arguments.format));
  GraphArgument::note_core(session, loaded);
  const Graph& graph = loaded.graph;
  const RunContext run =
      session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(), loaded.display_name);
  const std::vector<Vertex> cores = core_numbers(graph, run);
  InfoReport report{loaded.display_name, loaded.report, summarise_graph(graph, cores, run)};
  TrussDecomposition trusses;
  if (!arguments.truss_path.empty() || !arguments.truss_tree_path.empty()) {
    trusses = truss_numbers(graph, run);
    report.trusses = truss_sizes(graph, trusses);
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
  write(arguments.truss_path, trusses.complete(), [&] { return truss_csv(graph, trusses); });
  write(arguments.core_tree_path, cored, [&] {
    return component_tree_json(report.graph, report.input, graph, core_tree(graph, cores), TreeKind::cores);
  });
  write(arguments.truss_tree_path, trusses.complete(), [&] {
    return component_tree_json(report.graph, report.input, graph, truss_tree(graph, trusses),
                               TreeKind::trusses);
  });
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
  command.add_option("--truss", arguments->truss_path, "Write the truss number of every edge as CSV")
      ->type_name("FILE");
  command
      .add_option("--core-tree", arguments->core_tree_path,
                  "Write the components of all k-cores, and how they are nested, as JSON")
      ->type_name("FILE");
  command.add_option("--truss-tree", arguments->truss_tree_path, "Write the same for all k-trusses")
      ->type_name("FILE");
  arguments->command = &command;
  arguments->sides.add_option(command);
  begin_section(command, heading::output);
  command
      .add_option("--sided-cores", arguments->sided_cores_path,
                  "With --sides: write the (alpha, beta)-cores of every vertex\nFor each vertex, the largest "
                  "alpha and the "
                  "largest beta are written")
      ->type_name("FILE");
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
