#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/restarts.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// Luby's sequence by its definition.
std::uint64_t luby_by_definition(std::uint64_t i) {
  std::uint64_t k = 1;
  while ((std::uint64_t{1} << k) - 1 < i) ++k;
  if ((std::uint64_t{1} << k) - 1 == i) return std::uint64_t{1} << (k - 1);
  return luby_by_definition(i - (std::uint64_t{1} << (k - 1)) + 1);
}

}  // namespace

TEST_CASE("an incumbent keeps gains that count, their trace and the first reason to stop") {
  std::vector<std::string> phases;
  RunOptions options;
  options.progress = [&](const Progress& progress) { phases.emplace_back(progress.phase); };
  const RunContext run(options);
  hybrid::Incumbent best({.optimal = 10.0, .target = 7.0}, {Sums::rounded}, "looking", run);
  CHECK(best.improves(-5.0));
  CHECK(best.offer(-5.0, 1));
  CHECK_FALSE(best.offer(-5.0, 2));
  CHECK(best.offer(4.0, 3));
  CHECK_FALSE(best.offer(4.0 + 1e-13, 4));
  CHECK_FALSE(best.should_stop());
  CHECK(best.reason() == StopReason::converged);
  CHECK(best.offer(7.0, 5));
  CHECK(best.stopped());
  CHECK(best.reason() == StopReason::target);
  best.stop(StopReason::iterations);
  CHECK(best.reason() == StopReason::target);
  best.report(6);
  best.set_phase("ending");
  best.report(7);
  CHECK(phases == std::vector<std::string>{"looking", "ending"});
  const Trace trace = best.take_trace();
  REQUIRE(trace.size() == 3);
  CHECK(trace[1].weight == 4.0);
  CHECK(trace[1].iteration == 3);
}

TEST_CASE("an incumbent stops with its run, unless the goal came first") {
  std::atomic<bool> cancel{true};
  RunOptions options;
  options.cancel = &cancel;
  const RunContext run(options);
  hybrid::Incumbent cancelled({.optimal = 3.0}, {}, "", run);
  cancelled.record(2.0, 0);
  CHECK_FALSE(cancelled.stopped());
  CHECK(cancelled.should_stop());
  CHECK(cancelled.reason() == StopReason::interrupted);
  cancelled.record(3.0, 1);
  CHECK(cancelled.reason() == StopReason::interrupted);
  hybrid::Incumbent done({.optimal = 3.0}, {}, "", run);
  done.record(3.0, 0);
  CHECK(done.should_stop());
  CHECK(done.reason() == StopReason::optimal);
}

TEST_CASE("gains count from the rounding of the sums on, both ways") {
  const hybrid::Gains exact{Sums::exact};
  CHECK(exact.improves(1.0 + 1e-15, 1.0));
  CHECK(exact.worsens(1.0 - 1e-15, 1.0));
  CHECK_FALSE(exact.worsens(1.0, 1.0));
  const hybrid::Gains rounded{Sums::rounded, 100.0};
  CHECK_FALSE(rounded.improves(1.0 + 5e-11, 1.0));
  CHECK(rounded.improves(1.0 + 2e-10, 1.0));
  CHECK_FALSE(rounded.worsens(1.0 - 5e-11, 1.0));
  CHECK(rounded.worsens(1.0 - 2e-10, 1.0));
  CHECK(hybrid::Goal{.optimal = 5.0, .target = 4.0}.nearest() == 4.0);
}

TEST_CASE("restarts follow Luby's sequence") {
  for (std::uint64_t i = 1; i < 300; ++i) REQUIRE(hybrid::luby(i) == luby_by_definition(i));
  hybrid::LubyRestarts restarts(2);
  for (std::uint64_t start = 1; start < 20; ++start) {
    if (start > 1) restarts.begin(start);
    restarts.tried(false);
    const bool after_gain = restarts.tried(true);
    CHECK_FALSE(after_gain);
    std::uint64_t tries = 1;
    while (!restarts.tried(false)) ++tries;
    CHECK(tries == 2 * luby_by_definition(start));
  }
}

TEST_CASE("a work meter ends after the limit without an improvement and asks for polls") {
  hybrid::WorkMeter<> meter(100, 30);
  CHECK(meter.poll_due());
  CHECK_FALSE(meter.poll_due());
  meter.spend(30);
  CHECK(meter.poll_due());
  meter.spend(29);
  CHECK_FALSE(meter.poll_due());
  meter.improved();
  meter.set_total(158);
  CHECK_FALSE(meter.used_up());
  meter.spend(1);
  CHECK(meter.used_up());
  CHECK(meter.total() == 159);
  hybrid::WorkMeter<double> fractions(1.0);
  fractions.spend(0.75);
  CHECK_FALSE(fractions.used_up());
  fractions.spend(0.25);
  CHECK(fractions.used_up());
}

TEST_CASE("marks are forgotten however often, also when their counter goes round") {
  hybrid::CountedMarks<std::uint8_t> marks(4);
  for (int round = 0; round < 1000; ++round) {
    for (std::size_t v = 0; v < 4; ++v) REQUIRE_FALSE(marks.contains(v));
    marks.set(static_cast<std::size_t>(round % 4));
    REQUIRE(marks.contains(static_cast<std::size_t>(round % 4)));
    marks.clear();
  }
}

TEST_CASE("a seed is the first usable draw, or any after some attempts") {
  int draws = 0;
  const auto draw = [&] { return ++draws; };
  const auto never = [] { return -1; };
  CHECK(hybrid::draw_usable(
            5, draw, [](int i) { return i >= 3; }, never) == 3);
  CHECK(draws == 3);
  draws = 0;
  CHECK(hybrid::draw_usable(
            5, draw, [](int i) { return i >= 6; }, never) == -1);
  CHECK(draws == 5);
}

TEST_CASE("items are drawn by the logarithm of their rank from the end") {
  std::vector<int> order(1 << 8);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(7);
  std::vector<int> drawn(8, 0);  // by rank, in powers of two
  constexpr int draws = 8000;
  for (int i = 0; i < draws; ++i) {
    const int rank = static_cast<int>(order.size()) - hybrid::draw_near_end<int>(order, rng);
    ++drawn[static_cast<std::size_t>(std::log2(rank))];
  }
  CHECK(rng.count() == draws);
  for (const int count : drawn) CHECK(std::abs(count - draws / 8) < 150);
  const std::vector<int> one = {5};
  CHECK(hybrid::draw_near_end<int>(one, rng) == 5);
}
