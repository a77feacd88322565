// Times the exact clique search: bench_cliques [--threads T] [--time S] [--least K] [--density K] GRAPH...
//   --threads T  default 2
//   --time S     seconds for a graph (default 600)
//   --least K    only larger cliques are looked for (default 0): with the clique number, the time of its
//   proof
//   --density K  in its place: the densest set by cliques of K vertices (1: left out), truss numbers and the
//                trees of cores and trusses, one JSON object for each
// Prints one JSON object per graph: clique number, or the largest clique and the bound, nodes, seconds.

#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/io/read_graph.hpp>

#include "measure.hpp"

namespace {

using namespace lode;

struct CliqueBench {
  int threads = 2;
  double time = 600.0;
  Vertex least = 0;
  Vertex density = 0;
  std::vector<std::string> graphs;
};

CliqueBench read_arguments(int argc, char** argv) {
  CliqueBench bench;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) != 0) {
      bench.graphs.push_back(word);
      continue;
    }
    if (++i == argc) throw InvalidArgument("arguments", word, "needs a value");
    if (word == "--threads") {
      bench.threads = std::atoi(argv[i]);
    } else if (word == "--time") {
      bench.time = std::atof(argv[i]);
    } else if (word == "--least") {
      bench.least = static_cast<Vertex>(std::strtoul(argv[i], nullptr, 10));
    } else if (word == "--density") {
      bench.density = static_cast<Vertex>(std::strtoul(argv[i], nullptr, 10));
    } else {
      throw InvalidArgument("arguments", word, "is not known", "use --threads, --time, --least or --density");
    }
  }
  return bench;
}

void measure_cliques(const CliqueBench& bench, const std::string& path) {
  const Graph graph = read_graph(path, {}, RunContext()).graph;
  const RunContext run({.threads = bench.threads, .time_limit = bench.time});
  const std::clock_t start = std::clock();
  const Clique clique = maximum_clique(graph, {.least = bench.least}, run);
  const double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  fmt::print(
      "{{\"graph\":\"{}\",\"vertices\":{},\"edges\":{},\"least\":{},\"clique\":{},\"upper_bound\":{},"
      "\"nodes\":{},\"threads\":{},\"seconds\":{:.3f},\"cpu_seconds\":{:.3f},\"nodes_per_cpu_second\":{:.0f}}"
      "}\n",
      path, graph.num_vertices(), graph.num_edges(), bench.least, clique.size(), clique.upper_bound,
      clique.nodes, run.threads(), run.elapsed(), cpu,
      cpu > 0.0 ? static_cast<double>(clique.nodes) / cpu : 0.0);
  std::fflush(stdout);
}

void measure_structure(const std::string& path, Vertex k, int threads) {
  const RunContext run({.threads = threads});
  const Graph graph = read_graph(path, {}, run).graph;
  const std::string of = fmt::format(",\"graph\":\"{}\",\"vertices\":{},\"edges\":{}", path,
                                     graph.num_vertices(), graph.num_edges());
  if (k > 1) {
    CliqueDensest densest;
    const bench::Usage used = bench::measure([&] { densest = densest_by_cliques(graph, k, run); });
    bench::print_json("densest_by_cliques", threads, used,
                      of + fmt::format(",\"clique\":{},\"graph_cliques\":{},\"size\":{},\"cliques\":{},"
                                       "\"proven\":{},\"passes\":{}",
                                       k, densest.graph_cliques, densest.vertices.size(), densest.cliques,
                                       densest.proven_optimal, densest.passes));
  }
  TrussDecomposition trusses;
  const bench::Usage truss = bench::measure([&] { trusses = truss_numbers(graph, run); });
  bench::print_json("truss_numbers", threads, truss, of + fmt::format(",\"largest\":{}", trusses.largest));
  const std::vector<Vertex> cores = core_numbers(graph, run);
  ComponentTree tree;
  const bench::Usage core = bench::measure([&] { tree = core_tree(graph, cores, run); });
  bench::print_json("core_tree", threads, core, of + fmt::format(",\"nodes\":{}", tree.nodes.size()));
  const bench::Usage nested = bench::measure([&] { tree = truss_tree(graph, trusses, run); });
  bench::print_json("truss_tree", threads, nested, of + fmt::format(",\"nodes\":{}", tree.nodes.size()));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const CliqueBench bench = read_arguments(argc, argv);
    for (const std::string& graph : bench.graphs) {
      if (bench.density > 0) {
        measure_structure(graph, bench.density, bench.threads);
      } else {
        measure_cliques(bench, graph);
      }
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_cliques: {}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
