#include "densest/directed.hpp"

#include <utility>

#include <lode/graph/directed_densest.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/graph_report.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {

void DirectedArguments::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  command.add_flag("--directed", directed, "Keep directions: sets S and T with most arcs per sqrt(|S| |T|)");
  begin_section(command, heading::question, Shown::in_full);
  command.add_flag("--drop-loops", drop_loops, "With --directed: leave loops out; else they count");
}

void run_densest_directed(const DirectedArguments& arguments, const DensestCall& call, Session& session) {
  session.check_outputs({call.set_path, call.certificate_path}, {call.graph.name}, call.overwrite());
  auto loaded = call.graph.load_arcs(session, call.threads);
  DirectedReport report;
  report.name = std::move(loaded.display_name);
  report.input = std::move(loaded.report);
  report.load_seconds = loaded.seconds;
  report.drops_loops = arguments.drop_loops;
  report.loops_dropped = arguments.drop_loops ? loaded.arcs.num_loops() : 0;
  report.arcs = arguments.drop_loops ? loaded.arcs.without_loops() : loaded.arcs;
  const RunContext run = call.run(session, report.name);
  const KeepSplits keep = call.certificate_path.empty() ? KeepSplits::no : KeepSplits::yes;
  report.densest = directed_densest(report.arcs, run, keep);
  report.solve_seconds = run.elapsed();
  session.clear_progress();
  session.print(call.json() ? directed_json(report) : directed_text(report));
  if (!call.set_path.empty()) {
    write_file(call.set_path, directed_pair_lines(report.arcs, report.densest), call.overwrite());
    session.note_written(call.set_path);
  }
  if (!call.certificate_path.empty()) {
    write_file(call.certificate_path, directed_certificate_json(report), call.overwrite());
    session.note_written(call.certificate_path);
  }
}

}  // namespace lode::tool
