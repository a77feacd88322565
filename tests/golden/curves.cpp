// Many sizes at once.
#include <fmt/format.h>

#include <lode/subgraph/registry.hpp>

#include "find_settings.hpp"
#include "golden.hpp"

namespace lode::golden {

void add_curve_cases(const SharedGraph& graph, std::vector<Case>& cases) {
  const std::vector<Vertex>& range = graph->sizes;
  const std::vector<Vertex> sizes = {range.front(), range.front() + 1, range.front() + 3, range.back()};
  for (const subgraph::MethodRow& row : subgraph::methods()) {
    if (!row.solve_curve || (graph->weighted && !row.weights)) continue;
    std::vector<std::string> presets = presets_of(row);
    if (graph->extent != Extent::quick) presets.resize(1);
    for (const std::string& preset : presets) {
      Case one = case_of(
          graph, fmt::format("{} {}/{} sizes={}", graph->name, row.name, preset, fmt::join(sizes, ",")));
      one.heuristic = true;
      one.answer = [graph, &row, preset, sizes](const RunContext& run) {
        std::vector<std::string> answers;
        for (const subgraph::Solution& solution :
             subgraph::solve_sizes(row.name, plain_problem(graph, sizes.front()), sizes, {},
                                   find_settings(row, preset, graph->work), run)) {
          answers.push_back(text_of(solution));
        }
        return Answer{.bits = joined(answers)};
      };
      cases.push_back(std::move(one));
    }
  }
}

}  // namespace lode::golden
