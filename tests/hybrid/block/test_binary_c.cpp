// The exact solver of binary-c blocks against brute force.
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/block.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

constexpr std::uint64_t low_bits(int t) { return (std::uint64_t{1} << t) - 1; }

BitBlock random_bits(int k, int t, double p, Rng& rng) {
  BitBlock block{k, {}, std::vector<std::uint64_t>(static_cast<std::size_t>(k), 0), low_bits(t)};
  for (int i = 0; i < k; ++i) {
    block.gain.push_back(static_cast<std::int64_t>(rng.below(6)));
    for (int j = 0; j < i; ++j) {
      if (rng.uniform() >= p) continue;
      block.rows[static_cast<std::size_t>(i)] |= std::uint64_t{1} << j;
      block.rows[static_cast<std::size_t>(j)] |= std::uint64_t{1} << i;
    }
  }
  return block;
}

/// The same block with real numbers; weights of pairs are multiplied by what `factor` draws.
template <class Factor>
DenseBlock to_dense(const BitBlock& bits, Factor&& factor) {
  DenseBlock dense;
  dense.resize(static_cast<std::size_t>(bits.size));
  for (std::size_t i = 0; i < dense.linear.size(); ++i) {
    dense.linear[i] = -2.0 * static_cast<double>(bits.gain[i]);
    dense.current[i] = bits.current >> i & 1u ? 1.0 : 0.0;
    for (std::size_t j = 0; j < i; ++j) {
      const double weight = -2.0 * static_cast<double>(bits.rows[i] >> j & 1u) * factor();
      dense.quadratic[i * dense.linear.size() + j] = dense.quadratic[j * dense.linear.size() + i] = weight;
    }
  }
  return dense;
}

double value_of(const DenseBlock& block, std::uint64_t set) {
  double value = 0.0;
  for (int i = 0; i < block.size; ++i) {
    if (!(set >> i & 1u)) continue;
    value += block.linear[static_cast<std::size_t>(i)] + 0.5 * block.q(i, i);
    for (int j = 0; j < i; ++j) value += set >> j & 1u ? block.q(i, j) : 0.0;
  }
  return value;
}

std::uint64_t present(const DenseBlock& block) {
  std::uint64_t set = 0;
  for (int i = 0; i < block.size; ++i)
    set |= std::uint64_t{block.current[static_cast<std::size_t>(i)] != 0.0} << i;
  return set;
}

/// By how much the best set with as many members is better, by the definition; each flip costs `price`.
double most_decrease(const DenseBlock& block, double price = 0.0) {
  const std::uint64_t now = present(block);
  double best = 0.0;
  for (std::uint64_t set = 0; set <= low_bits(block.size); ++set) {
    if (std::popcount(set) != std::popcount(now)) continue;
    best = std::max(best, value_of(block, now) - value_of(block, set) - price * std::popcount(set ^ now));
  }
  return best;
}

/// Checks that the move is one to a set with as many members, of the decrease that it says.
std::uint64_t chosen_by(const DenseBlock& block, const BlockMove& move) {
  std::uint64_t set = present(block);
  for (const Change& change : move.changes) {
    CHECK((set >> change.position & 1u) != (change.value != 0.0));
    set ^= std::uint64_t{1} << change.position;
  }
  CHECK(std::popcount(set) == std::popcount(present(block)));
  CHECK(move.decrease == Approx(value_of(block, present(block)) - value_of(block, set)).margin(1e-11));
  return set;
}

const auto as_it_is = [] { return 1.0; };

}  // namespace

TEST_CASE("blocks of bits and of real numbers of either sign are solved to the optimum of all sets") {
  Rng rng(11);
  const RunContext run;
  for (int round = 0; round < 300; ++round) {
    const int k = 1 + static_cast<int>(rng.below(12));
    const int t = static_cast<int>(rng.below(static_cast<std::uint64_t>(k) + 1));
    BitBlock bits = random_bits(k, t, rng.uniform(), rng);
    const DenseBlock same = to_dense(bits, as_it_is);
    const BlockMove move = BinaryC{}.solve(bits, 0.0, run);
    CHECK(move.exact);
    CHECK(move.decrease == most_decrease(same));
    bits.current = chosen_by(same, move);
    CHECK(BinaryC{}.solve(bits, 0.0, run).changes.empty());  // the present set is kept in a tie
    const double shift = round % 3 == 0 ? 0.0 : 1.0;
    const DenseBlock dense = to_dense(random_bits(k, t, 1.0, rng), [&] { return rng.uniform() * 2 - shift; });
    for (const double proximal : {0.0, 0.3}) {
      const BlockMove real = BinaryC{}.solve(dense, proximal, run);
      CHECK(real.exact);
      const double price = 0.5 * proximal;
      CHECK(real.decrease - price * static_cast<double>(real.changes.size()) ==
            Approx(most_decrease(dense, price)).margin(1e-11));
      chosen_by(dense, real);
    }
    const BlockMove held = BinaryC{}.solve(bits, 0.3, run);
    CHECK(held.changes.empty());
    CHECK(BinaryC{}.solve(same, 1e3, run).changes.empty());
  }
}

TEST_CASE("hard blocks of 20 are solved, of bits and of real numbers") {
  Rng rng(19);
  const RunContext run;
  for (const double density : {0.3, 0.5, 0.8}) {
    BitBlock bits = random_bits(20, 10, density, rng);
    if (density == 0.5) bits.gain.assign(20, 7);
    const DenseBlock same = to_dense(bits, as_it_is);
    CHECK(BinaryC{}.solve(bits, 0.0, run).decrease == most_decrease(same));
    const DenseBlock dense = to_dense(bits, [&] { return 1.0 + rng.uniform(); });
    CHECK(BinaryC{}.solve(dense, 0.0, run).decrease == Approx(most_decrease(dense)).epsilon(1e-12));
  }
}

TEST_CASE("blocks with many equally good sets end") {
  // Disjoint cliques of four, and no pairs at all.
  const RunContext run;
  BitBlock block{32, std::vector<std::int64_t>(32, 3), std::vector<std::uint64_t>(32, 0), low_bits(16)};
  CHECK(BinaryC{}.solve(block, 0.0, run).changes.empty());
  for (int i = 0; i < 32; ++i) {
    block.rows[static_cast<std::size_t>(i)] = (low_bits(4) << (i / 4 * 4)) & ~(std::uint64_t{1} << i);
  }
  block.current = 0x5555'5555;  // two of every clique: 8 pairs, and 24 in four cliques
  CHECK(BinaryC{}.solve(block, 0.0, run).decrease == 2.0 * (24 - 8));
  const DenseBlock dense = to_dense(block, [] { return 0.7; });
  CHECK(BinaryC{}.solve(dense, 0.0, run).decrease == Approx(2.0 * 0.7 * (24 - 8)).epsilon(1e-12));
}

TEST_CASE("a search that is told to stop says that it is not exact and keeps its best") {
  Rng rng(15);
  std::atomic<bool> cancel{true};
  const BlockMove move = BinaryC{}.solve(random_bits(32, 16, 0.5, rng), 0.0, RunContext({.cancel = &cancel}));
  CHECK_FALSE(move.exact);
  CHECK(move.nodes < 512);
  CHECK(move.decrease >= 0.0);
}

TEST_CASE("blocks of values that are not finite cannot be sorted, and are refused") {
  const RunContext run;
  CHECK_THROWS_AS(BinaryC{}.solve(DenseBlock{2, {0, 0, 0, 0}, {NAN, 1.0}, {1.0, 0.0}, 0}, 0.0, run),
                  InvalidArgument);
  CHECK_THROWS_AS(
      BinaryC{}.solve(DenseBlock{2, {0, INFINITY, INFINITY, 0}, {1.0, 1.0}, {1.0, 0.0}, 0}, 0.0, run),
      InvalidArgument);
}
