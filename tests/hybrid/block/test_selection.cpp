#include <bit>
#include <cmath>
#include <set>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "hybrid/block/selection.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

BitBlock random_bits(int k, double p, Rng& rng) {
  BitBlock problem{k, {}, std::vector<std::uint64_t>(static_cast<std::size_t>(k), 0)};
  for (int i = 0; i < k; ++i) {
    problem.gain.push_back(static_cast<std::int64_t>(rng.below(6)));
    for (int j = 0; j < i; ++j) {
      if (rng.uniform() >= p) continue;
      problem.rows[static_cast<std::size_t>(i)] |= std::uint64_t{1} << j;
      problem.rows[static_cast<std::size_t>(j)] |= std::uint64_t{1} << i;
    }
  }
  return problem;
}

DenseSelection random_dense(int k, Rng& rng, double shift) {
  DenseSelection problem{k, {}, std::vector<double>(static_cast<std::size_t>(k * k), 0.0)};
  for (int i = 0; i < k; ++i) {
    problem.linear.push_back(rng.uniform() * 4 - shift);
    for (int j = 0; j < i; ++j) {
      const double w = rng.uniform() * 2 - shift;
      problem.pairs[static_cast<std::size_t>(i * k + j)] =
          problem.pairs[static_cast<std::size_t>(j * k + i)] = w;
    }
  }
  return problem;
}

/// Best value over all t-subsets, by the definition.
double brute_force(const DenseSelection& problem, int t) {
  double best = -1e300;
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << problem.size); ++set) {
    if (std::popcount(set) != t) continue;
    double value = 0.0;
    for (int i = 0; i < problem.size; ++i) {
      if (!(set >> i & 1u)) continue;
      value += problem.linear[static_cast<std::size_t>(i)];
      for (int j = 0; j < i; ++j) {
        if (set >> j & 1u) value += problem.pair(i, j);
      }
    }
    best = std::max(best, value);
  }
  return best;
}

/// With real pair weights.
DenseSelection to_dense(const BitBlock& bits) {
  DenseSelection dense{bits.size, {bits.gain.begin(), bits.gain.end()}, {}};
  for (const std::uint64_t row : bits.rows) {
    for (int j = 0; j < bits.size; ++j) dense.pairs.push_back(static_cast<double>(row >> j & 1u));
  }
  return dense;
}

std::uint64_t low_bits(int t) { return (std::uint64_t{1} << t) - 1; }

/// Every public function of a selection refuses it together with `chosen`.
template <class Problem>
void require_refused(const Problem& problem, std::uint64_t chosen) {
  CHECK_THROWS_AS(selection_value(problem, chosen), InvalidArgument);
  CHECK_THROWS_AS(select_by_search(problem, chosen), InvalidArgument);
  CHECK_THROWS_AS(select_by_enumeration(problem, chosen), InvalidArgument);
}

}  // namespace

TEST_CASE("bit selections: enumeration and search find the brute-force optimum") {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    const int k = 1 + static_cast<int>(rng.below(12));
    const int t = static_cast<int>(rng.below(static_cast<std::uint64_t>(k) + 1));
    const auto problem = random_bits(k, rng.uniform(), rng);
    const double best = brute_force(to_dense(problem), t);
    for (const auto& result :
         {select_by_enumeration(problem, low_bits(t)), select_by_search(problem, low_bits(t))}) {
      CHECK(result.value == best);
      CHECK(std::popcount(result.chosen) == t);
      CHECK(selection_value(problem, result.chosen) == result.value);
      CHECK(result.exact);
    }
  }
}

TEST_CASE("dense selections of either sign: enumeration and search find the brute-force optimum") {
  Rng rng(12);
  for (int round = 0; round < 300; ++round) {
    const int k = 1 + static_cast<int>(rng.below(11));
    const int t = static_cast<int>(rng.below(static_cast<std::uint64_t>(k) + 1));
    const auto problem = random_dense(k, rng, round % 3 == 0 ? 0.0 : 1.0);
    const double best = brute_force(problem, t);
    CHECK(select_by_enumeration(problem, low_bits(t)).value == Approx(best).margin(1e-12));
    CHECK(select_by_search(problem, low_bits(t)).value == Approx(best).margin(1e-12));
  }
}

TEST_CASE("enumeration visits every set once") {
  for (int k = 1; k <= 12; ++k) {
    std::uint64_t binomial = 1;
    for (int t = 0; t <= k; ++t) {
      const BitBlock zero{k, std::vector<std::int64_t>(static_cast<std::size_t>(k), 0),
                          std::vector<std::uint64_t>(static_cast<std::size_t>(k), 0)};
      CHECK(select_by_enumeration(zero, low_bits(t)).nodes == binomial + 1);
      // Each set in turn is the only best one, so a visit that is left out would be noticed.
      if (k <= 8) {
        for (std::uint64_t set = 0; set < (std::uint64_t{1} << k); ++set) {
          if (std::popcount(set) != t || t == 0) continue;
          auto problem = zero;
          for (int i = 0; i < k; ++i) problem.gain[static_cast<std::size_t>(i)] = set >> i & 1u ? 1 : 0;
          CHECK(select_by_enumeration(problem, low_bits(t)).chosen == set);
        }
      }
      binomial = binomial * static_cast<std::uint64_t>(k - t) / static_cast<std::uint64_t>(t + 1);
    }
  }
}

TEST_CASE("the incumbent is kept in a tie") {
  Rng rng(13);
  for (int round = 0; round < 50; ++round) {
    const auto problem = random_bits(12, 0.4, rng);
    const auto best = select_by_search(problem, low_bits(6));
    CHECK(select_by_search(problem, best.chosen).chosen == best.chosen);
    CHECK(select_by_enumeration(problem, best.chosen).chosen == best.chosen);
  }
}

TEST_CASE("search equals enumeration on blocks of 20 and solves blocks of 32") {
  Rng rng(14);
  for (int round = 0; round < 10; ++round) {
    const auto problem = random_bits(20, 0.3, rng);
    CHECK(select_by_search(problem, low_bits(10)).value ==
          select_by_enumeration(problem, low_bits(10)).value);
  }
  auto large = random_bits(32, 0.2, rng);
  const auto result = select_by_search(large, low_bits(16));
  CHECK(result.exact);
  CHECK(std::popcount(result.chosen) == 16);
  CHECK(selection_value(large, result.chosen) == result.value);
}

TEST_CASE("hard blocks of 20 to 24 agree with enumeration") {
  Rng rng(19);
  for (int k = 20; k <= 24; ++k) {
    for (const double density : {0.3, 0.5, 0.8}) {
      auto problem = random_bits(k, density, rng);
      if (k % 2 == 0) problem.gain.assign(static_cast<std::size_t>(k), 7);
      const auto best = select_by_enumeration(problem, low_bits(k / 2));
      const auto found = select_by_search(problem, low_bits(k / 2));
      CHECK(found.value == best.value);
      CHECK(select_by_search(problem, best.chosen).chosen == best.chosen);
      if (k > 21) continue;
      auto dense = to_dense(problem);
      for (int i = 0; i < k; ++i) {
        for (int j = 0; j < i; ++j) {
          const auto at = static_cast<std::size_t>(i * k + j);
          dense.pairs[at] *= 1.0 + rng.uniform();
          dense.pairs[static_cast<std::size_t>(j * k + i)] = dense.pairs[at];
        }
      }
      CHECK(select_by_search(dense, low_bits(k / 2)).value ==
            Approx(select_by_enumeration(dense, low_bits(k / 2)).value).epsilon(1e-12));
    }
  }
}

TEST_CASE("blocks with many equally good sets end") {
  // Disjoint cliques of four, and no pairs at all.
  BitBlock problem{32, std::vector<std::int64_t>(32, 3), std::vector<std::uint64_t>(32, 0)};
  CHECK(select_by_search(problem, low_bits(16)).chosen == low_bits(16));
  for (int i = 0; i < 32; ++i) {
    problem.rows[static_cast<std::size_t>(i)] = (low_bits(4) << (i / 4 * 4)) & ~(std::uint64_t{1} << i);
  }
  CHECK(select_by_search(problem, 0x5555'5555).value == 48 + 24);
  CHECK(select_by_search(to_dense(problem), 0x5555'5555).value == 48.0 + 24.0);
  auto dense = to_dense(problem);
  for (double& weight : dense.pairs) weight *= 0.7;
  CHECK(select_by_search(dense, 0x5555'5555).value == Approx(48.0 + 0.7 * 24.0).epsilon(1e-12));
}

TEST_CASE("a search that is told to stop says that it is not exact and keeps its best") {
  Rng rng(15);
  const auto problem = random_bits(32, 0.5, rng);
  int polls = 0;
  const auto result = select_by_search(problem, low_bits(16), [&] { return ++polls >= 3; });
  CHECK_FALSE(result.exact);
  CHECK(polls == 3);
  CHECK(result.value >= selection_value(problem, low_bits(16)));
}

TEST_CASE("blocks of more than 32 items are refused") {
  require_refused(BitBlock{33, std::vector<std::int64_t>(33, 0), std::vector<std::uint64_t>(33, 0)}, 1);
}

TEST_CASE("selections of sizes that do not match, and sets beyond them, are refused") {
  require_refused(BitBlock{.size = 5, .gain = {}, .rows = {}}, 3);
  require_refused(BitBlock{2, {1, 1}, {0}}, 1);
  require_refused(BitBlock{2, {1}, {0, 0}}, 1);
  require_refused(BitBlock{2, {1, 1}, {0, 0}}, 4);
  require_refused(BitBlock{-1, {}, {}}, 0);
  require_refused(DenseSelection{.size = 5, .linear = {}, .pairs = {}}, 3);
  require_refused(DenseSelection{2, {1.0, 1.0}, {0.0, 0.0}}, 1);
  require_refused(DenseSelection{2, {1.0}, {0.0, 0.0, 0.0, 0.0}}, 1);
  require_refused(DenseSelection{2, {1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}}, 8);
  require_refused(DenseSelection{33, {}, {}}, 0);
  CHECK(selection_value(DenseSelection{}, 0) == 0.0);
  CHECK(select_by_search(BitBlock{}, 0).chosen == 0);
}

TEST_CASE("selections of values that are not finite cannot be sorted, and are refused") {
  CHECK_THROWS_AS(select_by_search(DenseSelection{2, {NAN, 1.0}, {0, 0, 0, 0}}, 1), InvalidArgument);
  CHECK_THROWS_AS(select_by_search(DenseSelection{2, {1.0, 1.0}, {0, INFINITY, INFINITY, 0}}, 1),
                  InvalidArgument);
}
