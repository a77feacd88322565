// Times questions about densities: bench_densities [--threads T] [--time S] [--directed|--no-loops] GRAPH...
//   --threads T  default 2
//   --time S     seconds for a question (default: until it is proven)
//   --directed   directed graphs with loops, and published times (C. Ma et al., SIGMOD 2022: CP-Exact,
//                one thread of a Xeon Silver 4110); --no-loops: without loops
// Prints one JSON object per graph and question: plain, all layers, with values and costs, FRAUDAR weights,
// around ten vertices. Loading is not counted. Values and costs are integers derived from the vertex numbers.

#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/questions/directed.hpp>

#include "bench.hpp"

namespace {

using namespace lode;

constexpr std::uint64_t spread = 0x9E3779B97F4A7C15u;

/// A pseudorandom number in [0, count).
double scattered(Vertex v, std::uint64_t count) {
  constexpr int high_half = 32;
  return static_cast<double>(((v + std::uint64_t{1}) * spread >> high_half) % count);
}

struct DensityBench {
  int threads = 2;
  double time = std::numeric_limits<double>::infinity();
  bool drop_loops = false;

  RunContext run() const { return RunContext({.threads = threads, .time_limit = time}); }
};

template <class Solve>
void measure(const char* question, const Graph& graph, const DensityBench& options, Solve solve) {
  DensestSubgraph found;
  const bench::Usage used = bench::measure([&] { found = solve(options.run()); });
  bench::print_json(question, options.threads, used,
                    fmt::format(",\"vertices\":{},\"edges\":{},\"size\":{},\"proven\":{},\"flows\":{}",
                                graph.num_vertices(), graph.num_edges(), found.vertices.size(),
                                found.proven_optimal, found.flows) +
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
  // Ten vertices of moderate degree as seeds.
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

struct Published {
  std::string_view name;
  double rho, seconds;
};

constexpr Published published[] = {
    {"openflights", 44.852, 3.4}, {"advogato", 31.681085, 13.1}, {"amazon0601", 52.676, 6.1}};

void measure_directed(const DensityBench& options, const std::string& path) {
  Arcs arcs = read_arcs(path, {}, RunContext()).arcs;
  if (options.drop_loops) arcs = arcs.without_loops();
  const RunContext run = options.run();
  const DirectedDensest found = directed_densest(arcs, run);
  const double seconds = run.elapsed();
  std::string beside;
  for (const Published& known : published) {
    if (path.find(known.name) == std::string::npos) continue;
    beside = fmt::format(",\"published_rho\":{},\"published_seconds\":{}", known.rho, known.seconds);
  }
  fmt::print(
      "{{\"graph\":\"{}\",\"vertices\":{},\"arcs\":{},\"loops\":{},\"sources\":{},\"targets\":{},\"inside\":{"
      "},"
      "\"rho\":{:.6f},\"bound\":{:.6f},\"proven\":{},\"ratios\":{},\"flows\":{},\"threads\":{},"
      "\"seconds\":{:.3f}{}}}\n",
      path, arcs.num_vertices(), arcs.num_arcs(), arcs.num_loops(), found.sources.size(),
      found.targets.size(), found.arcs, found.rho(), found.bound, found.proven_optimal, found.ratios,
      found.flows, run.threads(), seconds, beside);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_densities [--threads T] [--time S] [--directed] [--no-loops] GRAPH...";
  return bench::run(argc, argv, 1, usage, [](const bench::Arguments& arguments) {
    const DensityBench options{.threads = arguments.threads(2),
                               .time = arguments.real("--time", std::numeric_limits<double>::infinity()),
                               .drop_loops = arguments.has("--no-loops")};
    const bool directed = arguments.has("--directed") || options.drop_loops;
    for (const std::string& graph : arguments.words()) {
      directed ? measure_directed(options, graph) : densities(options, graph);
    }
  });
}
