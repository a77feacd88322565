#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "commands.hpp"
#include "find_output.hpp"
#include "shell/arguments/demands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

/// What can be refused before anything is read.
void check(const FindArguments& arguments, Session& session) {
  subgraph::method(arguments.method.method);
  arguments.demands.check();
  if (arguments.writes_a_set() && arguments.demands.top.value_or(1) != 1) {
    throw InvalidArgument("--top", std::to_string(*arguments.demands.top),
                          "asks for several answers, and -o and --induced write one set",
                          "use --format json for all sets");
  }
  if (arguments.target < 0.0 && !arguments.values.given()) {
    throw InvalidArgument(fmt::format("--target: {} is below 0", arguments.target));
  }
  session.check_outputs({arguments.set_path, arguments.induced_path, arguments.certificate_path},
                        {arguments.graph.name, arguments.values.source()}, arguments.overwrite());
}

FindRequest request_of(const FindArguments& arguments, GraphArgument::Loaded& loaded) {
  FindRequest request;
  request.values = arguments.values.read(loaded);
  request.sizes = parse_sizes(arguments.sizes, loaded);
  if (request.sizes.size() > 1 && arguments.writes_a_set()) {
    throw InvalidArgument("-s", arguments.sizes, "asks for several sizes, and -o and --induced write one set",
                          "use --format json for all sets");
  }
  check_room(request.sizes, arguments.sizes);
  request.method = arguments.method.method;
  request.settings = arguments.method.settings;
  arguments.demands.apply(loaded.graph, request);
  request.core_of = loaded.report.core_of;
  request.effort = subgraph::parse_effort(arguments.effort);
  request.target = arguments.target;
  request.keep_proofs = !arguments.certificate_path.empty();
  request.memory = arguments.memory;
  return request;
}

void find_and_print(const FindArguments& arguments, Session& session) {
  using Checksum = GraphArgument::Checksum;
  check(arguments, session);
  GraphArgument graph = arguments.graph;
  arguments.values.ask(graph.read);
  auto loaded =
      graph.load(session, arguments.run.threads, arguments.format == "json" ? Checksum::yes : Checksum::no);
  const FindRequest request = request_of(arguments, loaded);
  const std::size_t count = request.sizes.size();
  const RunContext run = session.run_context(
      arguments.run.seed, arguments.run.threads, arguments.time_limit * static_cast<double>(count),
      count == 1 ? fmt::format("{}, s = {}", loaded.display_name, request.sizes.front())
                 : fmt::format("{}, {} sizes", loaded.display_name, count));
  const FindResult result = find(loaded.graph, request, events_of(session), run);
  session.clear_progress();
  FindReport report;
  report.graph = loaded.display_name;
  report.input = loaded.report;
  report.results = result.answers;
  report.passes = result.passes;
  report.provenance.input_sha256 = loaded.sha256;
  report.load_seconds = loaded.seconds;
  report.total_seconds = loaded.seconds + result.seconds;
  tell_found(arguments, loaded.graph, result, report, session);
  if (!result.defect.empty()) throw InternalError(result.defect);
}

}  // namespace

void add_find(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App& command =
      *app.add_subcommand("find", "The best s-vertex subgraph, with an upper bound beside it");
  arguments->graph.add_options(command);
  arguments->graph.add_core_option(command);
  command
      .add_option("-s,--size", arguments->sizes, "Sizes: 50, 10,20,50, 2:200 or 10:200:10 (ends included)")
      ->required()
      ->type_name("SIZES");
  add_method_options(command, arguments->method);
  arguments->demands.add_options(command);
  arguments->values.add_option(command, "--values",
                               "Values of vertices, of any sign, that count beside the edges (weights)");
  command
      .add_option(
          "--time", arguments->time_limit,
          "Time per size for bounds and search together, reading and writing not counted; hybrid goes "
          "on for so long unless the answer is proven optimal")
      ->type_name("SEC")
      ->check(number_from_zero());
  command
      .add_option("--effort", arguments->effort,
                  "Spent on upper bounds: cheap at most 3/10 of --time; auto then about 2 s per size (6 s "
                  "for several) "
                  "where the gap is above 1 %, and as much as the search took; strong then the time left, at "
                  "most 30 s "
                  "per size; proof then answer and bound in turns until they meet or --time ends")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong", "proof"}));
  command
      .add_option("--certificate", arguments->certificate_path,
                  "Write what 'lode verify --certificate' needs to check the bounds")
      ->type_name("FILE");
  command
      .add_option("--target", arguments->target,
                  "Stop once this many edges (this weight, with --values this objective) are reached")
      ->type_name("EDGES")
      ->check(any_number());
  arguments->run.add_options(command);
  command
      .add_option(
          "--memory", arguments->memory,
          "Search within about so many bytes (500M, 2G): a graph whose rows take more than half of them "
          "is read by passes, and the core of it that fits is searched; bounds keep to the other half; lode "
          "files that take half of "
          "the machine's memory are without being asked")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  command.add_option("-o,--output", arguments->set_path, "Write the set, one original id per line")
      ->type_name("FILE");
  command.add_option("--induced", arguments->induced_path, "Write the induced subgraph as an edge list")
      ->type_name("FILE");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] { find_and_print(*arguments, session); });
}

}  // namespace lode::tool
