#include <map>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "study/compare/comparison.hpp"

namespace lode::detail {
namespace {

constexpr unsigned everywhere = in_json | in_csv | in_journal;

using Run = ComparisonRun;
using RunColumns = Columns<Run>;

/// Inverse of to_string. Errors: std::invalid_argument for an unknown text.
StopReason stop_reason_of(const std::string& text) {
  for (const StopReason reason : {StopReason::converged, StopReason::optimal, StopReason::target,
                                  StopReason::iterations, StopReason::deadline, StopReason::interrupted}) {
    if (to_string(reason) == text) return reason;
  }
  throw std::invalid_argument("unknown stop reason");
}

/// Adds a column of a member to every file.
template <class Part>
Column<Run>& add_part(RunColumns& columns, const char* key, Part Run::*part) {
  const auto value = [part](const Run& run) -> Json {
    if constexpr (std::is_same_v<Part, double>) {
      return json_number(run.*part);
    } else {
      return run.*part;
    }
  };
  return columns.add(key, value).only(everywhere).read([part](const Json& json, Run& run) {
    run.*part = json.get<Part>();
  });
}

/// Adds the properties of a run's panel, in CSV only.
void add_panel(RunColumns& columns, const Comparison& all) {
  using Panel = LeastSquaresPanel;
  const auto add = [&](const char* key, auto value) {
    columns.csv(key,
                [&all, value](const Run& run) -> Json { return value(all.experiment.panels[run.place]); });
  };
  add("rows", [](const Panel& panel) { return panel.source.rows(); });
  add("columns", [](const Panel& panel) { return panel.source.columns(); });
  add("design", [](const Panel& panel) { return source_words(panel.source).design; });
  add("noise", [](const Panel& panel) { return source_words(panel.source).noise; });
  add("instance_seed", [](const Panel& panel) { return source_words(panel.source).seed; });
  add("constraint", [](const Panel& panel) { return to_string(panel.constraint); });
  add("lambda", [](const Panel& panel) { return json_number(panel.lambda); });
  add("start_scale",
      [](const Panel& panel) { return panel.start_scale ? Json(*panel.start_scale) : Json("own"); });
}

/// Adds the edges and the weight of a run on a graph, and in CSV the bound.
void add_weights(RunColumns& columns, const Comparison& all) {
  std::map<std::pair<std::size_t, std::uint32_t>, const subgraph::Bound*> found;
  for (const ComparisonInstance& instance : all.instances) {
    found.try_emplace({instance.place, instance.s}, &instance.bound);
  }
  const auto bound = [known = std::make_shared<const decltype(found)>(std::move(found))](
                         const Run& run) -> const subgraph::Bound& {
    return *known->at({run.place, run.s});
  };
  add_part(columns, "edges", &Run::edges);
  add_part(columns, "weight", &Run::objective);
  columns.csv("bound", [bound](const Run& run) { return json_number(bound(run).value); });
  columns.csv("bound_rule", [bound](const Run& run) { return bound(run).name; });
}

}  // namespace

Columns<ComparisonRun> run_columns(const Comparison& all) {
  const bool of_graphs = all.kind == ComparisonKind::graphs;
  RunColumns columns;
  columns.add(of_graphs ? "graph" : "panel", [&all](const Run& run) { return all.cases[run.place].name; })
      .only(everywhere);
  if (!of_graphs) add_panel(columns, all);
  add_part(columns, "s", &Run::s);
  columns.add("method", [&all](const Run& run) { return all.methods[run.method].label; }).only(everywhere);
  add_part(columns, "start", &Run::start);
  add_part(columns, "seed", &Run::seed);
  if (of_graphs) {
    add_weights(columns, all);
  } else {
    add_part(columns, "objective", &Run::objective);
    columns.add("nonzeros", [](const Run& run) { return run.support.size(); });
  }
  add_part(columns, "seconds", &Run::seconds);
  add_part(columns, "seconds_to_best", &Run::seconds_to_best);
  columns.add("stop_reason", [](const Run& run) { return to_string(run.stop_reason); })
      .only(everywhere)
      .read([](const Json& json, Run& run) { run.stop_reason = stop_reason_of(json.get<std::string>()); });
  add_part(columns, "iterations", &Run::iterations);
  if (of_graphs) {
    columns.json("vertices", [&all](const Run& run) {
      const bool labels = all.cases[run.place].labels;
      return json_list(run.names, [&](const std::string& name) { return json_name(name, labels); });
    });
    add_part(columns, "vertices", &Run::support).only(in_journal);
  } else {
    add_part(columns, "support", &Run::support).only(in_json | in_journal);
    add_part(columns, "x", &Run::x).only(in_json | in_journal);
  }
  const char* const value = of_graphs ? "weight" : "objective";
  columns.json("trace", [value](const Run& run) { return json_trace(run.trace, value); });
  columns
      .journal("trace",
               [](const Run& run) {
                 return json_list(run.trace, [](const TracePoint& point) {
                   return Json::array({point.seconds, point.weight, point.iteration});
                 });
               })
      .read([](const Json& json, Run& run) {
        for (const Json& point : json) {
          run.trace.push_back(
              {point.at(0).get<double>(), point.at(1).get<double>(), point.at(2).get<std::uint64_t>()});
        }
      });
  return columns;
}

SourceWords source_words(const LeastSquaresSource& source) {
  switch (source.kind) {
    case LeastSquaresSource::Kind::regression:
      return {std::string(to_string(source.regression.design)),
              std::string(to_string(source.regression.noise)), source.regression.seed};
    case LeastSquaresSource::Kind::uniform:
      return {"uniform", "uniform", source.uniform.seed};
    case LeastSquaresSource::Kind::given:
      return {"given", "given", 0};
  }
  return {};
}

}  // namespace lode::detail
