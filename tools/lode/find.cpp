#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "commands.hpp"
#include "find/arguments.hpp"
#include "find/output.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

FindRequest request_of(const FindArguments& arguments, GraphArgument::Loaded& loaded, Session& session) {
  FindRequest request;
  request.values = arguments.values.read(loaded);
  if (!arguments.sizes.empty()) request.sizes = parse_sizes(arguments.sizes, loaded);
  check_set_files(arguments, request, session);
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

QuestionCall call_of(const FindArguments& arguments) {
  return {.graph = arguments.graph,
          .questions = arguments.questions,
          .options = {{"-o", arguments.set_path},
                      {"--certificate", arguments.certificate_path},
                      {"--format", arguments.format}},
          .overwrite = arguments.overwrite(),
          .seed = arguments.run.seed,
          .threads = arguments.run.threads,
          .time = arguments.time_limit};
}

/// The plain question, or the variant that options ask. Errors: InvalidArgument.
FindVariant variant_of(const FindArguments& arguments, const Session& session) {
  const Question* const question = arguments.questions.asked();
  if (question && question->find) return question->find(ToolInput(call_of(arguments), session));
  return {0, [](const Graph& graph, const FindRequest& request, const FindEvents& events,
                const RunContext& run) { return find(graph, request, events, run); }};
}

void find_and_print(const FindArguments& arguments, Session& session) {
  const Question* const question = arguments.questions.asked();
  if (question && question->ask) return answer_question(*question, call_of(arguments), session);
  const FindVariant variant = variant_of(arguments, session);
  arguments.check(variant.answers, session);
  GraphArgument graph = arguments.graph;
  arguments.values.ask(graph.read);
  auto loaded = graph.load(session, arguments.run.threads, GraphArgument::checksum_for(arguments.format));
  const FindRequest request = request_of(arguments, loaded, session);
  const std::size_t count = variant.answers > 0 ? variant.answers : request.sizes.size();
  const std::string subject =
      variant.answers == 0 && count == 1
          ? fmt::format("s={}", request.sizes.front())
          : fmt::format("{} {}", count, variant.answers == 0 ? "sizes" : "largest sets");
  const RunContext run = session.run_context(arguments.run.seed, arguments.run.threads,
                                             arguments.time_limit * static_cast<double>(count),
                                             fmt::format("{} {}", loaded.display_name, subject));
  const FindResult result = variant.find(loaded.graph, request, events_of(session), run);
  session.clear_progress();
  FindReport report;
  report.graph = loaded.display_name;
  report.input = loaded.report;
  report.load_seconds = loaded.seconds;
  report.results = result.answers;
  report.passes = result.passes;
  report.total_seconds = loaded.seconds + result.seconds;
  tell_found(arguments, loaded.graph, result, report, session);
  if (!result.defect.empty()) throw InternalError(result.defect);
}

void run_find(const FindArguments& arguments, Session& session) {
  const Question* const question = arguments.questions.asked();
  if (!question || !question->ask) arguments.check(variant_of(arguments, session).answers, session);
  run_on_each("find", arguments, session, find_and_print);
}

}  // namespace

void add_find(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App& command =
      *app.add_subcommand("find", "Finds the sets of s vertices with the most edges, and upper bounds");
  set_examples(
      command,
      {{"lode find karate -s 5", "the best set of 5 vertices"},
       {"lode find karate -s 2:20 --effort proof --format csv", "all sizes from 2 to 20, with proofs"}},
      "'lode help METHOD' has the settings of a method.");
  arguments->add_options(command);
  command.callback([arguments, &session] { run_find(*arguments, session); });
}

}  // namespace lode::tool
