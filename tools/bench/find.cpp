// Times the steps from a file to an answer: bench_find FILE SIZE [THREADS [PRESET]]. Prints one JSON object:
// reading, the bounds, the search of hybrid, and all together.

#include <cstdlib>
#include <string>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "bench.hpp"
#include "bounds/plan/plan.hpp"
#include "subgraph/part/dense_part.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

void find(const std::string& path, Vertex s, int threads, const std::string& preset) {
  RunContext run({.seed = 1, .threads = threads});
  bench::Usage reading, bounding, searching;
  LoadedGraph loaded;
  Problem problem;
  Solution solution;
  const bench::Usage used = bench::measure([&] {
    reading = bench::measure([&] { loaded = read_graph(path, {}, run); });
    problem.graph = loaded.graph;
    problem.s = s;
    bounding = bench::measure([&] {
      BoundPlan plan(problem.graph, {&s, 1}, run);
      problem.dense_part = find_dense_part(problem.graph, s, s, run);
      plan.add_cheap(problem.dense_part, std::numeric_limits<double>::infinity(), run);
      problem.upper_bound = plan.ledger().best(s).value;
    });
    searching = bench::measure([&] { solution = solve("hybrid", problem, {{"preset", preset}}, run); });
  });
  const auto edges = static_cast<double>(loaded.report.edges);
  bench::print_json("find", threads, used,
                    fmt::format(",\"size\":{},\"preset\":\"{}\",\"vertices\":{},\"edges\":{},\"bytes\":{},"
                                "\"edges_found\":{},\"upper_bound\":{:.0f}",
                                s, preset, loaded.report.vertices, loaded.report.edges, loaded.report.bytes,
                                solution.edges, problem.upper_bound) +
                        bench::json_field("edges_per_second", edges / used.seconds) +
                        bench::json_field("read_seconds", reading.seconds) +
                        bench::json_field("read_cpu_seconds", reading.cpu()) +
                        bench::json_field("read_gb_per_second",
                                          1e-9 * static_cast<double>(loaded.report.bytes) / reading.seconds) +
                        bench::json_field("read_peak_rss_bytes", reading.peak_bytes) +
                        bench::json_field("bound_cpu_seconds", bounding.cpu()) +
                        bench::json_field("search_seconds", searching.seconds) +
                        bench::json_field("search_cpu_seconds", searching.cpu()));
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_find FILE SIZE [THREADS [PRESET]]";
  return bench::run(argc, argv, 2, usage, [](const bench::Arguments& arguments) {
    find(arguments.words()[0], static_cast<Vertex>(arguments.number(1, 0)),
         static_cast<int>(arguments.number(2, 1)), arguments.word(3, "default"));
  });
}
