#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/densest.hpp>

#include "commands.hpp"
#include "shell/questions.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

/// Vertices without a line in the file have the cost 0.
void check_costs(const std::string& source, const std::vector<double>& costs, const Graph& graph) {
  const auto wrong = std::ranges::find_if(costs, [](double cost) { return !(cost > 0.0); });
  if (wrong == costs.end()) return;
  const auto v = static_cast<Vertex>(wrong - costs.begin());
  throw InvalidArgument("--costs", source, fmt::format("gives vertex {} the cost {}", graph.name(v), *wrong),
                        "give every vertex a cost above 0");
}

/// Names vertices that are in no densest set because of their values alone.
void note_huge_values(const DensestReport& report, const Session& session) {
  const std::vector<Weight>& values = report.request.terms.values;
  const DensestSubgraph& densest = report.answer.densest;
  Weight gain = report.answer.graph.total_weight();
  for (const Weight value : values) gain += std::max(value, 0.0);
  std::string names;
  for (Vertex v = 0; v < values.size(); ++v) {
    if (values[v] < -gain && !std::ranges::binary_search(densest.vertices, v))
      names += (names.empty() ? "" : ", ") + report.answer.graph.name(v);
  }
  if (names.empty() || densest.ratio() < 0.0) return;
  session.note(fmt::format("values exclude {}: what any set can gain, {}, does not make up for them",
                           escape_terminal(names), format_rounded(gain, 6)));
}

DensestRequest request_of(ToolInput& input) {
  DensestRequest request;
  request.terms = {input.vertex_numbers("--values"), input.vertex_numbers("--costs")};
  check_costs(input.option("--costs"), request.terms.costs, input.graph().data);
  request.anchors = input.vertices("--anchors");
  request.demands = {input.vertices("--include"), input.vertices("--exclude")};
  if (input.option("--weighting") == "fraudar") request.weighting = EdgeWeighting::fraudar;
  request.at_least = input.whole_number("--at-least");
  request.at_most = input.whole_number("--at-most");
  request.decomposition = input.given("--decomposition");
  request.locally_densest = input.given("--layers");
  if (input.given("--certificate")) request.keep_split = KeepSplit::yes;
  return request;
}

QuestionAnswer ask_densest(QuestionInput& in) {
  ToolInput& input = static_cast<ToolInput&>(in);
  const DensestRequest request = request_of(input);
  const QuestionData<Graph>& read = input.graph();
  const DensestReport report{read.name, read.input, request,
                             find_densest(read.data, request, input.run(read.name)), read.seconds};
  note_huge_values(report, input.session());
  const DensestAnswer& found = report.answer;
  QuestionAnswer answer{in.option("--format") == "json" ? densest_json(report) : densest_text(report)};
  const auto file = [&](std::string_view option, bool complete, const auto& text) {
    if (in.given(option)) answer.files.push_back({option, complete ? std::optional(text()) : std::nullopt});
  };
  file("-o", true, [&] { return vertex_set_text(found.graph, found.densest.vertices, found.densest.edges); });
  const auto& layers = found.decomposition;
  file("--decomposition", !!layers, [&] { return decomposition_csv(found.graph, *layers); });
  file("--layers", !!layers, [&] { return locally_densest_csv(found.graph, found.locally_densest); });
  if (found.densest.split) {
    file("--certificate", true, [&] {
      return density_certificate_json(found.graph,
                                      density_certificate(found.graph, request.terms, *found.densest.split));
    });
  } else if (in.given("--certificate")) {
    answer.no_certificate =
        found.densest.proven_optimal ? "weights or costs differ too widely for it" : "nothing is proven";
  }
  return answer;
}

using Kind = QuestionOption::Kind;

const Question densest_question = {
    .command = "densest",
    .options =
        {{"--values", "FILE|COLUMN",
          "Numbers of vertices, of any sign, that are added to the weight of a set", Kind::values},
         {"--costs", "FILE|COLUMN",
          "Positive costs of vertices, whose sum divides the weight in place of the number of vertices",
          Kind::values},
         {"--include", "IDS", "Vertices that the set must hold: 3,17,99 or file:PATH, one id a line",
          Kind::vertices, false, true, "", "--anchors --at-least --at-most --certificate"},
         {"--exclude", "IDS", "Vertices that the set must not hold, given likewise", Kind::vertices, false,
          true, "", "--anchors --at-least --at-most --certificate"},
         {"--at-least", "K", "Sets of at least this many vertices", Kind::whole_number, false, true, "",
          "--at-most --anchors --values --costs --certificate"},
         {"--at-most", "K", "Sets of at most this many vertices", Kind::whole_number, false, true, "",
          "--anchors --values --costs --certificate"},
         {"--anchors", "IDS",
          "Dense sets around these vertices: maximise (2 w(S) - D) / |S|, where D is the sum of the degrees "
          "of "
          "the other vertices of S",
          Kind::vertices, false, false, "", "--values --costs --certificate"},
         {"--weighting", "RULE",
          "Weights of edges: given, or fraudar, which divides a weight by log(d + 5), where d is the larger "
          "degree of the two ends",
          Kind::text, false, false, "", "--certificate", 0, "", "given,fraudar", "given"},
         {"--time", "SECONDS",
          "Limit for the answer; default: until it is proven\nThe best set found by then is printed with a "
          "bound",
          Kind::number, false, true, "", "", 0, "Effort"},
         {"--decomposition", "FILE",
          "Write the dense layers as CSV: id, layer, density of the layer on those before it",
          Kind::output_file, false, true, "", "--anchors --include --exclude"},
         {"--layers", "FILE", "List all locally densest sets, the densest first, and write them as CSV",
          Kind::output_file, false, true, "", "--anchors --include --exclude"},
         {"-o,--output", "FILE", "Write the set into a file, one original id a line", Kind::output_file,
          false, true},
         {"--certificate", "FILE", "Write a proof of the bound, which 'lode verify --certificate' checks",
          Kind::output_file, false, true}},
    .ask = ask_densest};

}  // namespace

void add_densest(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App& command =
      *app.add_subcommand("densest", "Finds the set with the most edges per vertex, of any size, exactly");
  set_examples(command, {{"lode densest karate", "the densest subgraph, proven"},
                         {"lode densest karate --clique 3", "the set with the most triangles per vertex"}});
  arguments->graph.add_options(command, {.several = true});
  arguments->add_options(command, densest_question);
  begin_section(command, heading::effort);
  add_threads(command, arguments->run.threads);
  arguments->out.add_options(command, {"text", "json"});
  command.callback([arguments, &session] {
    const Question& question = arguments->asked();
    run_on_each("densest", arguments->graph, arguments->out, session,
                [&] { answer_question(question, *arguments, session); });
  });
}

}  // namespace lode::tool
