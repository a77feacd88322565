// Densest subgraphs without a size, and what bounds and searches take from the graph alone.
#include <fmt/format.h>

#include <lode/graph/clique.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/spectra.hpp>

#include "golden.hpp"
#include "graph/decomposition/densest_layers.hpp"

namespace lode::golden {

namespace {

std::string densest_text(const SharedGraph& graph, const RunContext& run) {
  const DensestSubgraph densest = densest_subgraph(graph.graph(), run);
  return fmt::format("weight={:a} edges={} {} core={}/{} flows={} set={}", densest.weight, densest.edges,
                     densest.proven ? "proven" : "open", densest.core_vertices, densest.core_edges,
                     densest.flows, ids(densest.vertices));
}

std::string text_of(const DenseDecomposition& decomposition) {
  std::string text = fmt::format("passes={} flows={} order={} load={} layers:", decomposition.passes,
                                 decomposition.flows, ids(decomposition.order), values(decomposition.load));
  constexpr std::size_t most_layers = 12;
  Hash hash;
  for (const DenseLayer& layer : decomposition.layers) {
    hash.add(layer.size).add(layer.edges).add(layer.weight);
    if (&layer - decomposition.layers.data() < static_cast<std::ptrdiff_t>(most_layers)) {
      text += fmt::format(" {}/{}/{:a}", layer.size, layer.edges, layer.weight);
    }
  }
  return fmt::format("{} all {}#{}", text, decomposition.layers.size(), hash.text());
}

std::string cores_text(const SharedGraph& graph, const RunContext& run) {
  const CoreDecomposition cores = core_decomposition(graph.graph());
  const StrengthCoreDecomposition strength = strength_cores(graph.graph());
  return fmt::format("degeneracy={} core={} again={} order={} strength={:a} core={} order={}",
                     cores.degeneracy, ids(cores.core), ids(core_numbers(graph.graph(), run)),
                     ids(cores.order), strength.degeneracy, values(strength.core), ids(strength.order));
}

std::string clique_text(const SharedGraph& graph, const RunContext& run) {
  const Clique clique = maximum_clique(graph.graph(), {.work_limit = 20'000'000}, run);
  return fmt::format("size<={} nodes={} set={}", clique.upper_bound, clique.nodes, ids(clique.vertices));
}

std::string spectrum_text(const SharedGraph& graph, const RunContext& run) {
  const AdjacencyOperator adjacency(graph.graph());
  const auto text = [](const EigenvalueEstimate& estimate) {
    return hex(estimate.value) + (estimate.converged ? "" : " not converged");
  };
  std::string ends;
  run.parallel([&] {
    ends = fmt::format("largest={} smallest={}", text(largest_eigenvalue(adjacency, run)),
                       text(smallest_eigenvalue(adjacency, run)));
  });
  return ends;
}

}  // namespace

void add_density_cases(const SharedGraph& graph, std::vector<Case>& cases) {
  const auto add = [&](std::string_view name, std::function<std::string(const RunContext&)> answer) {
    cases.push_back({fmt::format("{} {}", graph->name, name), graph->extent, std::move(answer)});
  };
  add("densest", [graph](const RunContext& run) { return densest_text(graph, run); });
  add("decomposition",
      [graph](const RunContext& run) { return text_of(dense_decomposition(graph.graph(), run)); });
  add(fmt::format("layers s={}", graph->sizes.front()), [graph](const RunContext& run) {
    return text_of(densest_layers(graph.graph(), graph->sizes.front(), run));
  });
  add("cores", [graph](const RunContext& run) { return cores_text(graph, run); });
  add("clique", [graph](const RunContext& run) { return clique_text(graph, run); });
  add("spectrum", [graph](const RunContext& run) { return spectrum_text(graph, run); });
}

}  // namespace lode::golden
