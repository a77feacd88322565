#include <algorithm>
#include <bit>
#include <numeric>

#include <lode/core/rng.hpp>

#include "questions/cliques/listed.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

ListedCliques random_cliques(Vertex n, Vertex k, std::size_t count, Rng& rng) {
  ListedCliques list;
  list.k = k;
  list.original.resize(n);
  list.members = PageBuffer<Vertex>(k * count);
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = 0; i < count; ++i) {
    for (Vertex j = 0; j < k; ++j) std::swap(order[j], order[j + rng.below(n - j)]);
    std::copy_n(order.begin(), k, &list.members[i * k]);
  }
  return list;
}

/// Which cliques are within a set, by masks.
std::uint64_t inside(const std::vector<std::uint32_t>& cliques, std::uint32_t set) {
  return static_cast<std::uint64_t>(
      std::count_if(cliques.begin(), cliques.end(), [&](std::uint32_t c) { return (c & ~set) == 0; }));
}

std::uint32_t mask(std::span<const Vertex> vertices) {
  std::uint32_t bits = 0;
  for (const Vertex v : vertices) bits |= 1u << v;
  return bits;
}

}  // namespace

TEST_CASE("loads become level where no set has more cliques per vertex, and else a set with more is named") {
  constexpr std::uint64_t denominator = 840;  // every density of up to 8 vertices is a whole number of units
  int level = 0, denser = 0, equal = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng(seed, 3);
    const Vertex n = 4 + static_cast<Vertex>(rng.below(5));
    const Vertex k = 2 + static_cast<Vertex>(rng.below(3));
    const std::size_t count = 1 + rng.below(14);
    Rng same = rng;
    std::vector<std::uint32_t> cliques;
    {
      const ListedCliques list = random_cliques(n, k, count, same);
      for (std::size_t i = 0; i < count; ++i) cliques.push_back(mask(list.clique(i)));
    }
    std::uint64_t best = 0;
    std::uint32_t densest = 0;  // the union of the densest sets is one of them
    for (std::uint32_t set = 1; set < 1u << n; ++set) {
      const std::uint64_t units =
          denominator * inside(cliques, set) / static_cast<unsigned>(std::popcount(set));
      if (units > best) best = units, densest = 0;
      if (units == best) densest |= set;
    }
    for (const std::uint64_t units : {best / 2, best - 1, best, best + 1, best * 2}) {
      CAPTURE(seed, n, k, count, best, units);
      Rng again = rng;
      CliqueLoads loads(random_cliques(n, k, count, again));
      for (std::uint64_t pass = 0; pass < seed % 3; ++pass) REQUIRE(loads.pass(RunContext()));
      const std::vector<std::uint64_t> before(loads.loads().begin(), loads.loads().end());
      std::vector<Vertex> set;
      const CliqueLoads::Push got = loads.push({units, denominator}, 1'000'000, RunContext(), set);
      REQUIRE(got == (units >= best ? CliqueLoads::Push::level : CliqueLoads::Push::denser));
      if (got == CliqueLoads::Push::denser) {
        CHECK(denominator * inside(cliques, mask(set)) > units * set.size());
        CHECK(std::equal(before.begin(), before.end(), loads.loads().begin()));
        ++denser;
        continue;
      }
      CHECK(mask(set) == (units == best ? densest : 0u));
      equal += units == best;
      level += units > best;
      for (const std::uint64_t load : loads.loads()) CHECK(load * denominator <= units * loads.denominator());
      std::vector<std::uint64_t> sums(n);
      for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t whole = 0;
        for (Vertex j = 0; j < k; ++j) {
          whole += loads.shares()[i * k + j];
          sums[loads.list().clique(i)[j]] += loads.shares()[i * k + j];
        }
        CHECK(whole == loads.denominator());
      }
      CHECK(std::equal(sums.begin(), sums.end(), loads.loads().begin()));
    }
  }
  CHECK(std::min({level, denser, equal}) >= 50);
}
