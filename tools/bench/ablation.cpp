// The effect of each part of HYBRID: bench_ablation FILE.csv [--cap SECONDS] [--seeds 1,2,3] [--markdown].
// FILE is a table of best known values; the rows known to be hard are run with every variant on one thread,
// in CPU seconds. Prints one JSON object per variant: geometric mean of the search times to the known value
// (floor 0.2 ms, misses at the cap), misses, and the mean share of the known edges reached; with --markdown a
// table instead.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::bench;

constexpr std::array hard_rows = {
    "ca-GrQc 100",        "lastfm_asia 100",       "lastfm_asia 200",      "p2p-Gnutella04 200",
    "p2p-Gnutella09 150", "p2p-Gnutella30 60",     "p2p-Gnutella30 200",   "email-Enron 30",
    "email-Enron 60",     "ca-CondMat 60",         "ca-CondMat 100",       "ca-CondMat 150",
    "ca-CondMat 200",     "ca-AstroPh 80",         "ca-AstroPh 100",       "ca-AstroPh 150",
    "ca-AstroPh 200",     "facebook_combined 500", "uk-2007-05@100000 200"};

struct Variant {
  const char* meaning;
  const char* contestant;
};

constexpr std::array variants = {
    Variant{"default: blocks of 12, all starts, 4 searchers, some by tabu exchanges",
            "hybrid:work=1000000000000000"},
    Variant{"from a random start", "hybrid:work=1000000000000000:start=random"},
    Variant{"kicks from the first start alone", "hybrid:work=1000000000000000:starts=first"},
    Variant{"kicks of one vertex", "hybrid:work=1000000000000000:cluster=1"},
    Variant{"kicks of up to 15 vertices", "hybrid:work=1000000000000000:cluster=15"},
    Variant{"one searcher", "hybrid:work=1000000000000000:searchers=1"},
    Variant{"no exact blocks: swaps (blocks of 2)", "hybrid:work=1000000000000000:block=2"},
    Variant{"blocks of 6", "hybrid:work=1000000000000000:block=6"},
    Variant{"blocks of 24", "hybrid:work=1000000000000000:block=24"},
    Variant{"blocks of 40", "hybrid:work=1000000000000000:block=40"},
    Variant{"no kicks: R6-G6 from bucket ends, peeling start", "hybrid:preset=descent"},
    Variant{"no kicks: R0-G12", "hybrid:preset=descent:working-set=R0-G12"},
    Variant{"no kicks: R12-G12", "hybrid:preset=descent:working-set=R12-G12"},
    Variant{"no kicks, random start: R6-G6", "hybrid:preset=descent:start=random"},
    Variant{"preset paper (R6-G6, random start)", "hybrid:preset=paper"},
    Variant{"preset paper, R12-G0", "hybrid:preset=paper:working-set=R12-G0"},
    Variant{"preset paper, R0-G12", "hybrid:preset=paper:working-set=R0-G12"},
    Variant{"preset paper, R10-G10", "hybrid:preset=paper:working-set=R10-G10"},
    Variant{"tabu search, stall 300, restarts", "tabu:restarts=1000000000"},
};

void print(const Variant& variant, const Standing& standing, bool markdown) {
  if (markdown) {
    fmt::print("| {} | {:.1f} | {} of {} | {:.2f} % |\n", variant.meaning, standing.geometric_mean_ms(),
               standing.misses, standing.runs, 100.0 * standing.mean_share());
  } else {
    fmt::print(
        "{{\"bench\":\"ablation\",\"variant\":\"{}\",\"method\":\"{}\",\"runs\":{},\"misses\":{},"
        "\"geometric_mean_ms\":{:.3f},\"mean_share\":{:.5f}}}\n",
        variant.meaning, variant.contestant, standing.runs, standing.misses, standing.geometric_mean_ms(),
        standing.mean_share());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_ablation FILE.csv [--cap SECONDS] [--seeds LIST] [--markdown]";
  return run(argc, argv, 1, usage, [](const Arguments& arguments) {
    const double cap = arguments.real("--cap", 1.0);
    const bool markdown = arguments.has("--markdown");
    std::array<Standing, variants.size()> standings;
    GraphByName load;
    for (const KnownValue& value : read_known_values(arguments.words()[0])) {
      if (std::find(hard_rows.begin(), hard_rows.end(), value.name()) == hard_rows.end()) continue;
      const Graph& graph = load(value.graph, value.weighted);
      for (std::size_t i = 0; i < variants.size(); ++i) {
        const Contestant contestant = parse_contestant(variants[i].contestant);
        for (const std::uint64_t seed : arguments.seeds("--seeds", "1,2,3")) {
          standings[i].add(race(graph, value, contestant, {.seed = seed, .cap = cap, .cpu = true}), value,
                           cap);
        }
      }
    }
    if (markdown) {
      fmt::print("| variant | ms to the best known value | not reached | edges of the best known |\n");
      fmt::print("|---|--:|--:|--:|\n");
    }
    for (std::size_t i = 0; i < variants.size(); ++i) print(variants[i], standings[i], markdown);
  });
}
