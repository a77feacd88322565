// Times the exact searches for nearly complete sets. Prints one JSON object per graph and question. --time S:
// CPU seconds for a question on one thread, else seconds (default 60); --work W: millions of words (default:
// no limit).

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/questions/thresholds.hpp>

#include "bench.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

void measure_kind(const bench::Arguments& arguments, const std::string& kind, const std::string& name) {
  const Graph graph = bench::graph_called(name);
  const std::string value = arguments.text(kind, "");
  const int threads = arguments.threads(1);
  const RunContext run({.threads = threads,
                        .time_limit = arguments.real("--time", 60.0),
                        .clock = threads == 1 ? &bench::cpu_clock : nullptr});
  NearlyCompleteOptions options;
  if (arguments.has("--work"))
    options.work_limit = static_cast<std::uint64_t>(1e6 * arguments.real("--work", 0.0));
  LargestSet answer;
  const bench::Usage used = bench::measure([&] {
    DensityThreshold threshold;
    if (kind == "--density") {
      threshold.density = std::stod(value);
    } else if (kind == "--plex") {
      threshold.plex = static_cast<Vertex>(std::stoul(value));
    } else {
      threshold.missing = std::stoul(value);
    }
    answer = largest_nearly_complete(graph, threshold, options, run);
  });
  bench::print_json("nearly_complete", threads, used,
                    fmt::format(",\"graph\":\"{}\",\"question\":\"{} {}\",\"size\":{},\"missing\":{},"
                                "\"upper_bound\":{},\"proven\":{},\"nodes\":{},\"work\":{}",
                                name, kind.substr(2), value, answer.size(), answer.missing,
                                answer.upper_bound, answer.proven_optimal(), answer.nodes, answer.work));
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage =
      "bench_nearly_complete [--defective K] [--plex K] [--density P/Q] [--threads T] [--time S] [--work W] "
      "GRAPH...";
  return bench::run(argc, argv, 1, usage, [](const bench::Arguments& arguments) {
    for (const std::string& name : arguments.words()) {
      for (const char* const kind : {"--defective", "--plex", "--density"}) {
        if (arguments.has(kind)) measure_kind(arguments, kind, name);
      }
    }
  });
}
