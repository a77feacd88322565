#include "densest/sides.hpp"

#include <utility>

#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/sides.hpp>

namespace lode::tool {

void run_densest_sides(const SidedDensestArguments& arguments, const DensestCall& call, Session& session) {
  arguments.sides.refuse_others(*arguments.command, {"--time", "--output"});
  session.check_outputs({call.set_path}, {call.graph.name, arguments.sides.file()}, call.overwrite());
  auto loaded = arguments.sides.load(call.graph, session, call.threads);
  SidedReport report;
  report.name = std::move(loaded.display_name);
  report.input = std::move(loaded.report);
  report.sides = std::move(loaded.sides);
  report.load_seconds = loaded.seconds;
  const RunContext run = call.run(session, report.name);
  const DirectedDensest densest = densest_pair(report.sides, run);
  report.total_seconds = loaded.seconds + run.elapsed();
  session.clear_progress();
  session.print(call.json() ? sided_densest_json(report, densest) : sided_densest_text(report, densest));
  if (call.set_path.empty()) return;
  write_file(call.set_path, sided_pair_lines(report.sides, densest.sources, densest.targets, densest.arcs),
             call.overwrite());
  session.note_written(call.set_path);
}

}  // namespace lode::tool
