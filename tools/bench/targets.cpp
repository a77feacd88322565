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

struct Options {
  std::vector<std::uint64_t> seeds = {1, 2, 3};
  std::vector<std::string> methods = {"hybrid:work=1000000000000000", "tabu:restarts=1000000000"};
  std::vector<std::string> rows;
  bool unproven = false;
  EdgeCount most_edges = 1'000'000;
  RaceOptions race;
};

struct Score {
  Standing standing;
  std::vector<std::string> improved;
};

bool wanted(const KnownValue& value, const Options& options) {
  if (options.unproven && value.proven) return false;
  return options.rows.empty() || std::any_of(options.rows.begin(), options.rows.end(), [&](const auto& part) {
           return value.name().find(part) != std::string::npos;
         });
}

void measure(const KnownValue& value, const Graph& graph, const Contestant& contestant,
             const Options& options, Score& score) {
  std::vector<std::string> times;
  double best = 0.0;
  double prepare = 0.0;
  for (const std::uint64_t seed : options.seeds) {
    RaceOptions one = options.race;
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

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 2; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--cpu") {
      options.race.cpu = true;
      continue;
    }
    if (name == "--beyond") {
      options.race.beyond = true;
      continue;
    }
    if (name == "--unproven") {
      options.unproven = true;
      continue;
    }
    if (i + 1 == argc) throw InvalidArgument("option", name, "needs a value");
    const std::string value = argv[++i];
    if (name == "--seeds") {
      options.seeds.clear();
      for (const auto& seed : split(value, ',')) options.seeds.push_back(std::stoull(seed));
    } else if (name == "--cap") {
      options.race.cap = std::stod(value);
    } else if (name == "--methods") {
      options.methods = split(value, ',');
    } else if (name == "--rows") {
      options.rows = split(value, ',');
    } else if (name == "--most-edges") {
      options.most_edges = std::stoull(value);
    } else if (name == "--threads") {
      options.race.threads = std::stoi(value);
    } else {
      throw InvalidArgument("option", name, "is not known");
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr,
               "usage: bench_targets FILE.csv [--seeds 1,2,3] [--cap 10] [--methods LIST] [--rows LIST]\n");
    return 2;
  }
  try {
    const Options options = parse(argc, argv);
    std::vector<Contestant> contestants;
    for (const std::string& text : options.methods) contestants.push_back(parse_contestant(text));
    std::map<std::string, Score> scores;
    GraphByName load;
    for (const KnownValue& value : read_known_values(argv[1])) {
      if (!wanted(value, options)) continue;
      const Graph& graph = load(value.graph, value.weighted);
      if (graph.num_edges() > options.most_edges) continue;
      for (const Contestant& contestant : contestants) {
        measure(value, graph, contestant, options, scores[contestant.label]);
      }
    }
    for (const auto& [label, score] : scores) {
      fmt::print(
          "{{\"bench\":\"targets\",\"method\":\"{}\",\"runs\":{},\"misses\":{},\"geometric_mean_ms\":{:.3f},"
          "\"improved\":[{}]}}\n",
          label, score.standing.runs, score.standing.misses, score.standing.geometric_mean_ms(),
          fmt::join(score.improved, ","));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
