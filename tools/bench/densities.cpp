// Times questions about densities: bench_densities [--threads T] [--time S] GRAPH...
//   --threads T  default 2
//   --time S     seconds for a question (default: until it is proven)
// Prints one JSON object per graph and question: plain, all layers, with values and costs, FRAUDAR weights,
// around ten vertices. Loading is not counted. Values and costs are whole numbers made of the vertex numbers.

#include <cstdlib>
#include <limits>
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

struct DensityBench {
  int threads = 2;
  double time = std::numeric_limits<double>::infinity();
  std::vector<std::string> graphs;

  RunContext run() const { return RunContext({.threads = threads, .time_limit = time}); }
};

template <class Solve>
void measure(const char* question, const Graph& graph, const DensityBench& options, Solve solve) {
  DensestSubgraph found;
  const bench::Usage used = bench::measure([&] { found = solve(options.run()); });
  bench::print_json(
      question, options.threads, used,
      fmt::format(",\"vertices\":{},\"edges\":{},\"size\":{},\"proven\":{},\"flows\":{}",
                  graph.num_vertices(), graph.num_edges(), found.vertices.size(), found.proven, found.flows) +
          bench::json_field("ratio", found.ratio()) + bench::json_field("bound", found.bound));
}

void all_layers(const Graph& graph, const DensityBench& options) {
  DenseDecomposition result;
  const bench::Usage used = bench::measure([&] { result = dense_decomposition(graph, options.run()); });
  bench::print_json(
      "layers", options.threads, used,
      fmt::format(",\"vertices\":{},\"edges\":{},\"complete\":{}", graph.num_vertices(), graph.num_edges(),
                  result.complete()) +
          bench::json_field("edges_per_second", static_cast<double>(graph.num_edges()) / used.seconds));
}

void densities(const DensityBench& options, const std::string& path) {
  const Graph graph = read_graph(path, {}, RunContext({.threads = options.threads})).graph;
  measure("plain", graph, options, [&](const RunContext& run) { return densest_subgraph(graph, run); });
  all_layers(graph, options);
  DensityTerms terms;
  constexpr std::uint64_t most_value = 11;
  constexpr std::uint64_t most_cost = 4;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    terms.values.push_back(scattered(v, most_value) - 5.0);
    terms.costs.push_back(1.0 + scattered(v, most_cost));
  }
  measure("values and costs", graph, options,
          [&](const RunContext& run) { return densest_subgraph(graph, terms, run); });
  const Graph weighted = fraudar_weights(graph);
  measure("fraudar", weighted, options,
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
  measure("anchors", graph, options,
          [&](const RunContext& run) { return anchored_densest(graph, seeds, run); });
}

DensityBench read_arguments(int argc, char** argv) {
  DensityBench options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) != 0) {
      options.graphs.push_back(word);
    } else if (++i == argc) {
      throw InvalidArgument("arguments", word, "needs a value");
    } else if (word == "--threads") {
      options.threads = std::atoi(argv[i]);
    } else if (word == "--time") {
      options.time = std::atof(argv[i]);
    } else {
      throw InvalidArgument("arguments", word, "is not known", "use --threads or --time");
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const DensityBench options = read_arguments(argc, argv);
    for (const std::string& graph : options.graphs) {
      densities(options, graph);
    }
  } catch (const lode::Error& error) {
    fmt::print(stderr, "bench_densities: {}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
