// Times questions about densities: bench_densities [--threads T] GRAPH...
//   --threads T  default 2
// Prints one JSON object per graph and question: plain, with values and costs, FRAUDAR weights, around ten
// vertices. Loading is not counted. Values and costs are whole numbers made of the vertex numbers.

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/read_graph.hpp>

#include "measure.hpp"

namespace {

using namespace lode;

constexpr std::uint64_t spread = 0x9E3779B97F4A7C15u;

/// A number from 0 to below `count` that looks random.
double scattered(Vertex v, std::uint64_t count) {
  constexpr int high_half = 32;
  return static_cast<double>(((v + std::uint64_t{1}) * spread >> high_half) % count);
}

template <class Solve>
void measure(const char* question, const Graph& graph, int threads, Solve solve) {
  DensestSubgraph found;
  const bench::Usage used = bench::measure([&] { found = solve(RunContext({.threads = threads})); });
  bench::print_json(
      question, threads, used,
      fmt::format(",\"vertices\":{},\"edges\":{},\"size\":{},\"proven\":{},\"flows\":{}",
                  graph.num_vertices(), graph.num_edges(), found.vertices.size(), found.proven, found.flows) +
          bench::json_field("ratio", found.ratio()) + bench::json_field("bound", found.bound));
}

void densities(const std::string& path, int threads) {
  const Graph graph = read_graph(path, {}, RunContext({.threads = threads})).graph;
  measure("plain", graph, threads, [&](const RunContext& run) { return densest_subgraph(graph, run); });
  DensityTerms terms;
  constexpr std::uint64_t most_value = 11;
  constexpr std::uint64_t most_cost = 4;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    terms.values.push_back(scattered(v, most_value) - 5.0);
    terms.costs.push_back(1.0 + scattered(v, most_cost));
  }
  measure("values and costs", graph, threads,
          [&](const RunContext& run) { return densest_subgraph(graph, terms, run); });
  const Graph weighted = fraudar_weights(graph);
  measure("fraudar", weighted, threads,
          [&](const RunContext& run) { return densest_subgraph(weighted, run); });
  // Ten vertices of middling degree, as seeds are.
  VertexSet seeds;
  constexpr std::size_t most_seeds = 10;
  constexpr Vertex least_degree = 5;
  constexpr Vertex most_degree = 50;
  for (Vertex v = graph.num_vertices() / 3; v < graph.num_vertices() && seeds.size() < most_seeds; ++v) {
    if (graph.degree(v) >= least_degree && graph.degree(v) <= most_degree) seeds.push_back(v);
  }
  if (seeds.empty()) return;
  measure("anchors", graph, threads,
          [&](const RunContext& run) { return anchored_densest(graph, seeds, run); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} [--threads T] GRAPH...\n", argv[0]);
    return 2;
  }
  try {
    int threads = 2;
    for (int i = 1; i < argc; ++i) {
      if (std::string(argv[i]) == "--threads" && i + 1 < argc) {
        threads = std::atoi(argv[++i]);
      } else {
        densities(argv[i], threads);
      }
    }
  } catch (const lode::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
