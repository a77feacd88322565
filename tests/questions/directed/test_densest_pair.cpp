#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/questions/directed.hpp>

#include "questions/directed/random_arcs.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// The largest e^2 / (|S| |T|) over all pairs of sets, as a fraction.
Fraction brute_force(const Arcs& arcs) {
  const Vertex n = arcs.num_vertices();
  std::vector<std::uint32_t> row(n);
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : arcs.successors(u)) row[u] |= 1u << v;
  }
  Fraction best{0, 1};
  for (std::uint32_t s = 1; s < 1u << n; ++s) {
    for (std::uint32_t t = 1; t < 1u << n; ++t) {
      std::uint64_t e = 0;
      for (Vertex u = 0; u < n; ++u)
        e += s >> u & 1 ? static_cast<std::uint64_t>(std::popcount(row[u] & t)) : 0;
      const auto sizes = static_cast<std::uint64_t>(std::popcount(s) * std::popcount(t));
      if (e * e * best.denominator > best.numerator * sizes) best = {e * e, sizes};
    }
  }
  return best;
}

void check_against_brute_force(const Arcs& arcs) {
  const DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
  const Fraction best = brute_force(arcs);
  REQUIRE(answer.proven_optimal);
  CHECK(answer.bound == answer.rho());
  if (best.numerator == 0) {
    CHECK(answer.arcs == 0);
    CHECK(answer.rho() == 0.0);
  } else {
    CHECK(answer.arcs * answer.arcs * best.denominator ==
          best.numerator * answer.sources.size() * answer.targets.size());
  }
  CHECK_NOTHROW(verify_directed(arcs, answer));
}

/// Complete from `sources` to `targets`, which begin at these vertices.
void add_complete(std::vector<ArcEnds>& arcs, Vertex s, Vertex sources, Vertex t, Vertex targets) {
  for (Vertex u = s; u < s + sources; ++u) {
    for (Vertex v = t; v < t + targets; ++v) arcs.push_back({u, v});
  }
}

}  // namespace

TEST_CASE("the densest pair of small directed graphs is that of all pairs of sets") {
  int graphs = 0;
  for (Vertex n = 1; n <= 6; ++n) {
    for (const double probability : {0.1, 0.2, 0.35, 0.5, 0.8}) {
      for (std::uint64_t seed = 1; seed <= (n < 6 ? 16u : 8u); ++seed) {
        check_against_brute_force(test::random_arcs(n, probability, seed));
        ++graphs;
      }
    }
  }
  CHECK(graphs > 400);
}

TEST_CASE("directed graphs without arcs have the empty pair") {
  for (const Arcs& arcs : {Arcs(), Arcs::from_arcs({}, 4)}) {
    const DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
    CHECK(answer.proven_optimal);
    CHECK(answer.rho() == 0.0);
    CHECK(answer.bound == 0.0);
    CHECK(answer.sources.empty());
    CHECK_NOTHROW(verify_directed(arcs, answer));
  }
}

TEST_CASE("pairs of the same rho and other ratios are proven, too") {
  // 1 x 16, 4 x 4 and 16 x 1, each complete: rho is 4 three times.
  std::vector<ArcEnds> list;
  add_complete(list, 0, 1, 1, 16);
  add_complete(list, 20, 4, 24, 4);
  add_complete(list, 30, 16, 50, 1);
  const Arcs arcs = Arcs::from_arcs(list, 60);
  const DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
  CHECK(answer.proven_optimal);
  CHECK(answer.rho() == 4.0);
  CHECK_NOTHROW(verify_directed(arcs, answer));
}

TEST_CASE("medium directed graphs are proven, and the certificate holds") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Vertex n = 20 + 10 * static_cast<Vertex>(seed);
    const Arcs arcs = test::random_arcs(n, 0.08, seed);
    const DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
    CHECK(answer.proven_optimal);
    CHECK_NOTHROW(verify_directed(arcs, answer));
  }
}

TEST_CASE("answers do not depend on the number of threads") {
  const Arcs arcs = test::random_arcs(120, 0.05, 5);
  RunOptions one;
  one.threads = 1;
  RunOptions two;
  two.threads = 2;
  const DirectedDensest a = directed_densest(arcs, RunContext(one));
  const DirectedDensest b = directed_densest(arcs, RunContext(two));
  CHECK(a.sources == b.sources);
  CHECK(a.targets == b.targets);
  CHECK(a.ratios == b.ratios);
  CHECK(a.flows == b.flows);
}

TEST_CASE("a run that is stopped keeps a valid bound, and its certificate holds") {
  const Arcs arcs = test::random_arcs(150, 0.05, 7);
  const double best = directed_densest(arcs).rho();
  for (const double limit : {0.0, 5.0, 20.0, 50.0, 100.0, 200.0, 1000.0}) {
    test::FakeClock clock(1.0);
    RunOptions options;
    options.threads = 1;
    options.time_limit = limit;
    options.clock = &clock;
    const DirectedDensest answer = directed_densest(arcs, RunContext(options), KeepSplits::yes);
    CHECK(answer.bound >= best * (1 - 1e-12));
    CHECK(answer.rho() > 0.0);
    CHECK(answer.rho() <= best * (1 + 1e-12));
    CHECK_NOTHROW(verify_directed(arcs, answer));
  }
}

TEST_CASE("what is tampered with in a directed certificate is refused") {
  const Arcs arcs = test::random_arcs(30, 0.2, 3);
  const DirectedDensest good = directed_densest(arcs, RunContext(), KeepSplits::yes);
  REQUIRE(good.splits.size() >= 3);
  REQUIRE_NOTHROW(verify_directed(arcs, good));
  const auto refused = [&](auto&& change) {
    DirectedDensest bad = good;
    change(bad);
    CHECK_THROWS_AS(verify_directed(arcs, bad), VerificationError);
  };
  refused([](DirectedDensest& bad) { ++bad.arcs; });
  refused([](DirectedDensest& bad) { bad.sources.pop_back(); });
  refused([](DirectedDensest& bad) { bad.targets.push_back(bad.targets.back()); });
  refused([](DirectedDensest& bad) { bad.targets.push_back(1000); });
  refused([](DirectedDensest& bad) { bad.bound *= 0.999; });
  refused([](DirectedDensest& bad) {
    bad.proven_optimal = false;
    bad.bound *= 0.9999999;
  });
  refused([](DirectedDensest& bad) { bad.splits.clear(); });
  refused([](DirectedDensest& bad) { bad.splits.pop_back(); });
  refused([](DirectedDensest& bad) { bad.splits.erase(bad.splits.begin()); });
  refused([](DirectedDensest& bad) { bad.splits.erase(bad.splits.begin() + 1); });
  refused([](DirectedDensest& bad) { bad.splits[1].from.numerator += 1; });
  refused([](DirectedDensest& bad) { bad.splits.back().to = {0, 0}; });
  refused([](DirectedDensest& bad) { bad.splits[1].shares.pop_back(); });
  refused([](DirectedDensest& bad) { bad.splits[1].denominator = 0; });
  refused([](DirectedDensest& bad) { bad.splits[1].shares[0] = -1; });
  refused([](DirectedDensest& bad) { bad.splits[1].shares[0] = bad.splits[1].denominator + 1; });
  refused([](DirectedDensest& bad) {
    for (std::int64_t& share : bad.splits[1].shares) share = bad.splits[1].denominator;
  });
  refused([](DirectedDensest& bad) {
    const Fraction meeting{1, 1000000};
    bad.splits[0].to = bad.splits[1].from = meeting;
  });
  refused([](DirectedDensest& bad) { bad.bound = std::nextafter(bad.bound, 0.0); });
  const auto with_split_to = [](DirectedDensest& bad, Fraction end) {
    RatioSplit more = bad.splits[1];
    more.to = end;
    bad.splits[1].from = end;
    bad.splits.insert(bad.splits.begin() + 1, more);
  };
  refused([&](DirectedDensest& bad) { with_split_to(bad, bad.splits[1].from); });
  const Fraction begin = good.splits[1].from;
  const Fraction before{begin.numerator * 1000000 - 1, begin.denominator * 1000000};
  refused([&](DirectedDensest& bad) { with_split_to(bad, before); });
}

TEST_CASE("a graph without arcs has no bound but 0 that is proven") {
  const Arcs arcs = Arcs::from_arcs({{0, 0}, {1, 1}}).without_loops();
  DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
  CHECK(answer.proven_optimal);
  CHECK_NOTHROW(verify_directed(arcs, answer));
  answer.bound = 5.0;
  CHECK_THROWS_AS(verify_directed(arcs, answer), VerificationError);
  answer.proven_optimal = false;
  CHECK_NOTHROW(verify_directed(arcs, answer));
}

TEST_CASE("the check of splits ends with its run, and takes no time for vertices without arcs") {
  const Arcs arcs = Arcs::from_arcs({{0, 1}}, 1000000);
  DirectedDensest answer;
  answer.sources = {0};
  answer.targets = {1};
  answer.arcs = 1;
  answer.bound = 2.0;
  constexpr std::uint64_t splits = 2000;
  for (std::uint64_t i = 0; i < splits; ++i) {  // (x a + y)^2 <= 4 a for a = 1
    const Fraction from = i == 0 ? Fraction{0, 1} : Fraction{splits + i, splits};
    const Fraction to = i + 1 == splits ? Fraction{1, 0} : Fraction{splits + i + 1, splits};
    answer.splits.push_back({from, to, {i == 0 ? 2 : i + 1 == splits ? 0 : 1}, 2});
  }
  CHECK_NOTHROW(verify_directed(arcs, answer, RunContext({.time_limit = 20.0})));
  const std::atomic<bool> cancel = true;
  CHECK_THROWS_AS(verify_directed(arcs, answer, RunContext({.cancel = &cancel})), SystemError);
}

TEST_CASE("the certificate of one directed graph does not hold for another") {
  const Arcs arcs = test::random_arcs(20, 0.2, 3);
  const DirectedDensest answer = directed_densest(arcs, RunContext(), KeepSplits::yes);
  std::vector<ArcEnds> more;
  for (Vertex u = 0; u < arcs.num_vertices(); ++u) {
    for (const Vertex v : arcs.successors(u)) more.push_back({u, v});
  }
  for (Vertex v = 0; v < 20; ++v) more.push_back({5, v});
  CHECK_THROWS_AS(verify_directed(Arcs::from_arcs(more, 20), answer), VerificationError);
}
