#include <bit>
#include <set>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/hybrid/selection.hpp>

#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

BitSelection<std::int64_t> random_bits(int k, double p, Rng& rng) {
  BitSelection<std::int64_t> problem{k, {}, std::vector<std::uint64_t>(static_cast<std::size_t>(k), 0)};
  for (int i = 0; i < k; ++i) {
    problem.linear.push_back(static_cast<std::int64_t>(rng.below(6)));
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
template <class Problem, class Pair>
double brute_force(const Problem& problem, int t, Pair&& pair) {
  double best = -1e300;
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << problem.size); ++set) {
    if (std::popcount(set) != t) continue;
    double value = 0.0;
    for (int i = 0; i < problem.size; ++i) {
      if (!(set >> i & 1u)) continue;
      value += static_cast<double>(problem.linear[static_cast<std::size_t>(i)]);
      for (int j = 0; j < i; ++j) {
        if (set >> j & 1u) value += pair(i, j);
      }
    }
    best = std::max(best, value);
  }
  return best;
}

std::uint64_t low_bits(int t) { return (std::uint64_t{1} << t) - 1; }

}  // namespace

TEST_CASE("bit selections: enumeration and search find the brute-force optimum") {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    const int k = 1 + static_cast<int>(rng.below(12));
    const int t = static_cast<int>(rng.below(static_cast<std::uint64_t>(k) + 1));
    const auto problem = random_bits(k, rng.uniform(), rng);
    const double best = brute_force(problem, t, [&](int i, int j) {
      return static_cast<double>(problem.rows[static_cast<std::size_t>(i)] >> j & 1u);
    });
    for (const auto& result :
         {select_by_enumeration(problem, low_bits(t)), select_by_search(problem, low_bits(t))}) {
      CHECK(static_cast<double>(result.value) == best);
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
    const double best = brute_force(problem, t, [&](int i, int j) { return problem.pair(i, j); });
    CHECK(select_by_enumeration(problem, low_bits(t)).value == Approx(best).margin(1e-12));
    CHECK(select_by_search(problem, low_bits(t)).value == Approx(best).margin(1e-12));
  }
}

TEST_CASE("enumeration visits every set once") {
  for (int k = 1; k <= 12; ++k) {
    std::uint64_t binomial = 1;
    for (int t = 0; t <= k; ++t) {
      const BitSelection<std::int64_t> zero{k, std::vector<std::int64_t>(static_cast<std::size_t>(k), 0),
                                            std::vector<std::uint64_t>(static_cast<std::size_t>(k), 0)};
      CHECK(select_by_enumeration(zero, low_bits(t)).nodes == binomial + 1);
      // Each set in turn is the only best one, so a visit that is left out would be noticed.
      if (k <= 8) {
        for (std::uint64_t set = 0; set < (std::uint64_t{1} << k); ++set) {
          if (std::popcount(set) != t || t == 0) continue;
          auto problem = zero;
          for (int i = 0; i < k; ++i) problem.linear[static_cast<std::size_t>(i)] = set >> i & 1u ? 1 : 0;
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

TEST_CASE("with Ties::move another set of the same value may win, and only such a one") {
  Rng rng(16);
  int moved = 0;
  for (int round = 0; round < 100; ++round) {
    const auto problem = random_bits(10, 0.4, rng);
    const auto best = select_by_search(problem, low_bits(5));
    for (const auto& again : {select_by_search(problem, best.chosen, {}, Ties::move),
                              select_by_enumeration(problem, best.chosen, Ties::move)}) {
      CHECK(again.value == best.value);
      CHECK(selection_value(problem, again.chosen) == best.value);
      moved += again.chosen != best.chosen;
    }
  }
  CHECK(moved > 20);
}

TEST_CASE("search equals enumeration on blocks of 20 and solves blocks of 64") {
  Rng rng(14);
  for (int round = 0; round < 10; ++round) {
    const auto problem = random_bits(20, 0.3, rng);
    CHECK(select_by_search(problem, low_bits(10)).value ==
          select_by_enumeration(problem, low_bits(10)).value);
  }
  auto large = random_bits(64, 0.05, rng);
  const auto result = select_by_search(large, low_bits(32));
  CHECK(result.exact);
  CHECK(std::popcount(result.chosen) == 32);
  CHECK(selection_value(large, result.chosen) == result.value);
}

TEST_CASE("a search that is told to stop says that it is not exact and keeps its best") {
  Rng rng(15);
  const auto problem = random_bits(60, 0.5, rng);
  int polls = 0;
  const auto result = select_by_search(problem, low_bits(30), [&] { return ++polls >= 3; });
  CHECK_FALSE(result.exact);
  CHECK(polls == 3);
  CHECK(result.value >= selection_value(problem, low_bits(30)));
}

TEST_CASE("blocks that do not fit a word are refused") {
  const BitSelection<std::int64_t> large{65, std::vector<std::int64_t>(65, 0),
                                         std::vector<std::uint64_t>(65, 0)};
  CHECK_THROWS_AS(select_by_search(large, 1), InvalidArgument);
  const BitSelection<std::int64_t> wide{60, std::vector<std::int64_t>(60, 0),
                                        std::vector<std::uint64_t>(60, 0)};
  CHECK_THROWS_AS(select_by_enumeration(wide, low_bits(30)), InvalidArgument);
}
