#include <atomic>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "support/catch.hpp"

using namespace lode;

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
