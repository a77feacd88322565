#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/io/output_file.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/report/density_report.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "report_arguments.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

/// Exports the best set of largest average degree with its neighbours.
template <class Write>
void write_ego_network(const ReportArguments& arguments, const Graph& graph, const DensityReport& report,
                       const Write& write, const Session& session) {
  if (arguments.graphml.empty()) return;
  const auto richest = richest_size(report);
  if (!richest) return session.note("no size was solved, so there is no set to export");
  const EgoNetwork network = ego_network(graph, report.sizes[*richest].best.vertices);
  write(arguments.graphml, render_graphml(network));
}

void write_report(const ReportArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  std::vector<std::string> inputs = arguments.graph.names;
  inputs.push_back(arguments.groups);
  session.check_outputs({arguments.html, arguments.markdown, arguments.json, arguments.graphml}, inputs,
                        overwrite);
  using Checksum = GraphArgument::Checksum;
  const bool asks_json = !arguments.json.empty() || arguments.format == "json";
  const auto loaded =
      arguments.graph.load(session, arguments.run.threads, asks_json ? Checksum::yes : Checksum::no);
  GraphArgument::note_core(session, loaded);
  const std::vector<VertexGroup> groups = arguments.groups.empty()
                                              ? std::vector<VertexGroup>()
                                              : read_vertex_groups(arguments.groups, loaded.graph);
  DensityReportOptions options;
  if (!arguments.sizes.empty()) options.sizes = parse_sizes(arguments.sizes, loaded.graph.num_vertices());
  options.methods = arguments.methods;
  const std::size_t runs = options.methods.empty() ? subgraph::methods().size() : options.methods.size();
  check_room(options.sizes, arguments.sizes, runs);
  options.effort = subgraph::parse_effort(arguments.effort);
  RunContext run = session.run_context(arguments.run.seed, arguments.run.threads, arguments.time_limit,
                                       "report " + loaded.display_name);
  DensityReport report = make_density_report(loaded.graph, loaded.display_name, options, run);
  report.input_summary = loaded.report.summary();
  for (const VertexTexts& attribute : loaded.attributes)
    add_attribute(report, attribute.name, attribute.values);
  if (!groups.empty()) {
    const VertexTexts attribute = attribute_of_groups(groups, loaded.graph.num_vertices());
    add_attribute(report, attribute.name, attribute.values);
  }
  session.clear_progress();
  session.print(arguments.format == "json" ? render_json(report) : render_text(report));
  const auto write = [&](const std::string& path, const std::string& text) {
    if (path.empty()) return;
    write_file(path, text, overwrite);
    session.note_written(path);
  };
  write(arguments.html, arguments.html.empty() ? "" : render_html(report));
  write(arguments.markdown, arguments.markdown.empty() ? "" : render_markdown(report));
  write(arguments.json, arguments.json.empty() ? "" : session.with_provenance(render_json(report)));
  write_ego_network(arguments, loaded.graph, report, write, session);
}

}  // namespace

void add_report(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App& command = *app.add_subcommand(
      "report", "Reports where a graph is dense: degrees, cores, best sets of many sizes");
  set_examples(command,
               {{"lode report karate --html karate.html", "a page with figures, to be opened in a browser"},
                {"lode report karate -s 2:20 --time 5", "best sets of these sizes, within 5 s"}});
  arguments->graph.add_options_of_several(command);
  arguments->graph.read.attributes = true;
  begin_section(command, heading::question);
  command
      .add_option("-s,--size", arguments->sizes,
                  "Sizes of the sets, as 10:200:10; default: about 16\nThese are between 2 and half of the "
                  "vertices. The sizes of the densest set and of dense layers are added")
      ->type_name("SIZES");
  command
      .add_option("--methods", arguments->methods,
                  "Methods, separated by commas; default: all but the exhaustive ones")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("METHODS");
  begin_section(command, heading::question, Shown::in_full);
  command
      .add_option(
          "--groups", arguments->groups,
          "Count the groups of the vertices in every set: lines 'id group'\nAttributes in GML, GraphML "
          "and JSON files are counted by themselves")
      ->type_name("FILE");
  begin_section(command, heading::effort);
  command.add_option("--time", arguments->time_limit, "Limit of the whole report, for all graphs together")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(number_from_zero());
  command
      .add_option(
          "--effort", arguments->effort,
          "Work on upper bounds: none, cheap, auto or strong\n"
          "With auto about 6 s and as long as the first method took, with strong up to half of --time")
      ->capture_default_str()
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong"}));
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--html", arguments->html, "Write a page for browsers, with all figures inside")
      ->type_name("FILE");
  command.add_option("--markdown", arguments->markdown, "Write the report as Markdown")->type_name("FILE");
  command.add_option("--json", arguments->json, "Write the report as JSON, - for standard output")
      ->type_name("FILE");
  command
      .add_option(
          "--graphml", arguments->graphml,
          "Write the best set of largest average degree and its neighbours as GraphML; members are marked")
      ->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite files that exist");
  command.callback([arguments, &session] {
    const double start = session.clock().seconds();
    std::size_t graphs_left = arguments->graph.names.size();
    run_on_each("report", *arguments, session, [&](ReportArguments& one, Session& same) {
      const double left = arguments->time_limit - (session.clock().seconds() - start);
      one.time_limit = std::max(0.0, left) / static_cast<double>(graphs_left--);
      write_report(one, same);
    });
  });
}

}  // namespace lode::tool
