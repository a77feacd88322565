#include <numeric>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#include "hybrid/quadratic_objective.hpp"
#include "hybrid/random_quadratic.hpp"
#include "hybrid/stationarity.hpp"
#include "hybrid/working_set.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::hybrid;
using test::evaluate;
using test::first_ones;
using test::Quadratic;
using test::random_quadratic;

namespace {

double brute_force_form(const Quadratic& form, std::size_t n, int s) {
  double best = 1e300;
  for (std::uint32_t set = 0; set < (1u << n); ++set) {
    if (std::popcount(set) != s) continue;
    std::vector<double> x(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) x[i] = set >> i & 1u ? 1.0 : 0.0;
    best = std::min(best, evaluate(form, x));
  }
  return best;
}

struct Silent {
  std::uint64_t improvements = 0;
  void improved(std::uint64_t) { ++improvements; }
  void tick(std::uint64_t) {}
};

}  // namespace

TEST_CASE("block-n descent on quadratic forms over binary-c is optimal") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::size_t n = 4 + seed % 9;
    const std::size_t s = 1 + seed % (n - 1);
    const Quadratic form = random_quadratic(n, seed);
    QuadraticObjective objective(form.q, form.p, first_ones(n, s));
    WorkingSets rule(BinaryC{}, {static_cast<int>(2 * n), 0});
    IdleRule stop(n, 0);
    Rng rng(seed);
    Silent observer;
    descend(objective, BinaryC{}, rule, stop, {}, rng, run, observer);
    CHECK(objective.value() == Approx(brute_force_form(form, n, static_cast<int>(s))).margin(1e-10));
    CHECK(objective.value() == Approx(evaluate(form, objective.point())).margin(1e-10));
    CHECK(objective.support().size() == s);
  }
}

TEST_CASE("F never rises, with and without the proximal term, and the state stays true") {
  const RunContext run;
  for (const double theta : {0.0, 1e-3, 0.2}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const std::size_t n = 40;
      const Quadratic form = random_quadratic(n, seed);
      QuadraticObjective objective(form.q, form.p, first_ones(n, 12));
      WorkingSets rule(BinaryC{}, {4, 4});
      struct Watch {
        double last;
        std::uint64_t blocks = 0;
        bool rose = false;
        bool record(double before, double after, WorkingSetKind, std::size_t) {
          rose = rose || before != last || after > before;
          last = after;
          return ++blocks == 300;
        }
      } watch{objective.value()};
      Rng rng(seed);
      DescentOptions options;
      options.theta = theta;
      Silent observer;
      const double start = objective.value();
      descend(objective, BinaryC{}, rule, watch, options, rng, run, observer);
      CHECK_FALSE(watch.rose);
      CHECK(observer.improvements > 0);
      CHECK(objective.value() < start);
      CHECK(objective.value() == Approx(evaluate(form, objective.point())).margin(1e-9));
      for (Coordinate i = 0; i < n; ++i) {
        double gradient = form.p[i];
        for (std::size_t j = 0; j < n; ++j)
          gradient += form.q[i * n + j] * objective.coordinate(static_cast<Coordinate>(j));
        REQUIRE(objective.gradient(i) == Approx(gradient).margin(1e-9));
      }
    }
  }
}

TEST_CASE("the exhaustive check agrees with all exchanges, and finds what to change") {
  const RunContext run;
  int improving = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    const std::size_t n = 9;
    const Quadratic form = random_quadratic(n, seed);
    for (const int k : {1, 2, 3, 4, 6}) {
      QuadraticObjective objective(form.q, form.p, first_ones(n, 4));
      const StationarityCheck check = exhaust_stationarity(objective, k, run);
      // By definition: compare with every point at most k/2 exchanges away.
      double best = objective.value();
      for (std::uint32_t set = 0; set < (1u << n); ++set) {
        if (std::popcount(set) != 4 || std::popcount(set & ~0xFu) > k / 2) continue;
        std::vector<double> x(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) x[i] = set >> i & 1u ? 1.0 : 0.0;
        best = std::min(best, evaluate(form, x));
      }
      CHECK(check.holds == (objective.value() - best <= 1e-12));
      if (check.holds) {
        CHECK(static_cast<double>(check.blocks) == exchange_count(n, 4, k));
      } else {
        ++improving;
        const double before = objective.value();
        objective.apply(check.set, check.changes);
        CHECK(objective.value() < before);
        CHECK(objective.support().size() == 4);
      }
    }
  }
  CHECK(improving > 50);
}

TEST_CASE("sampled stationarity holds at an optimum and fails where exchanges improve") {
  const RunContext run;
  const Quadratic form = random_quadratic(12, 3);
  QuadraticObjective objective(form.q, form.p, first_ones(12, 5));
  Rng rng(1);
  StationarityCheck check =
      sample_stationarity(objective, BinaryC{}, WorkingSets(BinaryC{}, {6, 0}), 500, rng, run);
  REQUIRE_FALSE(check.holds);
  while (!check.holds) {
    objective.apply(check.set, check.changes);
    check = sample_stationarity(objective, BinaryC{}, WorkingSets(BinaryC{}, {6, 0}), 500, rng, run);
  }
  CHECK(check.blocks == 500);
  CHECK(exhaust_stationarity(objective, 2, run).holds);
}

TEST_CASE("deadline and cancel stop a descent at the next block") {
  test::FakeClock clock(0.25);
  const RunContext run({.time_limit = 5.0, .clock = &clock});
  const Quadratic form = random_quadratic(30, 1);
  QuadraticObjective objective(form.q, form.p, first_ones(30, 10));
  WorkingSets rule(BinaryC{}, {6, 0});
  IdleRule stop(30, 1'000'000);
  Rng rng(1);
  Silent observer;
  const DescentResult result = descend(objective, BinaryC{}, rule, stop, {}, rng, run, observer);
  CHECK(result.reason == StopReason::deadline);
  CHECK(result.iterations >= 10);
  CHECK(result.iterations <= 20);

  std::atomic<bool> cancel{true};
  const RunContext cancelled({.cancel = &cancel});
  const DescentResult none = descend(objective, BinaryC{}, rule, stop, {}, rng, cancelled, observer);
  CHECK(none.reason == StopReason::interrupted);
  CHECK(none.iterations == 0);
}

TEST_CASE("stop rules count as defined") {
  IdleRule greedy(100, 0);
  CHECK_FALSE(greedy.record(-1, -2, WorkingSetKind::greedy, 10));
  CHECK(greedy.record(-2, -2, WorkingSetKind::greedy, 10));

  IdleRule random(120, 0);  // max(50, 5*120/10) = 60
  for (int i = 0; i < 59; ++i) REQUIRE_FALSE(random.record(-1, -1, WorkingSetKind::random, 10));
  CHECK_FALSE(random.record(-1, -2, WorkingSetKind::random, 10));
  for (int i = 0; i < 59; ++i) REQUIRE_FALSE(random.record(-2, -2, WorkingSetKind::random, 10));
  CHECK(random.record(-2, -2, WorkingSetKind::random, 10));

  RelativeDecreaseRule relative(0.01, 3);
  CHECK_FALSE(relative.record(-100, -101, WorkingSetKind::random, 4));
  CHECK_FALSE(relative.record(-101, -101, WorkingSetKind::random, 4));
  CHECK(relative.record(-101, -101, WorkingSetKind::random, 4));  // mean 0.01/3
  RelativeDecreaseRule strict(0.01, 2);
  CHECK_FALSE(strict.record(0.0, -1, WorkingSetKind::random, 4));  // divided by 1e-12
  CHECK_FALSE(strict.record(-1, -1, WorkingSetKind::random, 4));
  CHECK(strict.record(-1, -1, WorkingSetKind::random, 4));
  CHECK_THROWS_AS(RelativeDecreaseRule(1e-5, 0), InvalidArgument);
  CHECK_THROWS_AS(RelativeDecreaseRule(-1.0, 5), InvalidArgument);
}

TEST_CASE("working sets are written R_i-G_j") {
  CHECK(parse_working_set("R6-G6") == WorkingSetSize{6, 6});
  CHECK(parse_working_set("r0-g12") == WorkingSetSize{0, 12});
  CHECK(to_string(WorkingSetSize{10, 2}) == "R10-G2");
  for (const char* bad : {"", "6-6", "R6", "R6G6", "R6-G", "R-G6", "R6-G6x", "R-1-G6", "R0-G0", "R1-G0",
                          "R16-G17", "R99999999999-G1"}) {
    CHECK_THROWS_AS(parse_working_set(bad), InvalidArgument);
  }
}

TEST_CASE("balanced working sets: sides, greedy choice, too few on one side") {
  const std::size_t n = 20;
  const Quadratic form = random_quadratic(n, 5);
  QuadraticObjective objective(form.q, form.p, first_ones(n, 3));
  Rng rng(1);
  std::vector<Coordinate> set;
  WorkingSets random(BinaryC{}, {7, 0});
  for (int i = 0; i < 50; ++i) {
    REQUIRE(random.select(objective, rng, set) == WorkingSetKind::random);
    CHECK(std::is_sorted(set.begin(), set.end()));
    CHECK(std::adjacent_find(set.begin(), set.end()) == set.end());
    CHECK(std::count_if(set.begin(), set.end(), [](Coordinate c) { return c < 3; }) ==
          3);  // wants 4, all 3 taken
    CHECK(set.size() == 6);
  }
  WorkingSets greedy(BinaryC{}, {0, 4});
  REQUIRE(greedy.select(objective, rng, set) == WorkingSetKind::greedy);
  const auto flip = [&](Coordinate i) {
    const double d = objective.coordinate(i) != 0.0 ? -1.0 : 1.0;
    return d * objective.gradient(i) + 0.5 * objective.curvature(i);
  };
  for (Coordinate i = 0; i < n; ++i) {
    if (std::find(set.begin(), set.end(), i) != set.end()) continue;
    for (const Coordinate c : set) {
      if ((c < 3) == (i < 3)) CHECK(flip(c) <= flip(i));
    }
  }
  QuadraticObjective full(form.q, form.p, first_ones(n, n));
  CHECK(random.select(full, rng, set) == WorkingSetKind::none);
}
