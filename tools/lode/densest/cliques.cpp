#include "densest/cliques.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/clique_certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/graph_report.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {

void CliqueArguments::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  CLI::Option* const clique =
      command
          .add_option("--clique", size,
                      "Count cliques of K vertices in place of edges: 3 for triangles, up to 6")
          ->type_name("K");
  begin_section(command, heading::output, Shown::in_full);
  command
      .add_option("--curve", curve_path,
                  "With --clique: write for every s an upper bound on the cliques of s vertices, as CSV")
      ->type_name("FILE")
      ->needs(clique);
}

void run_densest_cliques(const CliqueArguments& arguments, const DensestCall& call, Session& session) {
  session.check_outputs({call.set_path, arguments.curve_path, call.certificate_path}, {call.graph.name},
                        call.overwrite());
  auto loaded = call.graph.load(session, call.threads, call.checksum());
  GraphArgument::note_core(session, loaded);
  CliqueDensestReport report;
  report.name = loaded.display_name;
  report.input = std::move(loaded.report);
  report.graph = std::move(loaded.graph);
  report.load_seconds = loaded.seconds;
  const RunContext run = call.run(session, report.name);
  report.densest = densest_by_cliques(report.graph, arguments.size, run);
  report.solve_seconds = run.elapsed();
  std::vector<std::uint64_t> curve;
  if (!arguments.curve_path.empty()) curve = clique_curve(report.graph, report.densest, run);
  session.clear_progress();
  session.print(call.json() ? clique_densest_json(report) : clique_densest_text(report));
  const auto write = [&](const std::string& path, const auto& text) {
    if (path.empty()) return;
    write_file(path, text(), call.overwrite());
    session.note_written(path);
  };
  if (!call.set_path.empty()) {
    write_vertex_set(report.graph, report.densest.vertices, report.densest.edges, call.set_path,
                     call.overwrite());
    session.note_written(call.set_path);
  }
  write(arguments.curve_path, [&] { return clique_curve_csv(curve); });
  write(call.certificate_path, [&] { return clique_certificate_json(report.graph, report.densest); });
}

}  // namespace lode::tool
