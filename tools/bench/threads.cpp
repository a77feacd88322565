// The speed-up by a second thread: bench_threads GRAPH SIZE [METHOD[:NAME=VALUE]...] runs a method without a
// limit with one thread and with two, alternately, five times each, and prints one JSON object: median wall
// seconds of both, their ratio, and whether the answers are equal (they must be).

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using namespace lode::bench;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    fmt::print(stderr, "usage: bench_threads GRAPH SIZE [METHOD[:NAME=VALUE]...]\n");
    return 2;
  }
  try {
    constexpr int repetitions = 5;
    GraphByName load;
    Problem problem;
    problem.graph = load(argv[1]);
    problem.s = static_cast<Vertex>(std::stoul(argv[2]));
    const Contestant contestant = parse_contestant(argc == 4 ? argv[3] : "hybrid:preset=thorough");
    problem.start = contestant.start;
    std::vector<double> seconds[2];
    VertexSet answers[2];
    for (int i = 0; i < repetitions; ++i) {
      for (const int threads : {1, 2}) {
        RunContext run({.seed = 1, .threads = threads});
        const auto index = static_cast<std::size_t>(threads - 1);
        answers[index] = solve(contestant.method, problem, contestant.settings, run).vertices;
        seconds[index].push_back(run.elapsed());
      }
    }
    const double one = median(seconds[0]);
    const double two = median(seconds[1]);
    fmt::print(
        "{{\"bench\":\"threads\",\"graph\":\"{}\",\"s\":{},\"method\":\"{}\",\"seconds_1\":{:.3f},"
        "\"seconds_2\":{:.3f},\"ratio\":{:.2f},\"same_answer\":{}}}\n",
        argv[1], problem.s, contestant.label, one, two, one / two, answers[0] == answers[1]);
    if (answers[0] != answers[1]) throw InternalError("the answer depends on the number of threads");
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
