#include "known_values.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>

#include "thread_cpu_clock.hpp"

namespace lode::bench {
namespace {

const ThreadCpuClock thread_cpu_clock;

subgraph::StartKind parse_start(const std::string& name) {
  if (name == "degree") return subgraph::StartKind::degree;
  if (name == "random") return subgraph::StartKind::random;
  if (name == "peeling") return subgraph::StartKind::peeling;
  throw InvalidArgument("start", name, "is not known", "use degree, random or peeling");
}

}  // namespace

std::string KnownValue::name() const { return fmt::format("{} {}", graph, s); }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<KnownValue> read_known_values(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) throw InputError({path}, "is empty or missing", "name a table of best values");
  const auto names = split(line, ',');
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const std::size_t graph = column("graph");
  const std::size_t size = column("s");
  const std::size_t edges = column("edges");
  const std::size_t proven = column("proven_optimal");
  const std::size_t weighted = column("weighted");
  if (std::max({graph, size, edges}) >= names.size()) {
    throw InputError({path, 1}, "lacks one of the columns graph, s, edges");
  }
  std::vector<KnownValue> values;
  for (std::uint64_t number = 2; std::getline(in, line); ++number) {
    const auto fields = split(line, ',');
    const auto says_yes = [&](std::size_t at) { return at < fields.size() && fields[at] == "yes"; };
    try {
      values.push_back({fields.at(graph), static_cast<Vertex>(std::stoul(fields.at(size))),
                        std::stod(fields.at(edges)), says_yes(proven), says_yes(weighted)});
    } catch (const std::logic_error&) {
      throw InputError({path, number}, "has a field too few, or one that is not a number");
    }
  }
  return values;
}

const Graph& GraphByName::operator()(const std::string& name, bool weighted) {
  if (name != name_ || weighted != weighted_) {
    ReadOptions options;
    options.weighted = weighted;
    graph_ = read_graph(resolve_graph(name, default_search_folders()).path, options, RunContext()).graph;
    name_ = name;
    weighted_ = weighted;
  }
  return graph_;
}

Contestant parse_contestant(const std::string& text) {
  const auto parts = split(text, ':');
  if (parts.empty()) throw InvalidArgument("method", text, "is empty");
  Contestant contestant{text, parts.front(), {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equal = parts[i].find('=');
    if (equal == std::string::npos) throw InvalidArgument("setting", parts[i], "is not NAME=VALUE");
    const std::string name = parts[i].substr(0, equal);
    const std::string value = parts[i].substr(equal + 1);
    if (name == "start") {
      contestant.start = parse_start(value);
    } else {
      contestant.settings[name] = value;
    }
  }
  return contestant;
}

RaceResult race(const Graph& graph, const KnownValue& value, const Contestant& contestant,
                const RaceOptions& options) {
  // Sums of weights depend on the order by rounding.
  const double target = value.weighted ? value.edges * (1.0 - 1e-12) : value.edges;
  subgraph::Problem problem;
  problem.graph = graph;
  problem.s = value.s;
  problem.start = contestant.start;
  if (!options.beyond) problem.target = target;
  RunContext run({.seed = options.seed,
                  .threads = options.threads,
                  .time_limit = options.cap,
                  .clock = options.cpu ? &thread_cpu_clock : nullptr});
  const subgraph::Solution solution = subgraph::solve(contestant.method, problem, contestant.settings, run);
  RaceResult result;
  result.prepare_ms = 1e3 * solution.trace.front().seconds;
  result.weight = solution.weight;
  const auto reached = std::find_if(solution.trace.begin(), solution.trace.end(),
                                    [&](const TracePoint& point) { return point.weight >= target; });
  if (reached != solution.trace.end()) {
    result.milliseconds = 1e3 * reached->seconds - result.prepare_ms;
  } else if (solution.weight >= target) {
    result.milliseconds = 1e3 * solution.seconds_to_best - result.prepare_ms;
  }
  return result;
}

void Standing::add(const RaceResult& result, const KnownValue& value, double cap) {
  log_ms += std::log(std::max(floor_ms, result.milliseconds.value_or(1e3 * cap)));
  share += value.edges > 0.0 ? std::min(1.0, result.weight / value.edges) : 1.0;
  ++runs;
  misses += !result.milliseconds;
}

double Standing::geometric_mean_ms() const { return runs > 0 ? std::exp(log_ms / runs) : 0.0; }
double Standing::mean_share() const { return runs > 0 ? share / runs : 0.0; }

}  // namespace lode::bench
