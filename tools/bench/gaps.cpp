// Gaps by effort: bench_gaps GRAPH EFFORT S... [--check] [--time SEC] Finds every size separately, on one
// thread, and prints one JSON object per size: answer, bound, gap, and the CPU time of search and bounds.
// `--check`: the certificate is checked, too. `--time SEC`: `lode find --time SEC` in CPU seconds, which are
// independent of other work on the machine.

#include <cstdlib>
#include <limits>
#include <string>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

#include "bench.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

void print_size(const Graph& graph, Vertex s, Effort effort, bool check, double seconds) {
  FindResult found;
  const RunContext run({.threads = 1, .time_limit = seconds, .clock = &bench::cpu_clock});
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
      relative_gap(answer.bound.value, answer.solution.weight), usage.cpu(), usage.peak_bytes / 1e6, checked);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_gaps GRAPH EFFORT S... [--check] [--time SEC]";
  return bench::run(argc, argv, 3, usage, [](const bench::Arguments& arguments) {
    const Graph graph = bench::graph_called(arguments.words()[0]);
    const Effort effort = parse_effort(arguments.words()[1]);
    for (std::size_t i = 2; i < arguments.words().size(); ++i) {
      print_size(graph, static_cast<Vertex>(arguments.number(i, 0)), effort, arguments.has("--check"),
                 arguments.real("--time", std::numeric_limits<double>::infinity()));
    }
  });
}
