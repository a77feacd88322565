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

#include "shell/arguments/demands.hpp"
#include "shell/output_pattern.hpp"

namespace lode::tool {
namespace {

/// Vertices without a line in the file have the cost 0.
void check_costs(const VertexNumbersArgument& argument, const std::vector<double>& costs,
                 const Graph& graph) {
  const auto wrong = std::ranges::find_if(costs, [](double cost) { return !(cost > 0.0); });
  if (wrong == costs.end()) return;
  const auto v = static_cast<Vertex>(wrong - costs.begin());
  throw InvalidArgument(argument.flag(), argument.source(),
                        fmt::format("gives vertex {} the cost {}", graph.name(v), *wrong),
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

DensestRequest request_of(const PlainArguments& arguments, bool certificate, GraphArgument::Loaded& loaded) {
  DensestRequest request;
  request.terms.values = arguments.values.read(loaded);
  request.terms.costs = arguments.costs.read(loaded);
  check_costs(arguments.costs, request.terms.costs, loaded.graph);
  const auto vertices = [&](const char* option, const std::string& text) {
    return text.empty() ? VertexSet() : parse_vertices(option, text, loaded.graph);
  };
  request.anchors = vertices("--anchors", arguments.anchors);
  request.demands.include = vertices("--include", arguments.include);
  request.demands.exclude = vertices("--exclude", arguments.exclude);
  if (arguments.weighting == "fraudar") request.weighting = EdgeWeighting::fraudar;
  request.at_least = arguments.at_least;
  request.at_most = arguments.at_most;
  request.decomposition = !arguments.decomposition_path.empty();
  request.locally_densest = !arguments.layers_path.empty();
  if (certificate) request.keep_split = KeepSplit::yes;
  return request;
}

}  // namespace

void run_densest_plain(const PlainArguments& arguments, const DensestCall& call, Session& session) {
  session.check_outputs(
      {call.set_path, call.certificate_path, arguments.decomposition_path, arguments.layers_path},
      {call.graph.name, arguments.values.source(), arguments.costs.source(), named_file(arguments.include),
       named_file(arguments.exclude), named_file(arguments.anchors)},
      call.overwrite());
  GraphArgument graph = call.graph;
  arguments.values.ask(graph.read);
  arguments.costs.ask(graph.read);
  auto loaded = graph.load(session, call.threads, call.checksum());
  GraphArgument::note_core(session, loaded);
  DensestReport report;
  report.request = request_of(arguments, !call.certificate_path.empty(), loaded);
  report.name = loaded.display_name;
  report.input = std::move(loaded.report);
  report.load_seconds = loaded.seconds;
  const RunContext run = call.run(session, report.name);
  report.answer = find_densest(loaded.graph, report.request, run);
  session.clear_progress();
  note_huge_values(report, session);
  session.print(call.json() ? densest_json(report) : densest_text(report));
  const DensestAnswer& answer = report.answer;
  if (!call.set_path.empty()) {
    write_vertex_set(answer.graph, answer.densest.vertices, answer.densest.edges, call.set_path,
                     call.overwrite());
    session.note_written(call.set_path);
  }
  const auto write = [&](const std::string& path, const auto& text) {
    if (path.empty()) return;
    if (!answer.decomposition) {
      return session.note(
          fmt::format("{}: {} is not written", run.interrupted() ? "interrupted" : "out of time", path));
    }
    write_file(path, text(), call.overwrite());
    session.note_written(path);
  };
  if (answer.densest.split) {
    write_file(call.certificate_path,
               density_certificate_json(answer.graph, density_certificate(answer.graph, report.request.terms,
                                                                          *answer.densest.split)),
               call.overwrite());
    session.note_written(call.certificate_path);
  }
  write(arguments.decomposition_path, [&] { return decomposition_csv(answer.graph, *answer.decomposition); });
  write(arguments.layers_path, [&] { return locally_densest_csv(answer.graph, answer.locally_densest); });
  if (!call.certificate_path.empty() && !answer.densest.split) {
    without_certificate(call.certificate_path, answer.densest.proven_optimal
                                                   ? "weights or costs differ too widely for it"
                                                   : "nothing is proven");
  }
}

}  // namespace lode::tool
