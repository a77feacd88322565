// The speed of moves: bench_moves GRAPH:SIZE... Prints one JSON object per graph: exchanges and visited arcs
// per CPU second of tabu search from the peeled start, over bucket arrays and over dense rows, arcs per CPU
// second of one searcher of hybrid, and the limit by the memory system: a pass over the same rows with one
// addition per arc.

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "bench.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/search/tabu_set.hpp"
#include "subgraph/state/swap_state.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

constexpr double least_seconds = 0.5;
constexpr std::size_t most_remembered = 1u << 20;
constexpr Vertex most_dense_vertices = 8192;

using bench::cpu_clock;

struct Rate {
  double moves = 0.0;
  double arcs = 0.0;
};

/// Exchanges until the deadline; the first ones are recorded.
Rate tabu_rate(subgraph::detail::TabuSet& set, std::vector<Vertex>& moved) {
  const std::uint64_t first = set.work();
  const double begin = cpu_clock.seconds();
  double exchanges = 0.0;
  double used = 0.0;
  while (used < least_seconds) {
    for (int i = 0; i < 1000; ++i) {
      const auto exchange = set.next();
      if (!exchange) continue;
      set.make(*exchange);
      ++exchanges;
      if (moved.size() < most_remembered) moved.insert(moved.end(), {exchange->out, exchange->in});
    }
    used = cpu_clock.seconds() - begin;
  }
  return {exchanges / used, static_cast<double>(set.work() - first) / used};
}

double kick_arcs_rate(SwapState state, std::span<const Vertex> order) {
  using namespace subgraph::detail;
  TeamOptions options;
  options.core_order = order;
  Member member{.options = options, .seed = 1};
  const ImprovementSink ignored = [](Weight, std::uint64_t) {};
  SharedProgress progress(state.weight(), gains_of(state.graph()), ignored);
  const RunContext run({.seed = 1, .threads = 1, .time_limit = least_seconds, .clock = &cpu_clock});
  const auto searcher = make_kick_searcher(state, member, run, progress);
  const std::uint64_t first = state.work();
  const double begin = cpu_clock.seconds();
  searcher->advance(std::numeric_limits<std::uint64_t>::max());
  return static_cast<double>(state.work() - first) / (cpu_clock.seconds() - begin);
}

double memory_arcs_rate(const Graph& graph, const std::vector<Vertex>& moved) {
  struct Slot {
    double degree = 0.0;
    std::uint64_t rest = 0;
  };
  std::vector<Slot> slots(graph.num_vertices());
  double arcs = 0.0;
  const double begin = cpu_clock.seconds();
  double used = 0.0;
  while (used < least_seconds) {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const double sign = i % 2 == 0 ? -1.0 : 1.0;
      graph.for_each_neighbor(moved[i], [&](Vertex u, Weight w) { slots[u].degree += sign * w; });
      arcs += static_cast<double>(graph.degree(moved[i]));
    }
    used = cpu_clock.seconds() - begin;
  }
  const double sum = std::accumulate(slots.begin(), slots.end(), 0.0,
                                     [](double total, const Slot& slot) { return total + slot.degree; });
  if (sum > 1e300) fmt::print(stderr, "overflow\n");  // uses the sums, so that they are computed
  return arcs / used;
}

void measure(const std::string& name, Vertex s, bool weighted) {
  const Graph graph = bench::graph_called(name, weighted);
  const auto order = subgraph::detail::core_order(graph, RunContext())->order;
  const SwapState state(graph, subgraph::detail::last_of(order, s));
  std::vector<Vertex> moved;
  Rng draws(1, 1);
  const subgraph::detail::TabuRules rules;
  SwapState copy = state;
  const Rate tabu = tabu_rate(*subgraph::detail::make_bucket_tabu_set(copy, rules, draws), moved);
  Rate dense;
  if (graph.num_vertices() <= most_dense_vertices) {
    const auto set = subgraph::detail::make_dense_tabu_set(
        std::make_shared<subgraph::detail::DenseRows>(graph, s), state.sorted_members(), {}, rules, draws);
    std::vector<Vertex> ignored;
    dense = tabu_rate(*set, ignored);
  }
  fmt::print(
      "{{\"bench\":\"moves\",\"graph\":\"{}\",\"s\":{},\"tabu_exchanges_per_second\":{:.4g},"
      "\"tabu_arcs_per_second\":{:.4g},\"dense_exchanges_per_second\":{:.4g},"
      "\"dense_work_per_second\":{:.4g},\"hybrid_arcs_per_second\":{:.4g},\"memory_arcs_per_second\":{:.4g}}}"
      "\n",
      name, s, tabu.moves, tabu.arcs, dense.moves, dense.arcs, kick_arcs_rate(state, order),
      memory_arcs_rate(graph, moved));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, 1, "bench_moves GRAPH:SIZE[:weighted]...",
                    [](const bench::Arguments& arguments) {
                      for (const std::string& word : arguments.words()) {
                        const auto parts = bench::split(word, ':');
                        if (parts.size() < 2) throw InvalidArgument("graph", word, "is not GRAPH:SIZE");
                        measure(parts[0], static_cast<Vertex>(std::stoul(parts[1])), parts.size() > 2);
                      }
                    });
}
