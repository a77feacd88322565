#include <limits>
#include <memory>

#include <lode/core/version.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "commands.hpp"
#include "core_arguments.hpp"
#include "run/core_report.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"

namespace lode::cluster {
namespace {

struct FindArguments {
  CoreArguments core;
  tool::RunArguments run;
  std::string effort = "auto";
  double time_limit = std::numeric_limits<double>::infinity();
};

/// What reading the core's lode file would tell, in the time that reading and cutting took.
InputReport input_report(const CoreResult& result) {
  InputReport report;
  report.format = "core";
  report.vertices = result.core.num_vertices();
  report.edges = result.core.num_edges();
  report.edge_lines = report.edges;
  report.declared_vertices = true;
  report.bytes = result.counts.bytes;
  for (const PhaseRecord& phase : result.phases) report.seconds += phase.seconds;
  report.labels = result.labelled;
  report.core_of = result.origin;
  return report;
}

/// On rank 0, on all its threads, while the others wait.
void find_in_core(const FindArguments& arguments, const CoreRequest& request, const CoreResult& result,
                  tool::Session& session) {
  FindRequest wanted;
  wanted.sizes = request.sizes;
  wanted.core_of = result.origin;
  wanted.effort = subgraph::parse_effort(arguments.effort);
  const RunContext run =
      session.run_context(arguments.run.seed, arguments.run.threads,
                          arguments.time_limit * static_cast<double>(wanted.sizes.size()), "core");
  FindEvents events;
  events.note = [&](std::string_view line) { session.note(line); };
  const FindResult found = find(result.core, wanted, events, run);
  FindReport report;
  report.graph = "core";
  report.input = input_report(result);
  report.results = found.answers;
  report.load_seconds = report.input.seconds;
  report.total_seconds = report.load_seconds + found.seconds;
  report.provenance.arguments = session.arguments();
  report.provenance.compiler = compiler();
  report.provenance.arch = architecture();
  report.provenance.cpu = processor_name();
  const std::string& format = arguments.core.format;
  session.print(format == "json"  ? find_json(report)
                : format == "csv" ? find_csv(report)
                                  : find_text(report));
}

}  // namespace

void add_find(CLI::App& app, tool::Session& session, const Ranks& ranks) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App& command = *app.add_subcommand(
      "find", "Cuts the core and searches it: the best s-vertex subgraph with a bound of the whole graph");
  arguments->core.add_options(command);
  command.add_option("-o,--output", arguments->core.output, "Write the core as lode file, too")
      ->type_name("FILE");
  command.add_option("--format", arguments->core.format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_option("--effort", arguments->effort, "Spent on upper bounds, as by 'lode find'")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong", "proof"}));
  command.add_option("--time", arguments->time_limit, "Time per size for bounds and search in the core")
      ->type_name("SEC")
      ->check(tool::number_from_zero());
  arguments->run.add_options(command);
  command.callback([arguments, &session, &ranks] {
    const CoreResult result = arguments->core.run(session, ranks);
    if (result.stopped) return;
    ranks.on_first([&] {
      const CoreRequest request = arguments->core.request();
      tool::check_room(request.sizes, arguments->core.sizes);
      session.note(core_text(result, arguments->core.output, false));
      find_in_core(*arguments, request, result, session);
    });
  });
}

}  // namespace lode::cluster
