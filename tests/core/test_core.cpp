#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/core/types.hpp>
#include <lode/core/version.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("the random stream is the published recipe") {
  // Published check values: seed 1, tag 7 (uniform) and tag 1 (normal).
  const Rng uniform(1, 7);
  CHECK(uniform.uniform_at(1) == Approx(0.3500145674488071).epsilon(1e-12));
  CHECK(uniform.uniform_at(2) == Approx(0.8115314270814354).epsilon(1e-12));
  CHECK(Rng(1, 8).uniform_at(1) == Approx(0.5771218701049446).epsilon(1e-12));
  CHECK(Rng(1, 1).normal_at(0) == Approx(1.3752936092809813).epsilon(1e-12));
  CHECK(Rng(1, 1).normal_at(1) == Approx(0.461977919743604).epsilon(1e-12));
}

TEST_CASE("the version of the headers is that of the library") {
  CHECK(version() == fmt::format("{}.{}.{}", LODE_VERSION_MAJOR, LODE_VERSION_MINOR, LODE_VERSION_PATCH));
  CHECK(LODE_VERSION / 10000 == LODE_VERSION_MAJOR);
  CHECK(LODE_VERSION / 100 % 100 == LODE_VERSION_MINOR);
  CHECK(LODE_VERSION % 100 == LODE_VERSION_PATCH);
}

TEST_CASE("a system without threads left is a system that fails; other errors pass") {
  const RunContext run({.threads = 1});
  const auto throwing = [&](const std::string& text) {
    return [&run, text] { run.parallel([&] { throw std::runtime_error(text); }); };
  };
  // As TBB says it.
  CHECK_THROWS_WITH(throwing("pthread_create has failed: Resource temporarily unavailable")(),
                    "no thread can be started (pthread_create has failed: Resource temporarily unavailable); "
                    "allow more memory or more processes");
  CHECK_THROWS_AS(throwing("pthread_create has failed")(), SystemError);
  CHECK_THROWS_WITH(throwing("of the caller")(), "of the caller");
  CHECK_THROWS_AS(run.parallel([] { throw InputError({"pthread_file"}, "is bad"); }), InputError);
}

TEST_CASE("a stream can be split and resumed") {
  Rng a(5, 2);
  std::vector<std::uint64_t> values;
  Rng b = a;
  for (int i = 0; i < 10; ++i) {
    if (i == 4) b = a;
    values.push_back(a.next());
  }
  CHECK(b.count() == 4);
  CHECK(b.next() == values[4]);
  CHECK(b.at(10) == values[9]);
  std::set<std::uint64_t> seen;
  Rng c(9);
  for (int i = 0; i < 1000; ++i) {
    const auto value = c.below(7);
    REQUIRE(value < 7);
    seen.insert(value);
  }
  CHECK(seen.size() == 7);
  CHECK(Rng(1).next() != Rng(2).next());
  CHECK(Rng(1, 1).next() != Rng(1, 2).next());
}

TEST_CASE("the deadline follows the clock that was given") {
  test::FakeClock clock;
  RunContext run({.time_limit = 2.0, .clock = &clock});
  CHECK_FALSE(run.should_stop());
  clock.advance(1.5);
  CHECK_FALSE(run.should_stop());
  RunContext part = run.part(10.0);
  CHECK(part.time_limit() == Approx(0.5));
  CHECK(part.elapsed() == 0.0);
  clock.advance(0.6);
  CHECK(part.should_stop());
  CHECK(run.should_stop());
  CHECK(run.stop_reason() == StopReason::deadline);
  CHECK(run.part(1.0).should_stop());
}

TEST_CASE("cancel is seen and named first") {
  test::FakeClock clock;
  std::atomic<bool> cancel{false};
  RunContext run({.time_limit = 0.0, .clock = &clock, .cancel = &cancel});
  CHECK(run.stop_reason() == StopReason::deadline);
  cancel = true;
  CHECK(run.should_stop());
  CHECK(run.stop_reason() == StopReason::interrupted);
}

TEST_CASE("what is left to do after the deadline has no limit and can be cancelled") {
  test::FakeClock clock;
  std::atomic<bool> cancel = false;
  const RunContext run({.time_limit = 5.0, .clock = &clock, .cancel = &cancel});
  const RunContext rest = run.part(1.0).without_limit();
  clock.advance(6.0);
  CHECK(run.should_stop());
  CHECK_FALSE(rest.should_stop());
  CHECK_FALSE(rest.for_call().part(1.0).should_stop());
  cancel = true;
  CHECK(rest.stop_reason() == StopReason::interrupted);
  CHECK_THROWS_AS(rest.require_time("writing"), SystemError);
}

TEST_CASE("without a deadline the clock is not read") {
  test::FakeClock clock;
  const RunContext run({.clock = &clock});
  const auto before = clock.readings();
  for (int i = 0; i < 100; ++i) CHECK_FALSE(run.should_stop());
  CHECK(clock.readings() == before);
}

TEST_CASE("a context that is moved from stays what it is, and work is a function") {
  RunContext first({.seed = 5, .threads = 1});
  const RunContext second = std::move(first);
  int calls = 0;
  for (const RunContext* run : {&std::as_const(first), &second}) {
    CHECK(run->seed() == 5);
    CHECK_FALSE(run->should_stop());
    run->parallel([&] { ++calls; });
    CHECK_THROWS_AS(run->parallel({}), InvalidArgument);
  }
  CHECK(calls == 2);
}

TEST_CASE("progress reaches the sink") {
  Progress told;
  RunContext run({.progress = [&](const Progress& p) { told = p; }});
  run.report("searching", 12.0, 3);
  CHECK(told.best == 12.0);
  CHECK(std::isnan(told.bound));
  CHECK(told.size == 0);
  run.report("bounding", 15.0, 3, ProgressValue::bound);
  CHECK(told.bound == 15.0);
  CHECK_FALSE(RunContext().wants_progress());
}

TEST_CASE("progress tells the best and the bound of the problem, never those of its parts") {
  test::FakeClock clock;
  std::vector<Progress> told;
  const RunContext whole({.time_limit = 8.0, .clock = &clock, .progress = [&](const Progress& p) {
                            told.push_back(p);
                            told.back().phase = {};
                          }});
  clock.advance(3.0);
  const RunContext call = whole.for_call();
  const RunContext run = call.part(4.0).about(60);
  run.report("hybrid", 1195.0, 1);
  run.report("degree", 1710.0, 0, ProgressValue::bound);
  clock.advance(1.5);
  const RunContext inside = run.part(1.0).on_parts().part(0.5);
  inside.report("sdp", 1098.92, 5, ProgressValue::bound);
  inside.report("hybrid", 5000.0, 6);
  run.report("hybrid", 1048.0, 7);
  run.report("lp", 1800.0, 0, ProgressValue::bound);
  REQUIRE(told.size() == 6);
  CHECK(std::isnan(told.front().bound));
  for (const Progress& progress : std::span(told).subspan(1)) {
    CHECK(progress.size == 60);
    CHECK(progress.best == 1195.0);
    CHECK(progress.bound == 1710.0);
    CHECK(progress.time_limit == 8.0);
  }
  CHECK(told[1].seconds == 0.0);
  CHECK(told[2].seconds == 1.5);
  CHECK(told[2].iteration == 5);
  const RunContext other = call.about(61);
  other.report("hybrid", 7.0, 1);
  CHECK(told.back().best == 7.0);
}

TEST_CASE("work that reports nothing is told again while it asks whether to stop") {
  test::FakeClock clock(0.01);
  std::vector<double> told;
  const RunContext run({.clock = &clock, .progress = [&](const Progress& p) { told.push_back(p.seconds); }});
  for (int i = 0; i < 100; ++i) CHECK_FALSE(run.should_stop());
  CHECK(told.empty());  // nothing was reported yet
  run.about(5).report("sdp", 3.0, 1, ProgressValue::bound);
  for (int i = 0; i < 1000; ++i) CHECK_FALSE(run.part(100.0).should_stop());
  REQUIRE(told.size() > 10);
  for (std::size_t i = 1; i < told.size(); ++i) {
    CHECK(told[i] - told[i - 1] >= 0.49);
    CHECK(told[i] - told[i - 1] <= 1.0);
  }
}

TEST_CASE("a limit is for each call, and a part is one budget for all calls") {
  test::FakeClock clock;
  const RunContext run({.time_limit = 1.0, .clock = &clock});
  clock.advance(1.2);
  CHECK(run.should_stop());
  const RunContext call = run.for_call();
  CHECK_FALSE(call.should_stop());
  CHECK(call.elapsed() == 0.0);
  CHECK(call.time_limit() == 1.0);
  const RunContext part = call.part(0.5);
  clock.advance(0.4);
  CHECK(part.for_call().elapsed() == Approx(0.4));
  clock.advance(0.2);
  CHECK(part.for_call().should_stop());
  CHECK_FALSE(run.for_call().should_stop());
}

TEST_CASE("work whose answer is the same for all callers still ends with the caller") {
  test::FakeClock clock;
  std::atomic<bool> cancel = false;
  int reports = 0;
  const RunContext run({.seed = 7,
                        .threads = 3,
                        .time_limit = 10.0,
                        .clock = &clock,
                        .cancel = &cancel,
                        .progress = [&](const Progress&) { ++reports; }});
  clock.advance(4.0);
  const RunContext alone = run.alone(5);
  CHECK(alone.seed() == 5);
  CHECK(alone.threads() == 1);
  CHECK_FALSE(alone.wants_progress());
  alone.report("silent", 1.0, 1);
  CHECK(reports == 0);
  CHECK(alone.time_left() == 6.0);
  CHECK(run.seed() == 7);
  CHECK(run.threads() == 3);
  cancel = true;
  CHECK(alone.should_stop());
  cancel = false;
  clock.advance(6.0);
  CHECK(alone.should_stop());
  int most = 0;
  alone.parallel([&] { most = tbb::this_task_arena::max_concurrency(); });
  CHECK(most == 1);
}

TEST_CASE("the library makes no context of its own") {
  // Default arguments do not compile inside the library (LODE_FOR_CALLERS); contexts with options are made
  // for the runs of a comparison alone, which pass clock and cancel flag on.
  const std::filesystem::path source = std::filesystem::path(LODE_REPOSITORY) / "src";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name == "runner.cpp" || name == "run_context.cpp") continue;
    ++files;
    const std::string text = test::read_file(entry.path());
    INFO(entry.path().string());
    for (const char* made : {"RunContext()", "RunContext({", "RunContext{", "RunOptions{"}) {
      CHECK(text.find(made) == std::string::npos);
    }
  }
  CHECK(files > 300);
}

TEST_CASE("reports of several threads reach the sink one at a time") {
  std::atomic<int> inside{0};
  std::atomic<bool> overlapped{false};
  int reports = 0;
  const RunContext run({.threads = 4, .progress = [&](const Progress&) {
                          if (++inside > 1) overlapped = true;
                          std::this_thread::yield();
                          ++reports;
                          --inside;
                        }});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&run] {
      for (int j = 0; j < 500; ++j) run.report("counting", j, 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_FALSE(overlapped);
  CHECK(reports == 2000);
}

TEST_CASE("contexts change no limit of the process and live beside each other") {
  const auto before = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  const RunContext one({.threads = 1});
  const RunContext many({.threads = RunContext::most_threads()});
  CHECK(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) == before);
  int seen = 0;
  many.parallel([&] { seen = tbb::this_task_arena::max_concurrency(); });
  CHECK(many.threads() == RunContext::most_threads());
  CHECK(seen <= static_cast<int>(before));  // asking for more would make TBB write to standard error
  one.parallel([&] { seen = tbb::this_task_arena::max_concurrency(); });
  CHECK(seen == 1);
}

TEST_CASE("contexts made one after the other take no more memory") {
  const auto resident_kb = [] {
    std::ifstream file("/proc/self/statm");
    long pages = 0;
    long resident = 0;
    file >> pages >> resident;
    return resident * sysconf(_SC_PAGESIZE) / 1024;
  };
  const auto use_contexts = [](int times) {
    for (int i = 0; i < times; ++i) {
      const RunContext run({.threads = 2});
      run.parallel([] { tbb::parallel_for(0, 100, [](int) {}); });
    }
  };
  use_contexts(100);
  const long before = resident_kb();
  use_contexts(3000);
  CHECK(resident_kb() <= before + 8 * 1024);
}

TEST_CASE("impossible run options are refused") {
  CHECK_THROWS_AS(RunContext({.threads = RunContext::most_threads() + 1}), InvalidArgument);
  CHECK_THROWS_AS(RunContext({.threads = std::numeric_limits<int>::max()}), InvalidArgument);
  CHECK_THROWS_AS(RunContext({.threads = -1}), InvalidArgument);
  CHECK_THROWS_AS(RunContext({.time_limit = -1.0}), InvalidArgument);
  CHECK_THROWS_AS(RunContext({.time_limit = std::nan("")}), InvalidArgument);
}

TEST_CASE("densities are exact fractions") {
  CHECK(possible_edges(0) == 0);
  CHECK(possible_edges(1) == 0);
  CHECK(possible_edges(2) == 1);
  CHECK(possible_edges(4294967294u) == 9223372026117357571u);
  CHECK(edge_density(294, 50).numerator == 294);
  CHECK(edge_density(294, 50).value() == Approx(0.24));
  CHECK(edge_density(0, 1).value() == 0.0);
  CHECK(weight_density(5.0, 1) == 0.0);
  CHECK(average_degree(294, 50) == Approx(11.76));
}

TEST_CASE("errors name the place and the remedy") {
  const InputError error({"a.txt", 3, 7}, "'x' is not a vertex id", "use --labels");
  CHECK(std::string(error.what()) == "a.txt:3:7: 'x' is not a vertex id; use --labels");
  CHECK(std::string(InputError({"a.txt", 0, 0}, "is empty").what()) == "a.txt: is empty");
  CHECK(std::string(InvalidArgument("s", "0", "must be at least 1", "use -s 1").what()) ==
        "s must be at least 1, not 0; use -s 1");
}

TEST_CASE("what improves and what meets a bound: exactly for integers, with room for rounding else") {
  CHECK(improves(5.0, 4.0, Sums::exact));
  CHECK_FALSE(improves(5.0, 5.0, Sums::exact));
  CHECK(improves(1e15 + 1.0, 1e15, Sums::exact));
  CHECK_FALSE(improves(1e15 + 1.0, 1e15, Sums::rounded));
  CHECK(improves(1.0 + 1e-11, 1.0, Sums::rounded));
  CHECK_FALSE(improves(1e-13, 0.0, Sums::rounded, 1.0));
  CHECK(improves(1e-13, 0.0, Sums::rounded));
  CHECK(meets(5.0, 5.0, Sums::exact));
  CHECK_FALSE(meets(1e12 + 1.0, 1e12, Sums::exact));
  CHECK(meets(1e12 + 1.0, 1e12, Sums::rounded));
  CHECK_FALSE(meets(1.0 + 1e-8, 1.0, Sums::rounded));
  CHECK_FALSE(meets(std::numeric_limits<double>::infinity(), 1.0, Sums::rounded));
  for (const Sums sums : {Sums::exact, Sums::rounded}) CHECK(meets(7.5, least_meeting(7.5, sums), sums));
}

TEST_CASE("reports of a problem in other terms are told in those of the caller") {
  std::vector<double> told;
  const RunContext run({.progress = [&](const Progress& progress) { told.push_back(progress.best); }});
  run.with_reports_as(0.5, -3.0).report("a", 8.0, 0);
  run.with_reports_as(2.0, 1.0).with_reports_as(0.5, -3.0).report("b", 8.0, 0);
  CHECK(told == std::vector<double>{1.0, 3.0});
}

TEST_CASE("weights below 0 meet bounds as those above do") {
  CHECK(meets(-10.0, -10.0, Sums::rounded));
  CHECK(meets(-10.0, -10.0 - 5e-9, Sums::rounded));
  CHECK_FALSE(meets(-10.0, -10.0 - 5e-8, Sums::rounded));
  CHECK_FALSE(meets(-10.0, -11.0, Sums::exact));
  CHECK(least_meeting(10.0, Sums::rounded) < 10.0);
  CHECK(least_meeting(-10.0, Sums::rounded) < -10.0);
}
