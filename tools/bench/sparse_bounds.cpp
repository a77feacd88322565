// What bounds of large sparse graphs cost: bench_sparse_bounds GRAPH SECONDS S[=KNOWN]... Tightens the bound
// of every size within its own time and on its own, knowing a set of weight KNOWN, and prints one JSON object
// per size.

#include <cstdlib>
#include <string>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "bounds/plan.hpp"
#include "measure.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

struct SizeAsked {
  Vertex s = 0;
  Weight known = 0.0;
};

SizeAsked parse_size(const std::string& word) {
  const std::size_t split = word.find('=');
  return {static_cast<Vertex>(std::stoul(word.substr(0, split))),
          split == std::string::npos ? 0.0 : std::stod(word.substr(split + 1))};
}

void print_size(const Graph& graph, const SizeAsked& asked, double seconds) {
  const Vertex sizes[] = {asked.s};
  Bound bound;
  double cheap = 0.0;
  const bench::Usage usage = bench::measure([&] {
    const RunContext run({.time_limit = seconds});
    BoundPlan plan(graph, sizes, run, Proofs::drop);
    plan.add_cheap(run);
    cheap = plan.ledger().value(asked.s);
    plan.tighten(asked.s, asked.known, run);
    bound = plan.ledger().best(asked.s);
  });
  fmt::print(
      "{{\"s\":{},\"known\":{},\"cheap\":{},\"bound\":{},\"name\":\"{}\",\"gap\":{:.4f},\"seconds\":{:.2f},"
      "\"cpu\":{:.2f},\"peak_mb\":{:.0f}}}\n",
      asked.s, asked.known, cheap, bound.value, bound.name, relative_gap(bound.value, asked.known),
      usage.seconds, usage.cpu(), bench::usage_now().peak_bytes / 1e6);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: bench_sparse_bounds GRAPH SECONDS S[=KNOWN]...\n");
    return 2;
  }
  try {
    const Graph graph = read_graph(argv[1]).graph;
    for (int i = 3; i < argc; ++i) print_size(graph, parse_size(argv[i]), std::atof(argv[2]));
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
