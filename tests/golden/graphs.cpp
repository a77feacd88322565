#include <algorithm>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "golden.hpp"
#include "support/support.hpp"

namespace lode::golden {

namespace {

Graph bundled(const std::string& file, bool weighted = false) {
  return read_graph(LODE_REPOSITORY "/datasets/" + file, {.weighted = weighted}, RunContext()).graph;
}

/// The same edges with weights made of their number in the order of the rows.
Graph with_weights(const Graph& graph, const std::function<double(std::uint64_t)>& weight) {
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u < v) edges.push_back({u, v, weight(edges.size())});
    }
  }
  return Graph::from_edges(edges, graph.num_vertices());
}

Graph path(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return Graph::from_edges(edges, n);
}

Graph multipartite(std::vector<Vertex> sizes) { return complete_multipartite(sizes); }

Graph gnp_with_integers() {
  const Rng rng(1, 901);
  return with_weights(gnp({.num_vertices = 150, .probability = 0.1, .seed = 2}),
                      [&](std::uint64_t i) { return static_cast<double>(1 + rng.at(i + 1) % 3); });
}

Graph gnp_with_reals() {
  const Rng rng(1, 902);
  return with_weights(gnp({.num_vertices = 40, .probability = 0.3, .seed = 3}),
                      [&](std::uint64_t i) { return rng.uniform_at(i + 1); });
}

/// Sums of 0.1 depend on their order.
Graph equal_tenths() {
  return with_weights(multipartite({4, 7}), [](std::uint64_t) { return 0.1; });
}

}  // namespace

SharedGraph::SharedGraph(TestGraph description)
    : state_(std::make_shared<State>(State{std::move(description), nullptr})) {}

const Graph& SharedGraph::graph() const {
  if (!state_->graph) {
    state_->graph = std::make_unique<const Graph>(state_->description.make());
    if (state_->graph->weighted() != state_->description.weighted) {
      throw InternalError(state_->description.name + ": weighted or not is told wrongly");
    }
  }
  return *state_->graph;
}

std::vector<SharedGraph> test_graphs() {
  constexpr Extent quick = Extent::quick;
  constexpr Extent full = Extent::full;
  const std::string work = "10000";
  std::vector<SharedGraph> graphs;
  const auto add = [&](TestGraph graph) { graphs.emplace_back(std::move(graph)); };
  add({"karate", quick, false, {8, 17}, {5}, work, [] { return bundled("karate.txt"); }});
  add({"planted", full, false, {25, 60}, {}, work, [] { return bundled("planted-2000.txt"); }});
  add({"planted-weighted", full, true, {25, 60}, {}, work, [] {
         return bundled("planted-2000-weighted.txt", true);
       }});
  add({"gnp", full, false, {6, 60}, {}, work, [] {
         return gnp({.num_vertices = 200, .probability = 0.06, .seed = 1});
       }});
  add({"gnp-integers", full, true, {6, 60}, {}, work, gnp_with_integers});
  add({"gnp-reals", quick, true, {6, 20}, {4}, work, gnp_with_reals});
  add({"rmat", full, false, {8, 80}, {}, work, [] { return rmat({.scale = 9, .lines = 3000}); }});
  add({"regular", full, false, {6, 40}, {}, work, [] {
         return d_regular({.num_vertices = 120, .degree = 6, .seed = 1});
       }});
  add({"multipartite", full, false, {6, 40}, {}, work, [] { return multipartite({5, 9, 14, 22, 30}); }});
  add({"star", full, false, {7, 30}, {3}, work, [] { return multipartite({1, 59}); }});
  add({"path", full, false, {7, 30}, {}, work, [] { return path(80); }});
  add({"bipartite-tenths", full, true, {3, 8}, {3}, work, equal_tenths});
  for (const std::string name : {"ca-GrQc", "p2p-Gnutella08", "email-Eu-core"}) {
    const std::string file = name + ".txt.gz";
    const auto read = [file] { return read_graph(*test::dataset(file), {}, RunContext()).graph; };
    add({name, full, false, {10, 60}, {}, "50000", read, file});
  }
  return graphs;
}

Case case_of(const SharedGraph& graph, std::string name) {
  return {.name = std::move(name), .extent = graph->extent, .dataset = graph->dataset};
}

subgraph::Problem plain_problem(const SharedGraph& graph, Vertex s) {
  subgraph::Problem problem;
  problem.graph = graph.graph();
  problem.s = s;
  return problem;
}

}  // namespace lode::golden
