#include "densest/plain.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/densest.hpp>

#include "shell/questions.hpp"

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
    if (values[v] >= -gain || std::ranges::binary_search(densest.vertices, v)) continue;
    names += (names.empty() ? "" : ", ") + report.answer.graph.name(v);
  }
  if (names.empty() || densest.ratio() < 0.0) return;
  session.note(fmt::format("values exclude {}: what any set can gain, {}, does not make up for them",
                           escape_terminal(names), format_rounded(gain, 6)));
}

DensestRequest request_of(ToolInput& input) {
  const auto size = [&](std::string_view option) {
    const auto value = input.whole_number(option);
    return value ? std::optional(static_cast<Vertex>(*value)) : std::nullopt;
  };
  DensestRequest request;
  request.terms.values = input.vertex_numbers("--values");
  request.terms.costs = input.vertex_numbers("--costs");
  check_costs(input.option("--costs"), request.terms.costs, input.graph().data);
  request.anchors = input.vertices("--anchors");
  request.demands.include = input.vertices("--include");
  request.demands.exclude = input.vertices("--exclude");
  if (input.option("--weighting") == "fraudar") request.weighting = EdgeWeighting::fraudar;
  request.at_least = size("--at-least");
  request.at_most = size("--at-most");
  request.decomposition = input.given("--decomposition");
  request.locally_densest = input.given("--layers");
  if (input.given("--certificate")) request.keep_split = KeepSplit::yes;
  return request;
}

}  // namespace

QuestionAnswer ask_densest(QuestionInput& in) {
  ToolInput& input = static_cast<ToolInput&>(in);
  DensestReport report;
  report.request = request_of(input);
  const QuestionData<Graph>& read = input.graph();
  report.name = read.name;
  report.input = read.input;
  report.load_seconds = read.seconds;
  report.answer = find_densest(read.data, report.request, input.run(read.name));
  note_huge_values(report, input.session());
  const DensestAnswer& found = report.answer;
  QuestionAnswer answer{in.option("--format") == "json" ? densest_json(report) : densest_text(report)};
  const auto file = [&](std::string_view option, bool complete, const auto& text) {
    if (in.given(option)) answer.files.push_back({option, complete ? std::optional(text()) : std::nullopt});
  };
  file("-o", true, [&] { return vertex_set_text(found.graph, found.densest.vertices, found.densest.edges); });
  const bool complete = found.decomposition.has_value();
  file("--decomposition", complete, [&] { return decomposition_csv(found.graph, *found.decomposition); });
  file("--layers", complete, [&] { return locally_densest_csv(found.graph, found.locally_densest); });
  if (found.densest.split) {
    file("--certificate", true, [&] {
      return density_certificate_json(
          found.graph, density_certificate(found.graph, report.request.terms, *found.densest.split));
    });
  } else if (in.given("--certificate")) {
    answer.no_certificate =
        found.densest.proven_optimal ? "weights or costs differ too widely for it" : "nothing is proven";
  }
  return answer;
}

}  // namespace lode::tool
