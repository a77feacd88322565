// Gaps by effort: bench_gaps GRAPH EFFORT [check] [time SEC] S... Finds every size separately, on one thread,
// and prints one JSON object per size: answer, bound, gap, and the CPU time of search and bounds. `check`:
// the certificate is checked, too. `time SEC`: `lode find --time SEC` in CPU seconds, which are independent
// of other work on the machine.

#include <cstdlib>
#include <limits>
#include <string>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

#include "measure.hpp"
#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

const ThreadCpuClock thread_cpu_clock;

void print_size(const Graph& graph, Vertex s, Effort effort, bool check, double seconds) {
  FindResult found;
  const RunContext run({.threads = 1, .time_limit = seconds, .clock = &thread_cpu_clock});
  const bench::Usage usage = bench::measure(
      [&] { found = find(graph, {.sizes = {s}, .effort = effort, .keep_proofs = check}, run); });
  std::string checked;
  if (check) {
    const bench::Usage checking = bench::measure([&] {
      const BoundCertificate certificate = make_certificate(*found.ledger, {s}, run);
      checked = fmt::format(",\"checked\":{}", check_certificate(graph, certificate).front().value);
    });
    checked += fmt::format(",\"check_cpu\":{:.2f}", checking.cpu());
  }
  const FindAnswer& answer = found.answers.front();
  fmt::print(
      "{{\"s\":{},\"weight\":{},\"bound\":{},\"name\":\"{}\",\"gap\":{:.4f},\"cpu\":{:.2f},"
      "\"peak_mb\":{:.0f}{}}}\n",
      s, answer.solution.weight, answer.bound.value, answer.bound.name,
      relative_gap(answer.bound.value, answer.solution.weight), usage.cpu(),
      bench::usage_now().peak_bytes / 1e6, checked);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: {} GRAPH EFFORT [check] [time SEC] S...\n", argv[0]);
    return 2;
  }
  try {
    const Graph graph = read_graph(argv[1]).graph;
    const Effort effort = parse_effort(argv[2]);
    int at = 3;
    const bool check = std::string(argv[at]) == "check";
    if (check) ++at;
    double seconds = std::numeric_limits<double>::infinity();
    if (at + 1 < argc && std::string(argv[at]) == "time") {
      seconds = std::atof(argv[at + 1]);
      at += 2;
    }
    for (; at < argc; ++at)
      print_size(graph, static_cast<Vertex>(std::atoi(argv[at])), effort, check, seconds);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
