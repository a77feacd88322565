// Times the linear program for all sizes at once: bench_lp FILE [THREADS [TIME-LIMIT]]. Prints one JSON
// object.

#include <cstdlib>
#include <limits>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/read_graph.hpp>

#include "measure.hpp"

namespace {

using namespace lode;

void lp(const std::string& path, int threads, double time_limit) {
  const Graph graph = read_graph(path, {}, RunContext({.threads = threads})).graph;
  RunContext run({.threads = threads, .time_limit = time_limit});
  DenseDecomposition result;
  const bench::Usage used = bench::measure([&] { result = dense_decomposition(graph, run); });
  bench::print_json(
      "lp", threads, used,
      fmt::format(",\"vertices\":{},\"edges\":{},\"complete\":{}", graph.num_vertices(), graph.num_edges(),
                  result.complete()) +
          bench::json_field("edges_per_second", static_cast<double>(graph.num_edges()) / used.seconds));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [THREADS [TIME-LIMIT]]\n", argv[0]);
    return 2;
  }
  try {
    lp(argv[1], argc > 2 ? std::atoi(argv[2]) : 1,
       argc > 3 ? std::atof(argv[3]) : std::numeric_limits<double>::infinity());
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
