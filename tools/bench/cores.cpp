// Times core_decomposition, and core_numbers on some threads, on one file: bench_cores FILE [REPEATS
// [THREADS]]. Prints one JSON object per repeat. For comparison, two passes over the arcs: one adds the
// targets, at the speed of sequential reads, and one counts at every target, with the random access per arc
// that peeling needs.

#include <cstdlib>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/read_graph.hpp>

#include "bench.hpp"

namespace {

using namespace lode;

void cores(const Graph& graph, int threads) {
  std::uint64_t sum = 0;
  const bench::Usage in_order = bench::measure(
      [&] { sum = std::accumulate(graph.targets().begin(), graph.targets().end(), std::uint64_t{0}); });
  std::vector<Vertex> count(graph.num_vertices(), 0);
  const bench::Usage counting = bench::measure([&] {
    for (const Vertex target : graph.targets()) ++count[target];
  });
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (count[v] != graph.degree(v)) throw InternalError("counts and degrees differ");
  }
  CoreDecomposition result;
  const bench::Usage used = bench::measure([&] { result = core_decomposition(graph); });
  std::vector<Vertex> numbers;
  const RunContext run({.threads = threads});
  const bench::Usage numbering = bench::measure([&] { numbers = core_numbers(graph, run); });
  if (numbers != result.core) throw InternalError("core numbers differ");
  const auto arcs = static_cast<double>(graph.num_arcs());
  bench::print_json("cores", 1, used,
                    fmt::format(",\"vertices\":{},\"edges\":{},\"degeneracy\":{},\"sum_of_targets\":{}",
                                graph.num_vertices(), graph.num_edges(), result.degeneracy, sum) +
                        bench::json_field("edges_per_second", arcs / 2.0 / used.seconds) +
                        bench::json_field("pass_in_order_cpu_seconds", in_order.cpu()) +
                        bench::json_field("pass_in_order_gb_per_second", 4e-9 * arcs / in_order.seconds) +
                        bench::json_field("pass_counting_cpu_seconds", counting.cpu()) +
                        bench::json_field("cpu_per_counting_pass", used.cpu() / counting.cpu()) +
                        bench::json_field("numbers_threads", threads) +
                        bench::json_field("numbers_seconds", numbering.seconds) +
                        bench::json_field("numbers_cpu_seconds", numbering.cpu()));
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, 1, "bench_cores FILE [REPEATS [THREADS]]",
                    [](const bench::Arguments& arguments) {
                      const Graph graph = bench::graph_called(arguments.words()[0]);
                      for (std::uint64_t i = 0; i < arguments.number(1, 1); ++i) {
                        cores(graph, static_cast<int>(arguments.number(2, 1)));
                      }
                    });
}
