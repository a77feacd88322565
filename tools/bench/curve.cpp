// Times whole curves: bench_curve FILE.csv FROM TO THREADS GRAPH... finds the best set of every size FROM ...
// TO of each graph in one run and compares them with FILE, a table of best known values. Prints one JSON
// object per graph: wall seconds (loading apart), sizes, rows of the table, rows missed and improved.

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/study/find.hpp>

#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using namespace lode::bench;

void measure(const Graph& graph, const std::string& name, const std::vector<Vertex>& sizes, int threads,
             const std::vector<KnownValue>& table) {
  RunContext run({.seed = 1, .threads = threads});
  std::vector<double> bounds;
  const BoundsResult cheap = find_bounds(graph, sizes, Effort::cheap, Proofs::drop, run);
  for (const std::vector<Bound>& of_size : cheap.bounds) bounds.push_back(of_size.front().value);
  Problem problem;
  problem.graph = graph;
  const std::vector<Solution> solutions = solve_sizes("hybrid", problem, sizes, bounds, {}, run);
  const double seconds = run.elapsed();
  std::vector<std::string> missed;
  std::vector<std::string> improved;
  int rows = 0;
  for (const KnownValue& value : table) {
    if (value.graph != name || value.s < sizes.front() || value.s > sizes.back()) continue;
    ++rows;
    const double found = solutions[value.s - sizes.front()].weight;
    const std::string text = fmt::format("\"{} {} of {}\"", value.s, found, value.edges);
    if (found < value.edges) missed.push_back(text);
    if (found > value.edges) improved.push_back(text);
  }
  fmt::print(
      "{{\"bench\":\"curve\",\"graph\":\"{}\",\"sizes\":{},\"threads\":{},\"seconds\":{:.2f},\"rows\":{},"
      "\"missed\":[{}],\"improved\":[{}]}}\n",
      name, sizes.size(), threads, seconds, rows, fmt::join(missed, ","), fmt::join(improved, ","));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, 5, "bench_curve FILE.csv FROM TO THREADS GRAPH...", [](const Arguments& arguments) {
    const std::vector<KnownValue> table = read_known_values(arguments.words()[0]);
    std::vector<Vertex> sizes;
    for (std::uint64_t s = arguments.number(1, 0); s <= arguments.number(2, 0); ++s) {
      sizes.push_back(static_cast<Vertex>(s));
    }
    if (sizes.empty()) throw InvalidArgument("FROM", arguments.words()[1], "is more than TO");
    for (std::size_t i = 4; i < arguments.words().size(); ++i) {
      const std::string& name = arguments.words()[i];
      measure(graph_called(name), name, sizes, static_cast<int>(arguments.number(3, 1)), table);
    }
  });
}
