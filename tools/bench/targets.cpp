// Times how long methods need to reach known values: bench_targets FILE.csv [options]. FILE has the columns
// graph, s and edges, as a table of best known values. Prints one JSON object per row and method, then one
// per method: geometric mean of the search times to the target (floor 0.2 ms, misses at the cap), misses, and
// rows where more than the table was found.
//
//   --seeds 1,2,3      seeds                     --cap 10          seconds per run
//   --methods LIST     METHOD[:NAME=VALUE]...    --rows TEXT,TEXT  only rows "graph s" that hold one of these
//   --cpu              CPU seconds of the thread instead of wall time: for a shared machine
//   --beyond           go on past the target until the cap
//   --most-edges N     leave out larger graphs   --unproven        only rows whose column proven_optimal is
//   not "yes"
//
// Search time starts when the method has its first set; what comes before is "prepare_ms".

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/resolve_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;

constexpr double floor_ms = 0.2;

const ThreadCpuClock thread_cpu_clock;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

struct Row {
  std::string graph;
  Vertex s = 0;
  double edges = 0.0;
  bool proven = false;
};

std::vector<Row> read_rows(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::vector<Row> rows;
  if (!std::getline(in, line)) throw InputError({path}, "is empty or missing", "name a table of best values");
  const auto names = split(line, ',');
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  while (std::getline(in, line)) {
    const auto fields = split(line, ',');
    rows.push_back({fields.at(column("graph")), static_cast<Vertex>(std::stoul(fields.at(column("s")))),
                    std::stod(fields.at(column("edges"))),
                    column("proven_optimal") < fields.size() && fields[column("proven_optimal")] == "yes"});
  }
  return rows;
}

struct Contestant {
  std::string label;
  std::string method;
  MethodSettings settings;
};

Contestant parse_contestant(const std::string& text) {
  const auto parts = split(text, ':');
  Contestant contestant{text, parts.at(0), {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equal = parts[i].find('=');
    contestant.settings[parts[i].substr(0, equal)] = parts[i].substr(equal + 1);
  }
  return contestant;
}

struct Options {
  std::vector<std::uint64_t> seeds = {1, 2, 3};
  double cap = 10.0;
  std::vector<std::string> methods = {"hybrid:work=1000000000000000", "tabu:restarts=1000000000"};
  std::vector<std::string> rows;
  bool beyond = false;
  bool cpu = false;
  bool unproven = false;
  EdgeCount most_edges = 1'000'000;
  int threads = 1;
};

struct Score {
  double log_sum = 0.0;
  int runs = 0;
  int misses = 0;
  std::vector<std::string> improved;
};

/// One run: milliseconds of search until the target, or nothing.
struct Outcome {
  std::optional<double> milliseconds;
  double prepare_ms = 0.0;
  double weight = 0.0;
};

Outcome run_once(const Graph& graph, const Row& row, const Contestant& contestant, std::uint64_t seed,
                 const Options& options) {
  Problem problem;
  problem.graph = graph;
  problem.s = row.s;
  if (!options.beyond) problem.target = row.edges;
  RunContext run({.seed = seed,
                  .threads = options.threads,
                  .time_limit = options.cap,
                  .clock = options.cpu ? &thread_cpu_clock : nullptr});
  const Solution solution = solve(contestant.method, problem, contestant.settings, run);
  Outcome outcome;
  outcome.prepare_ms = 1e3 * solution.trace.front().seconds;
  outcome.weight = solution.weight;
  for (const TracePoint& point : solution.trace) {
    if (point.weight < row.edges) continue;
    outcome.milliseconds = 1e3 * point.seconds - outcome.prepare_ms;
    break;
  }
  if (!outcome.milliseconds && solution.weight >= row.edges) {
    outcome.milliseconds = 1e3 * solution.seconds_to_best - outcome.prepare_ms;
  }
  return outcome;
}

bool wanted(const Row& row, const Options& options) {
  if (options.unproven && row.proven) return false;
  const std::string name = fmt::format("{} {}", row.graph, row.s);
  return options.rows.empty() ||
         std::any_of(options.rows.begin(), options.rows.end(),
                     [&](const std::string& part) { return name.find(part) != std::string::npos; });
}

void measure(const Row& row, const Graph& graph, const Contestant& contestant, const Options& options,
             Score& score) {
  std::vector<std::string> times;
  double best = 0.0;
  double prepare = 0.0;
  for (const std::uint64_t seed : options.seeds) {
    const Outcome outcome = run_once(graph, row, contestant, seed, options);
    const double ms = std::max(floor_ms, outcome.milliseconds.value_or(1e3 * options.cap));
    score.log_sum += std::log(ms);
    ++score.runs;
    score.misses += !outcome.milliseconds;
    best = std::max(best, outcome.weight);
    prepare = outcome.prepare_ms;
    times.push_back(outcome.milliseconds ? fmt::format("{:.2f}", ms) : "null");
  }
  if (best > row.edges) score.improved.push_back(fmt::format("\"{} {} {}\"", row.graph, row.s, best));
  fmt::print(
      "{{\"bench\":\"targets\",\"graph\":\"{}\",\"s\":{},\"target\":{},\"method\":\"{}\",\"best\":{},"
      "\"prepare_ms\":{:.2f},\"ms\":[{}]}}\n",
      row.graph, row.s, row.edges, contestant.label, best, prepare, fmt::join(times, ","));
  std::fflush(stdout);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 2; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--cpu") {
      options.cpu = true;
      continue;
    }
    if (name == "--beyond") {
      options.beyond = true;
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
      options.cap = std::stod(value);
    } else if (name == "--methods") {
      options.methods = split(value, ',');
    } else if (name == "--rows") {
      options.rows = split(value, ',');
    } else if (name == "--most-edges") {
      options.most_edges = std::stoull(value);
    } else if (name == "--threads") {
      options.threads = std::stoi(value);
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
    std::string loaded_name;
    Graph graph;
    for (const Row& row : read_rows(argv[1])) {
      if (!wanted(row, options)) continue;
      if (row.graph != loaded_name) {
        graph = read_graph(resolve_graph(row.graph, default_search_folders()).path, {}, RunContext()).graph;
        loaded_name = row.graph;
      }
      if (graph.num_edges() > options.most_edges) continue;
      for (const Contestant& contestant : contestants) {
        measure(row, graph, contestant, options, scores[contestant.label]);
      }
    }
    for (const auto& [label, score] : scores) {
      fmt::print(
          "{{\"bench\":\"targets\",\"method\":\"{}\",\"runs\":{},\"misses\":{},\"geometric_mean_ms\":{:.3f},"
          "\"improved\":[{}]}}\n",
          label, score.runs, score.misses, std::exp(score.log_sum / std::max(1, score.runs)),
          fmt::join(score.improved, ","));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
