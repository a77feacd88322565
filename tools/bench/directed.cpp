// Times the directed densest subgraph: bench_directed [--threads T] [--time S] [--drop-loops] GRAPH...
//   --threads T  default 2
//   --time S     seconds for a graph (default: until it is proven)
// Prints one JSON object per graph: the pair, its rho, the bound, and seconds without loading, beside what is
// published (C. Ma et al., SIGMOD 2022: CP-Exact, one thread of a Xeon Silver 4110, loops kept).

#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/io/read_graph.hpp>

namespace {

using namespace lode;

struct Published {
  std::string_view name;
  double rho, seconds;
};

constexpr Published published[] = {
    {"openflights", 44.852, 3.4}, {"advogato", 31.681085, 13.1}, {"amazon0601", 52.676, 6.1}};

struct DirectedBench {
  int threads = 2;
  double time = std::numeric_limits<double>::infinity();
  bool drop_loops = false;
  std::vector<std::string> graphs;
};

DirectedBench read_arguments(int argc, char** argv) {
  DirectedBench bench;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--drop-loops") {
      bench.drop_loops = true;
    } else if (word.rfind("--", 0) != 0) {
      bench.graphs.push_back(word);
    } else if (++i == argc) {
      throw InvalidArgument("arguments", word, "needs a value");
    } else if (word == "--threads") {
      bench.threads = std::atoi(argv[i]);
    } else if (word == "--time") {
      bench.time = std::atof(argv[i]);
    } else {
      throw InvalidArgument("arguments", word, "is not known", "use --threads, --time or --drop-loops");
    }
  }
  return bench;
}

void measure_directed(const DirectedBench& bench, const std::string& path) {
  Arcs arcs = read_arcs(path, {}, RunContext()).arcs;
  if (bench.drop_loops) arcs = arcs.without_loops();
  const RunContext run({.threads = bench.threads, .time_limit = bench.time});
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
      found.targets.size(), found.arcs, found.rho(), found.bound, found.proven, found.ratios, found.flows,
      run.threads(), seconds, beside);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const DirectedBench bench = read_arguments(argc, argv);
    for (const std::string& graph : bench.graphs) measure_directed(bench, graph);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_directed: {}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
