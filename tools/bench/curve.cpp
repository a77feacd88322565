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

#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using namespace lode::bench;

void measure(const Graph& graph, const std::string& name, const std::vector<Vertex>& sizes, int threads,
             const std::vector<KnownValue>& table) {
  const auto begin = std::chrono::steady_clock::now();
  RunContext run({.seed = 1, .threads = threads});
  std::vector<double> bounds;
  for (const std::vector<Bound>& of_size : cheap_bounds(graph, sizes, run)) {
    bounds.push_back(best_bound(of_size).value);
  }
  Problem problem;
  problem.graph = graph;
  const std::vector<Solution> solutions = solve_sizes("hybrid", problem, sizes, bounds, {}, run);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
  if (argc < 6) {
    fmt::print(stderr, "usage: bench_curve FILE.csv FROM TO THREADS GRAPH...\n");
    return 2;
  }
  try {
    const std::vector<KnownValue> table = read_known_values(argv[1]);
    std::vector<Vertex> sizes;
    const auto last = static_cast<Vertex>(std::stoul(argv[3]));
    for (auto s = static_cast<Vertex>(std::stoul(argv[2])); s <= last; ++s) sizes.push_back(s);
    if (sizes.empty()) throw InvalidArgument("FROM", argv[2], "exceeds TO");
    GraphByName load;
    for (int i = 5; i < argc; ++i) measure(load(argv[i]), argv[i], sizes, std::stoi(argv[4]), table);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
