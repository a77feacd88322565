// Times the overshoot of methods after a deadline and after a cancel: bench_latency GRAPH SIZE [METHOD].
// Prints one JSON object per method: the largest and the median overshoot in milliseconds over ten limits
// from 5 ms to 2.5 s, and likewise for a cancel from another thread. Runs that end earlier by themselves are
// counted separately.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "bench.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

constexpr double limits[] = {0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.5};

/// Overshoots of the stopped runs, in milliseconds.
struct Overshoot {
  std::vector<double> milliseconds;
  int finished_before = 0;

  void add(StopReason reason, StopReason expected, double seconds_late) {
    if (reason == expected) {
      milliseconds.push_back(1e3 * seconds_late);
    } else {
      ++finished_before;
    }
  }
  std::string json() {
    if (milliseconds.empty()) return fmt::format("{{\"stopped\":0,\"finished\":{}}}", finished_before);
    std::sort(milliseconds.begin(), milliseconds.end());
    return fmt::format("{{\"stopped\":{},\"finished\":{},\"median_ms\":{:.2f},\"max_ms\":{:.2f}}}",
                       milliseconds.size(), finished_before, milliseconds[milliseconds.size() / 2],
                       milliseconds.back());
  }
};

void run_until_deadline(const MethodRow& row, const Problem& problem, double limit, Overshoot& overshoot) {
  RunContext run({.threads = 1, .time_limit = limit});
  const Solution solution = solve(row.name, problem, {}, run);
  overshoot.add(solution.stop_reason, StopReason::deadline, run.elapsed() - limit);
}

void run_until_cancel(const MethodRow& row, const Problem& problem, double limit, Overshoot& overshoot) {
  std::atomic<bool> cancel{false};
  std::atomic<double> cancelled_at{0.0};
  RunContext run({.threads = 1, .cancel = &cancel});
  std::atomic<bool> ended{false};
  std::thread canceller([&] {
    while (!ended && run.elapsed() < limit) std::this_thread::sleep_for(std::chrono::microseconds(200));
    cancelled_at = run.elapsed();
    cancel = true;
  });
  const Solution solution = solve(row.name, problem, {}, run);
  const double end = run.elapsed();
  ended = true;
  canceller.join();
  overshoot.add(solution.stop_reason, StopReason::interrupted, end - cancelled_at);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(
      argc, argv, 2, "bench_latency GRAPH SIZE [METHOD]", [](const bench::Arguments& arguments) {
        Problem problem;
        problem.graph = bench::graph_called(arguments.words()[0]);
        problem.s = static_cast<Vertex>(arguments.number(1, 0));
        check_problem(problem);
        for (const MethodRow& row : methods()) {
          if (arguments.word(2, std::string(row.name)) != row.name) continue;
          Overshoot deadline;
          Overshoot cancel;
          for (const double limit : limits) {
            run_until_deadline(row, problem, limit, deadline);
            run_until_cancel(row, problem, limit, cancel);
          }
          fmt::print("{{\"bench\":\"latency\",\"method\":\"{}\",\"s\":{},\"deadline\":{},\"cancel\":{}}}\n",
                     row.name, problem.s, deadline.json(), cancel.json());
        }
      });
}
