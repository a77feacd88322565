// Densest subgraphs without a size, and what bounds and searches take from the graph alone.
#include <fmt/format.h>

#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>

#include "golden.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "graph/spectra/spectra.hpp"

namespace lode::golden {

namespace {

Answer densest_answer(const SharedGraph& graph, const RunContext& run) {
  const DensestSubgraph densest = densest_subgraph(graph.graph(), run);
  return {fmt::format("weight={} edges={} {} set={}", densest.weight, densest.edges,
                      densest.proven_optimal ? "proven" : "open", ids(densest.vertices)),
          fmt::format("core={}/{} flows={}", densest.core_vertices, densest.core_edges, densest.flows)};
}

Answer answer_of(const DenseDecomposition& decomposition) {
  std::string text = "layers:";
  constexpr std::size_t most_layers = 12;
  Hash hash;
  for (const DenseLayer& layer : decomposition.layers) {
    hash.add(layer.size).add(layer.edges).add(layer.weight);
    if (&layer - decomposition.layers.data() < static_cast<std::ptrdiff_t>(most_layers)) {
      text += fmt::format(" {}/{}/{}", layer.size, layer.edges, layer.weight);
    }
  }
  return {fmt::format("{} all {}#{}", text, decomposition.layers.size(), hash.text()),
          fmt::format("passes={} flows={} order={} load={}", decomposition.passes, decomposition.flows,
                      ids(decomposition.order), values(decomposition.load))};
}

Answer cores_answer(const SharedGraph& graph, const RunContext& run) {
  const CoreDecomposition cores = core_decomposition(graph.graph());
  const StrengthCoreDecomposition strength = strength_cores(graph.graph());
  return {fmt::format("degeneracy={} core={} again={} order={} strength={} core={} order={}",
                      cores.degeneracy, ids(cores.core), ids(core_numbers(graph.graph(), run)),
                      ids(cores.order), strength.degeneracy, values(strength.core), ids(strength.order))};
}

Answer clique_answer(const SharedGraph& graph, const RunContext& run) {
  const Clique clique = maximum_clique(graph.graph(), {.work_limit = 20'000'000}, run);
  return {fmt::format("size<={}", clique.upper_bound),
          fmt::format("size={} nodes={} set={}", clique.vertices.size(), clique.nodes, ids(clique.vertices))};
}

Answer spectrum_answer(const SharedGraph& graph, const RunContext& run) {
  const auto text = [](const lode::detail::EigenvalueEstimate& estimate) {
    return exact(estimate.value) + (estimate.converged ? "" : " not converged");
  };
  std::string ends;
  run.parallel([&] {
    ends = fmt::format("largest={} smallest={}", text(lode::detail::largest_eigenvalue(graph.graph(), run)),
                       text(lode::detail::smallest_eigenvalue(graph.graph(), run)));
  });
  return {ends};
}

}  // namespace

void add_density_cases(const SharedGraph& graph, std::vector<Case>& cases) {
  const auto add = [&](std::string_view name, std::function<Answer(const RunContext&)> answer) {
    Case one = case_of(graph, fmt::format("{} {}", graph->name, name));
    one.by_target = name == "spectrum";
    one.answer = std::move(answer);
    cases.push_back(std::move(one));
  };
  add("densest", [graph](const RunContext& run) { return densest_answer(graph, run); });
  add("decomposition",
      [graph](const RunContext& run) { return answer_of(dense_decomposition(graph.graph(), run)); });
  add(fmt::format("layers s={}", graph->sizes.front()), [graph](const RunContext& run) {
    return answer_of(densest_layers(graph.graph(), graph->sizes.front(), run));
  });
  add("cores", [graph](const RunContext& run) { return cores_answer(graph, run); });
  add("clique", [graph](const RunContext& run) { return clique_answer(graph, run); });
  add("spectrum", [graph](const RunContext& run) { return spectrum_answer(graph, run); });
}

}  // namespace lode::golden
