#include <memory>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/density_report.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/figure_folder.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

struct ReportArguments {
  GraphArgument graph;
  RunArguments run;
  std::string sizes;
  std::vector<std::string> methods;
  double time_limit = 60.0;
  std::string effort = "auto";
  std::string html;
  std::string markdown;
  std::string json;
  std::string graphml;
  std::string gexf;
  std::string latex;
  std::string svg;
  std::string format = "text";  ///< of what is printed; json where the graph is one of several
  bool force = false;

  GraphArgument& graph_argument() { return graph; }
  std::string& print_format() { return format; }
  std::vector<NamedOutput> outputs() {
    return {{"--html", &html}, {"--markdown", &markdown}, {"--json", &json}, {"--graphml", &graphml},
            {"--gexf", &gexf}, {"--latex", &latex},       {"--svg", &svg}};
  }
};

/// Exports the best set of largest average degree among its neighbours.
template <class Write>
void write_ego_network(const ReportArguments& arguments, const Graph& graph, const DensityReport& report,
                       const Write& write, const Session& session) {
  if (arguments.graphml.empty() && arguments.gexf.empty()) return;
  const auto richest = richest_size(report);
  if (!richest) return session.note("no size was solved, so there is no set to export");
  const EgoNetwork network = ego_network(graph, report.sizes[*richest].best.vertices);
  write(arguments.graphml, arguments.graphml.empty() ? "" : render_graphml(network));
  write(arguments.gexf, arguments.gexf.empty() ? "" : render_gexf(network));
}

void write_report(const ReportArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  session.check_outputs({arguments.html, arguments.markdown, arguments.json, arguments.latex,
                         arguments.graphml, arguments.gexf},
                        {arguments.graph.name}, overwrite);
  check_figure_folder(arguments.svg, overwrite);
  using Checksum = GraphArgument::Checksum;
  const bool asks_json = !arguments.json.empty() || arguments.format == "json";
  const auto loaded =
      arguments.graph.load(session, arguments.run.threads, asks_json ? Checksum::yes : Checksum::no);
  GraphArgument::note_core(session, loaded);
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
  const Provenance provenance{session.arguments(), loaded.sha256, std::string(compiler()),
                              std::string(architecture()), processor_name()};
  session.clear_progress();
  session.print(arguments.format == "json" ? render_json(report, provenance) : render_text(report));
  const auto write = [&](const std::string& path, const std::string& text) {
    if (path.empty()) return;
    write_file(path, text, overwrite);
    session.note_written(path);
  };
  write(arguments.html, arguments.html.empty() ? "" : render_html(report));
  write(arguments.markdown, arguments.markdown.empty() ? "" : render_markdown(report));
  write(arguments.json, arguments.json.empty() ? "" : render_json(report, provenance));
  write(arguments.latex, arguments.latex.empty() ? "" : render_latex(report));
  if (!arguments.svg.empty()) write_figures(arguments.svg, render_figures(report), overwrite, session);
  write_ego_network(arguments, loaded.graph, report, write, session);
}

}  // namespace

void add_report(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App& command =
      *app.add_subcommand("report", "Density report: sizes, degrees, cores, density against size");
  arguments->graph.add_options_of_several(command);
  command
      .add_option("-s,--size", arguments->sizes, "Sizes; default: about 16 between 2 and half the vertices")
      ->type_name("SIZES");
  command
      .add_option("--methods", arguments->methods,
                  "Methods, comma-separated; default: all but exhaustive ones")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--time", arguments->time_limit, "Time limit of the whole report")
      ->capture_default_str()
      ->type_name("SEC")
      ->check(number_from_zero());
  command
      .add_option("--effort", arguments->effort,
                  "Spent on upper bounds: auto as much as the first method took, strong half of its time")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong"}));
  arguments->run.add_options(command);
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--html", arguments->html, "Write a self-contained page")->type_name("FILE");
  command.add_option("--markdown", arguments->markdown, "Write Markdown")->type_name("FILE");
  command.add_option("--json", arguments->json, "Write JSON")->type_name("FILE");
  command.add_option("--latex", arguments->latex, "Write the tables as LaTeX")->type_name("FILE");
  command.add_option("--svg", arguments->svg, "Write every figure as an SVG file into this folder")
      ->type_name("FOLDER");
  command
      .add_option(
          "--graphml", arguments->graphml,
          "Write the best set of largest average degree and its neighbours as GraphML, members marked")
      ->type_name("FILE");
  command.add_option("--gexf", arguments->gexf, "The same as GEXF, for Gephi")->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] { run_on_each("report", *arguments, session, write_report); });
}

}  // namespace lode::tool
