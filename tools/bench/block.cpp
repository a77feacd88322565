// Times the two exact solvers of binary-c blocks: bench_block [GRAPH SIZE [weighted]]. Prints one JSON object
// per line.
//
// Random blocks: k items, t to choose, gains 0 ... k, pairs with probability 1/4, any set present. With a
// graph also blocks of a run: working sets of bucket ends and random vertices at the answer of HYBRID and at
// its start. Enumeration runs up to C(20,10) sets; blocks of 24 and more variables are searched one by one
// and timed in CPU time, those of 24 compared with enumeration.

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "hybrid/block/selection.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/bucket_working_set.hpp"
#include "subgraph/state/graph_objective.hpp"
#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using hybrid::BitBlock;
using hybrid::DenseSelection;

template <class Problem>
struct Block {
  Problem problem;
  std::uint64_t present = 0;
};
using BitBlocks = std::vector<Block<BitBlock>>;
using DenseBlocks = std::vector<Block<DenseSelection>>;

constexpr int num_blocks = 256;
constexpr double least_seconds = 0.02;

double sets_of(int k, int t) {
  double sets = 1.0;
  for (int i = 1; i <= std::min(t, k - t); ++i) sets = sets * (k - i + 1) / i;
  return sets;
}

struct Timing {
  double nanoseconds_per_block = 0.0;
  double nodes_per_block = 0.0;
};

/// Solves all blocks, again and again, for long enough to be timed.
template <class Blocks, class Solve>
Timing time_blocks(const Blocks& blocks, Solve&& solve) {
  std::uint64_t solved = 0;
  std::uint64_t nodes = 0;
  const auto begin = std::chrono::steady_clock::now();
  double seconds = 0.0;
  do {
    for (const auto& block : blocks) {
      nodes += solve(block).nodes;
      ++solved;
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (seconds > 50 * least_seconds) break;
    }
  } while (seconds < least_seconds);
  return {1e9 * seconds / static_cast<double>(solved),
          static_cast<double>(nodes) / static_cast<double>(solved)};
}

/// Mean number of sets of the blocks.
template <class Blocks>
double mean_sets(const Blocks& blocks) {
  double sum = 0.0;
  for (const auto& block : blocks) sum += sets_of(block.problem.size, std::popcount(block.present));
  return sum / static_cast<double>(blocks.size());
}

template <class Blocks>
void report(const std::string& source, const Blocks& blocks) {
  if (blocks.empty()) return;
  const Timing all = time_blocks(
      blocks, [](const auto& block) { return hybrid::select_by_enumeration(block.problem, block.present); });
  const Timing search = time_blocks(
      blocks, [](const auto& block) { return hybrid::select_by_search(block.problem, block.present); });
  const double sets = mean_sets(blocks);
  fmt::print(
      "{{\"bench\":\"block\",\"blocks\":\"{}\",\"k\":{},\"t\":{},\"sets\":{:.0f},"
      "\"enumeration_ns_per_block\":{:.0f},\"enumeration_ns_per_set\":{:.2f},\"search_ns_per_block\":{:.0f},"
      "\"search_nodes_per_block\":{:.1f},\"search_ns_per_node\":{:.1f},\"faster\":\"{}\"}}\n",
      source, blocks.front().problem.size, std::popcount(blocks.front().present), sets,
      all.nanoseconds_per_block, all.nanoseconds_per_block / sets, search.nanoseconds_per_block,
      search.nodes_per_block, search.nanoseconds_per_block / search.nodes_per_block,
      all.nanoseconds_per_block <= search.nanoseconds_per_block ? "enumeration" : "search");
  std::fflush(stdout);
}

/// Whether the block's best value is what enumeration says.
template <class Problem>
bool agrees(const Block<Problem>& block, double found) {
  const auto best = hybrid::select_by_enumeration(block.problem, block.present);
  return std::abs(static_cast<double>(best.value) - found) <= 1e-9 * std::max(1.0, std::abs(found));
}

/// Times every block by itself: large ones differ by orders of magnitude.
template <class Blocks>
void report_large(const std::string& source, const Blocks& blocks) {
  constexpr int largest_checked = 24;
  constexpr std::size_t num_checked = 8;
  if (blocks.empty()) return;
  const ThreadCpuClock clock;
  std::vector<double> milliseconds;
  std::uint64_t nodes = 0;
  std::size_t improved = 0;
  double total = 0.0;
  for (const auto& block : blocks) {
    const double begin = clock.seconds();
    const auto result = hybrid::select_by_search(block.problem, block.present);
    milliseconds.push_back(1e3 * (clock.seconds() - begin));
    total += milliseconds.back();
    nodes += result.nodes;
    improved += result.value > hybrid::selection_value(block.problem, block.present);
    if (block.problem.size <= largest_checked && milliseconds.size() <= num_checked &&
        !agrees(block, static_cast<double>(result.value))) {
      throw InternalError("branch and bound and enumeration differ");
    }
    if (total > 1e4) break;
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  const double count = static_cast<double>(milliseconds.size());
  fmt::print(
      "{{\"bench\":\"block\",\"blocks\":\"{}\",\"k\":{},\"t\":{},\"solved\":{},\"improved\":{},"
      "\"search_ms_median\":{:.4f},\"search_ms_mean\":{:.4f},\"search_ms_largest\":{:.3f},"
      "\"search_nodes_per_block\":{:.1f}}}\n",
      source, blocks.front().problem.size, std::popcount(blocks.front().present), milliseconds.size(),
      improved, milliseconds[milliseconds.size() / 2], total / count, milliseconds.back(),
      static_cast<double>(nodes) / count);
  std::fflush(stdout);
}

/// t of k items, uniformly.
std::uint64_t random_set(int k, int t, Rng& rng) {
  std::uint64_t set = 0;
  while (std::popcount(set) < t) set |= std::uint64_t{1} << rng.below(static_cast<std::uint64_t>(k));
  return set;
}

BitBlocks random_bit_blocks(int k, int t, Rng& rng) {
  BitBlocks blocks(num_blocks);
  for (auto& block : blocks) {
    block.problem.size = k;
    block.problem.rows.assign(static_cast<std::size_t>(k), 0);
    for (int i = 0; i < k; ++i) {
      block.problem.gain.push_back(static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(k) + 1)));
      for (int j = 0; j < i; ++j) {
        if (rng.below(4) != 0) continue;
        block.problem.rows[static_cast<std::size_t>(i)] |= std::uint64_t{1} << j;
        block.problem.rows[static_cast<std::size_t>(j)] |= std::uint64_t{1} << i;
      }
    }
    block.present = random_set(k, t, rng);
  }
  return blocks;
}

DenseBlocks to_dense(const BitBlocks& bits, Rng& rng) {
  DenseBlocks blocks;
  for (const auto& bit_block : bits) {
    const int k = bit_block.problem.size;
    Block<DenseSelection> block{{k, {}, std::vector<double>(static_cast<std::size_t>(k * k), 0.0)},
                                bit_block.present};
    for (int i = 0; i < k; ++i) {
      const auto row = static_cast<std::size_t>(i);
      block.problem.linear.push_back(static_cast<double>(bit_block.problem.gain[row]) * rng.uniform());
      for (int j = 0; j < i; ++j) {
        if (!(bit_block.problem.rows[row] >> j & 1u)) continue;
        const double weight = rng.uniform();
        block.problem.pairs[static_cast<std::size_t>(i * k + j)] = weight;
        block.problem.pairs[static_cast<std::size_t>(j * k + i)] = weight;
      }
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

void bench_random() {
  Rng rng(1, 1);
  const auto both = [&](int k, int t) {
    const BitBlocks blocks = random_bit_blocks(k, t, rng);
    report("random", blocks);
    report("random-weighted", to_dense(blocks, rng));
  };
  for (const int t : {1, 2, 3, 4}) both(8, t);
  for (const int t : {1, 2, 3, 4, 6}) both(12, t);
  for (const int t : {1, 2, 4, 8}) both(16, t);
  for (const int t : {1, 2, 10}) both(20, t);
}

Block<BitBlock> to_selection(const BitBlock& block) { return {block, block.current}; }

Block<DenseSelection> to_selection(const hybrid::DenseBlock& block) {
  Block<DenseSelection> selection{{block.size, {}, {}}, 0};
  for (int i = 0; i < block.size; ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (block.current[row] != 0.0) selection.present |= std::uint64_t{1} << i;
    selection.problem.linear.push_back(-block.linear[row]);
    for (int j = 0; j < block.size; ++j) selection.problem.pairs.push_back(-block.q(i, j));
  }
  return selection;
}

/// Blocks at the present point of a run that have t = k/2 members.
template <class GraphBlock>
auto run_blocks(SwapState& state, hybrid::WorkingSetSize size) {
  GraphObjective<GraphBlock> objective(state);
  BucketWorkingSet rule(size, BucketWorkingSet::BucketTies::random);
  Rng rng(1, 2);
  std::vector<Vertex> set;
  std::vector<decltype(to_selection(std::declval<const GraphBlock&>()))> blocks;
  for (int tries = 0; tries < 20 * num_blocks && blocks.size() < num_blocks; ++tries) {
    rule.select(objective, rng, set);
    auto block = to_selection(objective.block(set));
    if (block.problem.size != size.total() || 2 * std::popcount(block.present) != size.total()) continue;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

template <class GraphBlock>
void bench_run(SwapState& state, const std::string& kind) {
  for (const int k : {4, 6, 8, 10, 12, 16, 20}) {
    const int random = k / 4 * 2;
    report("run-mixed" + kind, run_blocks<GraphBlock>(state, {random, k - random}));
    report("run-greedy" + kind, run_blocks<GraphBlock>(state, {2, k - 2}));
  }
  for (const int k : {24, 28, 32}) {
    report_large("run-mixed" + kind, run_blocks<GraphBlock>(state, {k / 4 * 2, k - k / 4 * 2}));
    report_large("run-greedy" + kind, run_blocks<GraphBlock>(state, {2, k - 2}));
  }
}

void bench_graph(const std::string& path, Vertex s, bool weighted) {
  RunContext run;
  ReadOptions read;
  read.weighted = weighted;
  Problem problem;
  problem.graph = read_graph(path, read, run).graph;
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
  if (argc != 1 && argc != 3 && argc != 4) {
    fmt::print(stderr, "usage: {} [GRAPH SIZE [weighted]]\n", argv[0]);
    return 2;
  }
  try {
    bench_random();
    if (argc > 2) {
      const auto s = static_cast<Vertex>(std::strtoul(argv[2], nullptr, 10));
      bench_graph(argv[1], s, argc > 3 && std::string_view(argv[3]) == "weighted");
    }
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
