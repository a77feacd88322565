#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>

#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "study/compare/run_grid.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

using Outcomes = std::vector<std::optional<double>>;

/// A run that gives a number, which stands in `outcomes` once it is saved.
GridRun run_of(std::size_t i, std::string kind, Outcomes& outcomes,
               const std::function<double(const RunContext&)>& work) {
  outcomes.resize(std::max(outcomes.size(), i + 1));
  const auto value = std::make_shared<double>();
  return {std::to_string(i), std::move(kind), 40 + i,
          [value, work](const RunContext& run) { *value = work(run); },
          [value, &outcomes, i] { outcomes[i] = *value; }};
}

std::vector<GridRun> squares(std::size_t count, Outcomes& outcomes) {
  std::vector<GridRun> runs;
  for (std::size_t i = 0; i < count; ++i) {
    runs.push_back(
        run_of(i, "square", outcomes, [i](const RunContext&) { return static_cast<double>(i * i); }));
  }
  return runs;
}

}  // namespace

TEST_CASE("every run is made and saved once, for any number of runs at once") {
  for (const int parallel : {0, 1, 2, 5}) {
    Outcomes outcomes;
    std::vector<GridRun> runs = squares(50, outcomes);
    std::multiset<std::string> saved;
    for (GridRun& run : runs) {
      run.save = [&saved, before = run.save, key = run.key] {
        before();
        saved.insert(key);
      };
    }
    run_grid(runs, 0, {.parallel = parallel});
    for (std::size_t i = 0; i < 50; ++i) CHECK(outcomes[i] == static_cast<double>(i * i));
    CHECK(saved.size() == 50);
  }
}

TEST_CASE("every run has its own seed, one thread, and a deadline counted from its own beginning") {
  test::FakeClock clock;
  Outcomes outcomes;
  std::vector<GridRun> runs;
  for (std::size_t i = 0; i < 3; ++i) {
    runs.push_back(run_of(i, "k", outcomes, [&, i](const RunContext& run) {
      CHECK(run.seed() == 40u + i);
      CHECK(run.threads() == 1);
      CHECK(run.time_limit() == 2.0);
      CHECK_FALSE(run.should_stop());
      clock.advance(2.0);
      CHECK(run.should_stop());
      CHECK(run.stop_reason() == StopReason::deadline);
      return run.elapsed();
    }));
  }
  run_grid(runs, 0, {.time_limit = 2.0, .clock = &clock});
  for (const auto& outcome : outcomes) CHECK(outcome == 2.0);
}

TEST_CASE("a parallel loop inside a run stays on the thread of the run") {
  for (const int parallel : {1, 3}) {
    Outcomes outcomes;
    std::vector<GridRun> runs;
    for (std::size_t i = 0; i < 8; ++i) {
      runs.push_back(run_of(i, "k", outcomes, [](const RunContext&) {
        std::mutex mutex;
        std::set<std::thread::id> threads = {std::this_thread::get_id()};
        tbb::parallel_for(0, 2000, [&](int) {
          const std::lock_guard lock(mutex);
          threads.insert(std::this_thread::get_id());
        });
        return static_cast<double>(threads.size());
      }));
    }
    run_grid(runs, 0, {.parallel = parallel});
    for (const auto& outcome : outcomes) CHECK(outcome == 1.0);
  }
}

TEST_CASE("after a cancel the run in progress is dropped and none begins") {
  std::atomic<bool> cancel{false};
  Outcomes outcomes;
  std::vector<GridRun> runs = squares(6, outcomes);
  runs[3] = run_of(3, "square", outcomes, [&](const RunContext& run) {
    cancel = true;
    CHECK(run.should_stop());
    return 1.0;
  });
  run_grid(runs, 0, {.cancel = &cancel});
  CHECK(outcomes[2] == 4.0);
  for (std::size_t i = 3; i < 6; ++i) CHECK_FALSE(outcomes[i].has_value());
}

TEST_CASE("progress counts down and the time left follows the kinds of runs") {
  test::FakeClock clock;
  Outcomes outcomes;
  std::vector<GridRun> runs;
  for (std::size_t i = 0; i < 3; ++i) {
    const bool slow = i % 2 == 1;
    runs.push_back(run_of(i, slow ? "slow" : "fast", outcomes, [&clock, slow](const RunContext&) {
      clock.advance(slow ? 10.0 : 1.0);
      return 0.0;
    }));
  }
  std::vector<GridProgress> told;
  std::vector<std::string> keys;
  run_grid(runs, 1, {.clock = &clock, .progress = [&](const GridProgress& progress) {
                       told.push_back(progress);
                       keys.emplace_back(progress.key);
                     }});
  REQUIRE(told.size() == 6);
  CHECK(keys == std::vector<std::string>{"0", "0", "1", "1", "2", "2"});
  CHECK(told[0].event == GridProgress::Event::began);
  CHECK((told[0].finished == 1 && told[0].left == 3));
  CHECK_FALSE(told[0].seconds_left.has_value());
  CHECK((told[1].finished == 2 && told[1].left == 2));
  CHECK(told[1].seconds_left == Approx(2.0));  // nothing is known of slow runs yet
  CHECK(told[3].seconds_left == Approx(1.0));  // one fast run is left
  CHECK(told[3].seconds == Approx(11.0));
  CHECK((told[5].left == 0 && told[5].seconds_left == Approx(0.0)));
}

TEST_CASE("an exception ends the grid and is passed on") {
  Outcomes outcomes;
  for (const int parallel : {1, 3}) {
    std::vector<GridRun> runs = squares(30, outcomes);
    runs[4].work = [](const RunContext&) { throw SystemError("no memory"); };
    CHECK_THROWS_AS(run_grid(runs, 0, {.parallel = parallel}), SystemError);
  }
  CHECK_THROWS_AS(run_grid(squares(1, outcomes), 0, {.parallel = -1}), InvalidArgument);
}
