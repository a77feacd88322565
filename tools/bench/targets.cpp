// Times how long methods need to reach known values: bench_targets FILE.csv [options]. FILE has the columns
// graph, s and edges, as a table of best known values. Prints one JSON object per row and method, then one
// per method: geometric mean of the search times to the target (floor 0.2 ms, misses at the cap), misses, and
// rows better than the table.
//
//   --seeds 1,2,3      seeds                     --cap 10          seconds per run
//   --methods LIST     METHOD[:NAME=VALUE]...    --rows TEXT,TEXT  only rows "graph s" that hold one of these
//   --cpu              CPU seconds of the thread instead of wall time: for a shared machine
//   --beyond           continue past the target until the cap
//   --most-edges N     leave out larger graphs   --unproven        only rows whose column proven_optimal is
//   not "yes"
//
// Search time starts when the method has its first set; the time before is "prepare_ms".

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::bench;

struct Score {
  Standing standing;
  std::vector<std::string> improved;
};

void measure(const KnownValue& value, const Graph& graph, const Contestant& contestant,
             const std::vector<std::uint64_t>& seeds, RaceOptions one, Score& score) {
  std::vector<std::string> times;
  double best = 0.0;
  double prepare = 0.0;
  for (const std::uint64_t seed : seeds) {
    one.seed = seed;
    const RaceResult result = race(graph, value, contestant, one);
    score.standing.add(result, value, one.cap);
    best = std::max(best, result.weight);
    prepare = result.prepare_ms;
    times.push_back(result.milliseconds ? fmt::format("{:.2f}", std::max(floor_ms, *result.milliseconds))
                                        : "null");
  }
  if (best > value.edges) score.improved.push_back(fmt::format("\"{} {}\"", value.name(), best));
  fmt::print(
      "{{\"bench\":\"targets\",\"graph\":\"{}\",\"s\":{},\"target\":{},\"method\":\"{}\",\"best\":{:.15g},"
      "\"prepare_ms\":{:.2f},\"ms\":[{}]}}\n",
      value.graph, value.s, value.edges, contestant.label, best, prepare, fmt::join(times, ","));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage =
      "bench_targets FILE.csv [--seeds LIST] [--cap SECONDS] [--methods LIST] [--rows LIST] [--cpu] "
      "[--beyond] "
      "[--most-edges N] [--unproven] [--threads T]";
  return run(argc, argv, 1, usage, [](const Arguments& arguments) {
    const auto seeds = arguments.seeds("--seeds", "1,2,3");
    const RaceOptions options{.cap = arguments.real("--cap", 10.0),
                              .cpu = arguments.has("--cpu"),
                              .beyond = arguments.has("--beyond"),
                              .threads = arguments.threads(1)};
    const std::vector<std::string> parts = split(arguments.text("--rows", ""), ',');
    const auto wanted = [&](const KnownValue& value) {
      if (arguments.has("--unproven") && value.proven) return false;
      return parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
               return value.name().find(part) != std::string::npos;
             });
    };
    std::vector<Contestant> contestants;
    for (const std::string& text :
         split(arguments.text("--methods", "hybrid:work=1000000000000000,tabu:restarts=1000000000"), ',')) {
      contestants.push_back(parse_contestant(text));
    }
    std::map<std::string, Score> scores;
    GraphByName load;
    for (const KnownValue& value : read_known_values(arguments.words()[0])) {
      if (!wanted(value)) continue;
      const Graph& graph = load(value.graph, value.weighted);
      if (static_cast<double>(graph.num_edges()) > arguments.real("--most-edges", 1e6)) continue;
      for (const Contestant& contestant : contestants) {
        measure(value, graph, contestant, seeds, options, scores[contestant.label]);
      }
    }
    for (const auto& [label, score] : scores) {
      fmt::print(
          "{{\"bench\":\"targets\",\"method\":\"{}\",\"runs\":{},\"misses\":{},\"geometric_mean_ms\":{:.3f},"
          "\"improved\":[{}]}}\n",
          label, score.standing.runs, score.standing.misses, score.standing.geometric_mean_ms(),
          fmt::join(score.improved, ","));
    }
  });
}
