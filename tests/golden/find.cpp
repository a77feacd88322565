// Every method and preset of the registry, and what the problem can ask for besides a size.
#include <algorithm>

#include <fmt/format.h>

#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "find_settings.hpp"
#include "golden.hpp"
#include "subgraph/diverse/several.hpp"

namespace lode::golden {

namespace {

bool takes_work(const subgraph::MethodRow& row) { return row.takes("work"); }

/// Relaxations and power iterations, whose products are those of Eigen.
bool sums_by_eigen(const subgraph::MethodRow& row) {
  const auto names = {"tpm", "qp-relaxation", "frank-wolfe", "l2box-admm", "mpec-epm", "mpec-adm"};
  return std::ranges::find(names, row.name) != names.end();
}

/// An optimum that a finished search proves is a fact. Where its work ran out, that is one, too.
std::string optimum_text(const subgraph::Solution& solution) {
  if (solution.stop_reason != StopReason::optimal) return "open";
  return fmt::format("weight={} optimal", solution.weight);
}

/// What a case asks of a method besides its size.
struct Wish {
  std::string title = {};  ///< in the name of the case, after a space
  std::function<void(subgraph::Problem&)> set =
      {};                 ///< changes the problem before it is solved; may be empty
  bool own_work = false;  ///< not cut short by the graph's work
};

Case find_case(const SharedGraph& graph, const subgraph::MethodRow& row, const std::string& preset, Vertex s,
               const Wish& wish) {
  const std::string method = preset.empty() ? std::string(row.name) : fmt::format("{}/{}", row.name, preset);
  const std::string name =
      fmt::format("{} {}{}{}", graph->name, method, wish.title.empty() ? "" : " ", wish.title);
  Case one = case_of(graph, fmt::format("{} s={}", name, s));
  one.heuristic = !row.exhaustive;
  one.by_target = sums_by_eigen(row);
  if (!wish.title.empty()) one.extent = Extent::full;
  one.answer = [graph, &row, preset, s, wish](const RunContext& run) {
    subgraph::Problem problem = plain_problem(graph, s);
    if (wish.set) wish.set(problem);
    const std::string work = wish.own_work ? "" : graph->work;
    const auto solution = subgraph::solve(row.name, problem, find_settings(row, preset, work), run);
    return Answer{.fact = row.exhaustive ? optimum_text(solution) : "", .bits = text_of(solution)};
  };
  return one;
}

void add_wishes(const SharedGraph& graph, const subgraph::MethodRow& row, std::vector<Case>& cases) {
  const auto add = [&](const Wish& wish) {
    cases.push_back(find_case(graph, row, presets_of(row).front(), graph->sizes.front(), wish));
  };
  const auto middle = [](const subgraph::Problem& problem) {
    const Vertex n = problem.graph.num_vertices();
    return VertexSet{n / 3, n / 2};
  };
  add({"exclude", [=](subgraph::Problem& problem) { problem.exclude = middle(problem); }});
  if (row.uses_start)
    add({"random-start", [](subgraph::Problem& problem) { problem.start = subgraph::StartKind::random; }});
  if (row.anchors) add({"include", [=](subgraph::Problem& problem) { problem.include = middle(problem); }});
  if (row.connected) add({"connected", [](subgraph::Problem& problem) { problem.connected = true; }});
  if (graph->extent == Extent::quick && !row.exhaustive && takes_work(row)) {
    add({"whole", {}, true});
  }
}

void add_several(const SharedGraph& graph, std::vector<Case>& cases) {
  const Vertex s = graph->sizes.front();
  const subgraph::MethodRow& row = subgraph::methods().front();
  Case one = case_of(graph, fmt::format("{} {} several s={}", graph->name, row.name, s));
  one.heuristic = true;
  one.answer = [graph, &row, s](const RunContext& run) {
    const auto settings = find_settings(row, presets_of(row).front(), graph->work);
    std::vector<std::string> answers;
    for (const subgraph::Solution& solution :
         subgraph::solve_several(row.name, plain_problem(graph, s), settings, 3, 0.5, run)) {
      answers.push_back(text_of(solution));
    }
    return Answer{.bits = joined(answers)};
  };
  cases.push_back(std::move(one));
}

}  // namespace

std::vector<std::string> presets_of(const subgraph::MethodRow& row) {
  if (row.presets.empty()) return {""};
  return {row.presets.begin(), row.presets.end()};
}

subgraph::MethodSettings find_settings(const subgraph::MethodRow& row, const std::string& preset,
                                       const std::string& work) {
  subgraph::MethodSettings settings;
  if (!preset.empty()) settings["preset"] = preset;
  const bool kicks = row.name != "hybrid" || subgraph::hybrid_preset(preset).work > 0;
  if (takes_work(row) && kicks && !work.empty()) settings["work"] = work;
  return settings;
}

void add_find_cases(const SharedGraph& graph, std::vector<Case>& cases) {
  for (const subgraph::MethodRow& row : subgraph::methods()) {
    if (graph->weighted && !row.weights) continue;
    for (const std::string& preset : presets_of(row)) {
      for (const Vertex s : graph->sizes) cases.push_back(find_case(graph, row, preset, s, {}));
    }
    add_wishes(graph, row, cases);
  }
  if (graph->extent == Extent::quick && !graph->weighted) add_several(graph, cases);
}

}  // namespace lode::golden
