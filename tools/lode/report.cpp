#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/io/vertex_values.hpp>
#include <lode/report/density_report.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

/// The arguments of `lode report`.
struct ReportArguments {
  GraphArgument graph;
  RunArguments run;
  std::string sizes;
  std::string method = "hybrid";
  double time_limit = 60.0;
  std::string effort = "auto";
  std::string groups, html, json;
  Outputs out;
};

void write_report(const ReportArguments& arguments, double time_limit, Session& session) {
  const Outputs& out = arguments.out;
  out.check(session);
  using Checksum = GraphArgument::Checksum;
  const bool asks_json = !arguments.json.empty() || out.format == "json";
  const auto loaded =
      arguments.graph.load(session, arguments.run.threads, asks_json ? Checksum::yes : Checksum::no);
  std::vector<VertexGroup> groups;
  if (!arguments.groups.empty()) groups = read_vertex_groups(arguments.groups, loaded.data);
  DensityReportOptions options;
  if (!arguments.sizes.empty()) options.sizes = parse_sizes(arguments.sizes, loaded.data.num_vertices());
  options.method = arguments.method;
  check_room(options.sizes, arguments.sizes);
  options.effort = subgraph::parse_effort(arguments.effort);
  RunContext run =
      session.run_context("report " + loaded.name, arguments.run.threads, arguments.run.seed, time_limit);
  DensityReport report = make_density_report(loaded.data, loaded.name, options, run);
  report.input_summary = loaded.input.summary();
  report.attributes = loaded.attributes;
  if (!groups.empty()) {
    report.attributes.push_back(attribute_of_groups(groups, loaded.data.num_vertices()));
  }
  session.clear_progress();
  session.print(out.format == "json" ? render_json(report) : render_text(report));
  const auto write = [&](const std::string& path, std::string (*render)(const DensityReport&)) {
    if (!path.empty()) out.write(session, path, render(report));
  };
  write(arguments.html, render_html);
  write(arguments.json, render_json);
}

}  // namespace

void add_report(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App& command = *app.add_subcommand(
      "report", "Reports where a graph is dense: degrees, cores, best sets of many sizes");
  set_examples(command,
               {{"lode report karate --html karate.html", "a page with figures, to be opened in a browser"},
                {"lode report karate -s 2:20 --time 5", "best sets of these sizes, within 5 s"}});
  arguments->graph.add_options(command, {.several = true});
  arguments->graph.read.attributes = true;
  begin_section(command, heading::question);
  add_sizes(command, arguments->sizes,
            "Sizes of the sets, as 10:200:10; default: about 16\nThese are between 2 and half of the "
            "vertices. The sizes of the densest set and of dense layers are added");
  begin_section(command, heading::question, Shown::in_full);
  std::vector<std::string> methods;
  for (const subgraph::MethodRow& row : subgraph::methods()) methods.emplace_back(row.name);
  add_option(command, "--method", arguments->method, "METHOD",
             "Method of the searches, which 'lode help METHOD' explains; lode compare runs several",
             one_of(methods));
  add_option(command, "--groups", arguments->groups, "FILE",
             "Count the groups of the vertices in every set: lines 'id group'\nAttributes in GML, GraphML "
             "and JSON files are counted by themselves");
  begin_section(command, heading::effort);
  add_option(command, "--time", arguments->time_limit, "SECONDS",
             "Limit of the whole report, for all graphs together", number_from_zero());
  add_option(command, "--effort", arguments->effort, "LEVEL",
             "Work on upper bounds: none, cheap, auto or strong\n"
             "With auto about 6 s and as long as the searches took, with strong up to half of --time",
             one_of({"none", "cheap", "auto", "strong"}));
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  Outputs& out = arguments->out;
  out.add_file(command, "--html", arguments->html, "Write a page for browsers, with all figures inside");
  out.add_file(command, "--json", arguments->json, "Write the report as JSON, - for standard output");
  out.add_options(command, {"text", "json"});
  command.callback([arguments, &session] {
    const double start = session.clock().seconds();
    std::size_t graphs_left = arguments->graph.names.size();
    run_on_each("report", arguments->graph, arguments->out, session, [&] {
      const double left = arguments->time_limit - (session.clock().seconds() - start);
      write_report(*arguments, std::max(0.0, left) / static_cast<double>(graphs_left--), session);
    });
  });
}

}  // namespace lode::tool
