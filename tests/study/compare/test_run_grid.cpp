#include <atomic>
#include <cmath>
#include <mutex>
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

std::vector<Job<int>> squares(int count) {
  std::vector<Job<int>> jobs;
  for (int i = 0; i < count; ++i) {
    jobs.push_back({"job " + std::to_string(i), "square", static_cast<std::uint64_t>(i),
                    [i](const RunContext&) { return i * i; }});
  }
  return jobs;
}

}  // namespace

TEST_CASE("outcomes stand where their jobs stand, for any number of runs at once") {
  const auto jobs = squares(50);
  for (const int parallel : {0, 1, 2, 5}) {
    std::set<std::string> saved;
    const auto outcomes =
        run_grid<int>(jobs, {},
                      [&](const Job<int>& job, const int& value) {
                        CHECK(saved.insert(job.key).second);
                        CHECK(job.key == "job " + std::to_string(static_cast<int>(std::sqrt(value) + 0.5)));
                      },
                      {.parallel = parallel});
    REQUIRE(outcomes.size() == 50);
    for (int i = 0; i < 50; ++i) CHECK(outcomes[static_cast<std::size_t>(i)] == i * i);
    CHECK(saved.size() == 50);
  }
}

TEST_CASE("finished runs are neither run nor saved again") {
  auto jobs = squares(4);
  jobs[2].work = [](const RunContext&) -> int { throw std::logic_error("must not run"); };
  std::vector<std::string> saved;
  const auto outcomes = run_grid<int>(jobs, {{"job 2", -7}, {"of another grid", 3}},
                                      [&](const Job<int>& job, const int&) { saved.push_back(job.key); }, {});
  CHECK(outcomes[2] == -7);
  CHECK(saved == std::vector<std::string>{"job 0", "job 1", "job 3"});
}

TEST_CASE("every run has its own seed, one thread, and a deadline counted from its own beginning") {
  test::FakeClock clock;
  std::vector<Job<double>> jobs;
  for (int i = 0; i < 3; ++i) {
    jobs.push_back(
        {"job " + std::to_string(i), "k", 40u + static_cast<std::uint64_t>(i), [&, i](const RunContext& run) {
           CHECK(run.seed() == 40u + static_cast<std::uint64_t>(i));
           CHECK(run.threads() == 1);
           CHECK(run.time_limit() == 2.0);
           CHECK_FALSE(run.should_stop());
           clock.advance(2.0);
           CHECK(run.should_stop());
           CHECK(run.stop_reason() == StopReason::deadline);
           return run.elapsed();
         }});
  }
  const auto outcomes = run_grid<double>(jobs, {}, nullptr, {.time_limit = 2.0, .clock = &clock});
  for (const auto& outcome : outcomes) CHECK(outcome == 2.0);
}

TEST_CASE("a parallel loop inside a run stays on the thread of the run") {
  std::vector<Job<bool>> jobs;
  for (int i = 0; i < 8; ++i) {
    jobs.push_back({std::to_string(i), "k", 1, [](const RunContext&) {
                      std::mutex mutex;
                      std::set<std::thread::id> threads = {std::this_thread::get_id()};
                      tbb::parallel_for(0, 2000, [&](int) {
                        const std::lock_guard lock(mutex);
                        threads.insert(std::this_thread::get_id());
                      });
                      return threads.size() == 1;
                    }});
  }
  for (const int parallel : {1, 3}) {
    for (const auto& outcome : run_grid<bool>(jobs, {}, nullptr, {.parallel = parallel}))
      CHECK(outcome == true);
  }
}

TEST_CASE("after a cancel the run in progress is dropped and none begins") {
  std::atomic<bool> cancel{false};
  auto jobs = squares(6);
  jobs[3].work = [&](const RunContext& run) {
    cancel = true;
    CHECK(run.should_stop());
    return 1;
  };
  std::size_t saved = 0;
  const auto outcomes =
      run_grid<int>(jobs, {}, [&](const Job<int>&, const int&) { ++saved; }, {.cancel = &cancel});
  CHECK(saved == 3);
  CHECK(outcomes[2] == 4);
  for (std::size_t i = 3; i < 6; ++i) CHECK_FALSE(outcomes[i].has_value());
}

TEST_CASE("progress counts down and the time left follows the kinds of runs") {
  test::FakeClock clock;
  std::vector<Job<int>> jobs;
  for (int i = 0; i < 4; ++i) {
    const bool slow = i % 2 == 1;
    jobs.push_back({std::to_string(i), slow ? "slow" : "fast", 1, [&clock, slow](const RunContext&) {
                      clock.advance(slow ? 10.0 : 1.0);
                      return 0;
                    }});
  }
  std::vector<GridProgress> told;
  std::vector<std::string> keys;
  run_grid<int>(jobs, {{"3", 0}}, nullptr, {.clock = &clock, .progress = [&](const GridProgress& progress) {
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
  for (const int parallel : {1, 3}) {
    auto jobs = squares(30);
    jobs[4].work = [](const RunContext&) -> int { throw SystemError("no memory"); };
    CHECK_THROWS_AS(run_grid<int>(jobs, {}, nullptr, {.parallel = parallel}), SystemError);
  }
  CHECK_THROWS_AS(run_grid<int>(squares(1), {}, nullptr, {.parallel = -1}), InvalidArgument);
}
