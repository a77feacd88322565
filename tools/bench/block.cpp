// Times the exact solver of binary-c blocks: bench_block GRAPH SIZE [weighted]. Prints one JSON object per
// line.
//
// The blocks are those of a run: working sets of bucket ends and random vertices at the answer of HYBRID and
// at its start. Every block is timed separately in CPU time, since large ones differ by orders of magnitude.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "bench.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/graph_blocks.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using hybrid::BitBlock;
using hybrid::DenseBlock;

constexpr int num_blocks = 256;

int members_of(const BitBlock& block) { return std::popcount(block.current); }
int members_of(const DenseBlock& block) { return static_cast<int>(std::ranges::count(block.current, 1.0)); }

template <class Block>
void report(const std::string& source, const std::vector<Block>& blocks) {
  if (blocks.empty()) return;
  const RunContext run;
  std::vector<double> microseconds;
  std::uint64_t nodes = 0;
  std::size_t improved = 0;
  double total = 0.0;
  for (const Block& block : blocks) {
    const double begin = bench::cpu_clock.seconds();
    const hybrid::BlockMove move = hybrid::BinaryC{}.solve(block, 0.0, run);
    microseconds.push_back(1e6 * (bench::cpu_clock.seconds() - begin));
    total += microseconds.back();
    nodes += move.nodes;
    improved += move.decrease > 0.0;
    if (total > 1e7) break;
  }
  std::sort(microseconds.begin(), microseconds.end());
  const auto count = static_cast<double>(microseconds.size());
  fmt::print(
      "{{\"bench\":\"block\",\"blocks\":\"{}\",\"k\":{},\"t\":{},\"solved\":{},\"improved\":{},"
      "\"us_median\":{:.3f},\"us_mean\":{:.3f},\"us_largest\":{:.1f},\"nodes_per_block\":{:.1f}}}\n",
      source, blocks.front().size, members_of(blocks.front()), microseconds.size(), improved,
      microseconds[microseconds.size() / 2], total / count, microseconds.back(),
      static_cast<double>(nodes) / count);
  std::fflush(stdout);
}

/// Blocks with t = k/2 members at the current point of a run.
template <class Block>
std::vector<Block> run_blocks(SwapState& state, hybrid::WorkingSetSize size) {
  GraphObjective<Block> objective(state);
  BucketWorkingSet rule(size, BucketWorkingSet::BucketTies::random);
  Rng rng(1, 2);
  std::vector<Vertex> set;
  std::vector<Block> blocks;
  for (int tries = 0; tries < 20 * num_blocks && blocks.size() < num_blocks; ++tries) {
    rule.select(objective, rng, set);
    const Block& block = objective.block(set);
    if (block.size == size.total() && 2 * members_of(block) == size.total()) blocks.push_back(block);
  }
  return blocks;
}

template <class Block>
void bench_run(SwapState& state, const std::string& kind) {
  for (const int k : {4, 6, 8, 10, 12, 16, 20, 24, 28, 32}) {
    const int random = k / 4 * 2;
    report("run-mixed" + kind, run_blocks<Block>(state, {random, k - random}));
    report("run-greedy" + kind, run_blocks<Block>(state, {2, k - 2}));
  }
}

void bench_graph(const std::string& name, Vertex s, bool weighted) {
  RunContext run;
  Problem problem;
  problem.graph = bench::graph_called(name, weighted);
  problem.s = s;
  const Solution solution = hybrid_search(problem, hybrid_preset("default"), run);
  const auto at = [&](const VertexSet& set, const std::string& kind) {
    SwapState state(problem.graph, set);
    fmt::print("{{\"bench\":\"block\",\"point\":\"run{}\",\"weight\":{}}}\n", kind, state.weight());
    if (weighted) {
      bench_run<hybrid::DenseBlock>(state, kind + "-weighted");
    } else {
      bench_run<hybrid::BitBlock>(state, kind);
    }
  };
  at(solution.vertices, "");
  at(peel(problem.graph, s), "-start");
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, 2, "bench_block GRAPH SIZE [weighted]",
                    [](const bench::Arguments& arguments) {
                      bench_graph(arguments.words()[0], static_cast<Vertex>(arguments.number(1, 0)),
                                  arguments.word(2, "") == "weighted");
                    });
}
