#include "densest/cliques.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/clique_certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/structure_report.hpp>

namespace lode::tool {

void add_clique_options(CLI::App& command, CliqueArguments& arguments) {
  CLI::Option* const clique =
      command
          .add_option("--clique", arguments.size,
                      "Count cliques of so many vertices in the place of edges: 3 for triangles, up to 6")
          ->type_name("K");
  command
      .add_option("--curve", arguments.curve_path,
                  "With --clique: write as CSV, for every s, a number of cliques that no s vertices exceed")
      ->type_name("FILE")
      ->needs(clique);
  command
      .add_option("--certificate", arguments.certificate_path,
                  "With --clique: write why no set has more cliques per vertex, for verify --certificate")
      ->type_name("FILE")
      ->needs(clique);
}

void run_densest_cliques(const CliqueArguments& arguments, const DensestCall& call, Session& session) {
  if (!call.decomposition_path.empty()) {
    throw InvalidArgument("--decomposition", call.decomposition_path, "does not go with --clique",
                          "--curve FILE writes bounds for all sizes");
  }
  session.check_outputs({call.set_path, arguments.curve_path, arguments.certificate_path}, {call.graph.name},
                        call.overwrite);
  auto loaded = call.graph.load(session, call.threads);
  GraphArgument::note_core(session, loaded);
  CliqueDensestReport report;
  report.name = loaded.display_name;
  report.input = std::move(loaded.report);
  report.graph = std::move(loaded.graph);
  report.load_seconds = loaded.seconds;
  const RunContext run =
      session.run_context(1, call.threads, std::numeric_limits<double>::infinity(), report.name);
  report.densest = densest_by_cliques(report.graph, arguments.size, run);
  report.solve_seconds = run.elapsed();
  std::vector<std::uint64_t> curve;
  if (!arguments.curve_path.empty()) curve = clique_curve(report.graph, report.densest, run);
  session.clear_progress();
  session.print(call.format == "json" ? clique_densest_json(report) : clique_densest_text(report));
  const auto write = [&](const std::string& path, const auto& text) {
    if (path.empty()) return;
    write_file(path, text(), call.overwrite);
    session.note_written(path);
  };
  if (!call.set_path.empty()) {
    write_vertex_set(report.graph, report.densest.vertices, report.densest.edges, call.set_path,
                     call.overwrite);
    session.note_written(call.set_path);
  }
  write(arguments.curve_path, [&] { return clique_curve_csv(curve); });
  write(arguments.certificate_path, [&] { return clique_certificate_json(report.graph, report.densest); });
}

}  // namespace lode::tool
