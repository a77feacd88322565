#include "densest/directed.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/directed_report.hpp>

namespace lode::tool {

void DirectedArguments::add_options(CLI::App& command) {
  command.add_flag(
      "--directed", directed,
      "Keep directions: the sets S and T of most arcs from S to T per sqrt(|S| |T|); loops count");
  command.add_flag("--drop-loops", drop_loops, "With --directed: leave loops out");
  command.add_option("--time", time, "With --directed: seconds; default: until it is proven")
      ->type_name("SECONDS");
  command
      .add_option("--certificate", certificate_path,
                  "With --directed: write a proof of the bound, for verify --certificate")
      ->type_name("FILE");
}

void DirectedArguments::require_directed() const {
  if (drop_loops) throw InvalidArgument("--drop-loops", "given", "goes with --directed");
  if (!std::isinf(time)) throw InvalidArgument("--time", fmt::format("{}", time), "goes with --directed");
  if (!certificate_path.empty())
    throw InvalidArgument("--certificate", certificate_path, "goes with --directed");
}

void run_directed(const GraphArgument& graph, const DirectedArguments& arguments,
                  const DirectedOutput& output, Session& session) {
  session.check_outputs({output.set_path, arguments.certificate_path}, {graph.name}, output.overwrite);
  auto loaded = graph.load_arcs(session, output.threads);
  DirectedReport report;
  report.name = std::move(loaded.display_name);
  report.input = std::move(loaded.report);
  report.load_seconds = loaded.seconds;
  report.drops_loops = arguments.drop_loops;
  report.loops_dropped = arguments.drop_loops ? loaded.arcs.num_loops() : 0;
  report.arcs = arguments.drop_loops ? loaded.arcs.without_loops() : loaded.arcs;
  const RunContext run = session.run_context(1, output.threads, arguments.time, report.name);
  const KeepSplits keep = arguments.certificate_path.empty() ? KeepSplits::no : KeepSplits::yes;
  report.densest = directed_densest(report.arcs, run, keep);
  report.solve_seconds = run.elapsed();
  session.clear_progress();
  session.print(output.json ? directed_json(report) : directed_text(report));
  if (!output.set_path.empty()) {
    write_file(output.set_path, directed_pair_lines(report.arcs, report.densest), output.overwrite);
    session.note_written(output.set_path);
  }
  if (!arguments.certificate_path.empty()) {
    write_file(arguments.certificate_path, directed_certificate_json(report), output.overwrite);
    session.note_written(arguments.certificate_path);
  }
}

}  // namespace lode::tool
