#include "study/compare/comparison_journal.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/version.hpp>

#include "study/find/stop_reasons.hpp"

namespace lode::detail {
namespace {

using Json = nlohmann::ordered_json;

/// 64 bits that change with any edge or weight. Cost: O(n + m).
std::uint64_t fingerprint(const Graph& graph) {
  std::uint64_t state = Rng::mix(graph.num_vertices());
  const auto add = [&](std::uint64_t value) { state = Rng::mix(state + value + Rng::gamma); };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    add(graph.degree(v));
    for (const Vertex u : graph.neighbors(v)) add(u);
    for (const Weight w : graph.neighbor_weights(v)) add(std::bit_cast<std::uint64_t>(w));
  }
  return state;
}

/// Position of the first element for which `is` holds, or the size.
template <class List, class Is>
std::size_t position(const List& list, const Is& is) {
  return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is) - list.begin());
}

/// A name as it comes back from a journal: bytes that are not UTF-8 replaced.
std::string journal_name(const std::string& name) {
  return Json::parse(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

Solution solution_of(const Json& json) {
  Solution solution;
  solution.vertices = json.at("vertices").get<VertexSet>();
  solution.edges = json.at("edges").get<EdgeCount>();
  solution.weight = json.at("weight").get<double>();
  solution.stop_reason = stop_reason_of(json.at("stop_reason").get<std::string>());
  solution.iterations = json.at("iterations").get<std::uint64_t>();
  solution.seconds = json.at("seconds").get<double>();
  solution.seconds_to_best = json.at("seconds_to_best").get<double>();
  for (const Json& point : json.at("trace")) {
    solution.trace.push_back(
        {point.at(0).get<double>(), point.at(1).get<double>(), point.at(2).get<std::uint64_t>()});
  }
  return solution;
}

/// Replaces edges and weight by a recount; false if they differ from what was claimed.
bool recount(const Graph& graph, Vertex s, Solution& solution) {
  const VertexSet& set = solution.vertices;
  const bool valid = set.size() == s && !set.empty() && set.back() < graph.num_vertices() &&
                     std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) == set.end();
  if (!valid) return false;
  const InducedTotals totals = induced_totals(graph, set);
  const bool same = totals.edges == solution.edges &&
                    std::abs(totals.weight - solution.weight) <= 1e-9 * std::abs(totals.weight);
  solution.weight = totals.weight;
  return same;
}

}  // namespace

JournalHeader comparison_header(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options,
                                const std::string& start_rule) {
  JournalHeader header = {{"journal", "lode compare"},
                          {"format", "1"},
                          {"lode version", std::string(version())},
                          {"seed", std::to_string(options.seed)},
                          {"time limit", fmt::format("{}", options.time_limit)},
                          {"start rule", start_rule}};
  for (const ComparisonInput& input : inputs) {
    header.emplace_back(
        "graph " + input.name,
        fmt::format("of {} vertices, {} edges, fingerprint {:016x}", input.graph.num_vertices(),
                    input.graph.num_edges(), fingerprint(input.graph)));
  }
  return header;
}

std::string comparison_key(const std::string& graph, Vertex s, const std::string& method, int start) {
  return fmt::format("{}, s = {}, {}, start {}", graph, s, method, start);
}

std::string comparison_record(const ComparisonRun& run, const std::string& graph, const std::string& method) {
  Json trace = Json::array();
  for (const TracePoint& point : run.solution.trace) {
    trace.push_back(Json::array({point.seconds, point.weight, point.iteration}));
  }
  const Json json = {{"graph", graph},
                     {"s", run.s},
                     {"method", method},
                     {"start", run.start},
                     {"seed", run.seed},
                     {"edges", run.solution.edges},
                     {"weight", run.solution.weight},
                     {"seconds", run.solution.seconds},
                     {"seconds_to_best", run.solution.seconds_to_best},
                     {"stop_reason", to_string(run.solution.stop_reason)},
                     {"iterations", run.solution.iterations},
                     {"parallel", run.parallel},
                     {"vertices", run.solution.vertices},
                     {"trace", std::move(trace)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::map<std::string, ComparisonRun> comparison_runs(const Journal& journal,
                                                     const std::vector<ComparisonInput>& inputs,
                                                     const std::vector<ComparisonMethod>& methods) {
  std::map<std::string, ComparisonRun> runs;
  for (const Journal::Record& record : journal.records()) {
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), record.line, 0}, problem, "remove the line to run it again");
    };
    try {
      const Json json = Json::parse(record.text);
      const auto graph_name = json.at("graph").get<std::string>();
      const auto method_label = json.at("method").get<std::string>();
      ComparisonRun run;
      run.graph = position(
          inputs, [&](const ComparisonInput& input) { return journal_name(input.name) == graph_name; });
      run.method =
          position(methods, [&](const ComparisonMethod& method) { return method.label == method_label; });
      if (run.graph == inputs.size()) throw bad(fmt::format("the journal has no graph {}", graph_name));
      if (run.method == methods.size()) continue;
      const Json& size = json.at("s");
      if (!size.is_number_unsigned() || size.get<std::uint64_t>() > inputs[run.graph].graph.num_vertices()) {
        throw bad(fmt::format("the graph has no sets of {} vertices", size.dump()));
      }
      run.s = size.get<Vertex>();
      run.start = json.at("start").get<int>();
      run.seed = json.at("seed").get<std::uint64_t>();
      run.parallel = json.at("parallel").get<bool>();
      run.solution = solution_of(json);
      if (!recount(inputs[run.graph].graph, run.s, run.solution)) {
        throw bad("the set of this run does not hold the edges and weight it claims");
      }
      runs[comparison_key(inputs[run.graph].name, run.s, method_label, run.start)] = std::move(run);
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& error) {
      throw bad(fmt::format("is not the record of a run ({})", error.what()));
    }
  }
  return runs;
}

}  // namespace lode::detail
