#include "known_values.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::bench {
namespace {

subgraph::StartKind parse_start(const std::string& name) {
  if (name == "degree") return subgraph::StartKind::degree;
  if (name == "random") return subgraph::StartKind::random;
  if (name == "peeling") return subgraph::StartKind::peeling;
  throw InvalidArgument("start", name, "is not known", "use degree, random or peeling");
}

}  // namespace

std::string KnownValue::name() const { return fmt::format("{} {}", graph, s); }

std::vector<KnownValue> read_known_values(const std::string& path) {
  std::vector<KnownValue> values;
  for (auto& row : read_table(path)) {
    values.push_back({row["graph"], static_cast<Vertex>(std::stoul(row["s"])), std::stod(row["edges"]),
                      row["proven_optimal"] == "yes", row["weighted"] == "yes"});
  }
  return values;
}

const Graph& GraphByName::operator()(const std::string& name, bool weighted) {
  if (name != name_ || weighted != weighted_) {
    graph_ = graph_called(name, weighted);
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
                  .clock = options.cpu ? &cpu_clock : nullptr});
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
