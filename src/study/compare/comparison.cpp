#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/comparison.hpp>
#include <lode/subgraph/registry.hpp>

#include "study/compare/comparison_journal.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

constexpr std::string_view all_methods = "all";

ComparisonMethod described(const MethodRow& row, std::string preset, std::string label) {
  if (preset.empty() && !row.presets.empty()) preset = row.presets.front();
  return {std::string(row.name), std::move(preset), std::move(label), !row.uses_start};
}

/// METHOD or METHOD:PRESET.
ComparisonMethod parse_method(const std::string& text) {
  const std::size_t colon = text.find(':');
  const MethodRow& row = method(text.substr(0, colon));
  if (colon == std::string::npos) return described(row, "", text);
  const std::string preset = text.substr(colon + 1);
  if (std::find(row.presets.begin(), row.presets.end(), preset) == row.presets.end()) {
    std::string known;
    for (const std::string_view name : row.presets) known += (known.empty() ? "" : ", ") + std::string(name);
    throw InvalidArgument("preset", preset, fmt::format("is not a preset of method {}", row.name),
                          known.empty() ? "it has none" : "use " + known);
  }
  return described(row, preset, text);
}

std::vector<ComparisonMethod> chosen_methods(const std::vector<std::string>& asked) {
  std::vector<ComparisonMethod> chosen;
  const auto add = [&](ComparisonMethod method) {
    const bool again = std::any_of(chosen.begin(), chosen.end(), [&](const ComparisonMethod& other) {
      return other.name == method.name && other.preset == method.preset;
    });
    if (!again) chosen.push_back(std::move(method));
  };
  const auto add_all = [&] {
    for (const MethodRow& row : methods()) {
      if (row.exhaustive) continue;
      add(described(row, "", std::string(row.name)));
      const bool paper = std::find(row.presets.begin(), row.presets.end(), "paper") != row.presets.end();
      if (row.name == "hybrid" && paper) add(described(row, "paper", "hybrid:paper"));
    }
  };
  if (asked.empty()) add_all();
  for (const std::string& text : asked) {
    if (text == all_methods) {
      add_all();
    } else {
      add(parse_method(text));
    }
  }
  return chosen;
}

std::string start_rule(const std::optional<StartKind>& start) {
  if (!start) return "own";
  switch (*start) {
    case StartKind::random:
      return "random";
    case StartKind::degree:
      return "degree";
    case StartKind::peeling:
      return "peeling";
    case StartKind::given:
      break;
  }
  throw InvalidArgument("start", "given", "is one set for one size", "use random, degree or peeling");
}

ComparisonGraph described(const ComparisonInput& input) {
  const Graph& graph = input.graph;
  ComparisonGraph described{input.name,
                            graph.num_vertices(),
                            graph.num_edges(),
                            graph.weighted(),
                            graph.names().kind() == VertexNames::Kind::labels,
                            {},
                            {}};
  std::set<Vertex> seen;
  for (const Vertex s : input.sizes) {
    if (s < 1 || s > graph.num_vertices()) {
      throw InvalidArgument("size", std::to_string(s), "must be between 1 and the number of vertices",
                            fmt::format("graph {} has {}", input.name, graph.num_vertices()));
    }
    if (seen.insert(s).second) described.sizes.push_back(s);
  }
  if (described.sizes.empty()) {
    throw InvalidArgument("sizes", "empty", fmt::format("graph {} needs at least one size", input.name));
  }
  return described;
}

/// Whether a method is run on a graph; refuses one that was asked for by name and does not take the weights.
bool takes(const Graph& graph, const ComparisonMethod& chosen, const ComparisonOptions& options) {
  if (!graph.weighted() || method(chosen.name).weights) return true;
  const auto& asked = options.methods;
  if (std::find(asked.begin(), asked.end(), chosen.label) == asked.end()) return false;
  throw InvalidArgument("method", chosen.label, "does not take weights",
                        "read the graphs without their weights");
}

class Comparer {
 public:
  Comparer(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options)
      : inputs_(inputs),
        options_(options),
        whole_({.seed = options.seed,
                .threads = options.threads,
                .clock = options.clock,
                .cancel = options.cancel}) {
    if (options.starts < 1) {
      throw InvalidArgument("starts", std::to_string(options.starts), "must be at least 1");
    }
    if (!(options.time_limit >= 0.0)) {
      throw InvalidArgument("time limit", fmt::format("{}", options.time_limit),
                            "must be a number of seconds >= 0");
    }
    result_.start_rule = start_rule(options.start);
    result_.starts = options.starts;
    result_.seed = options.seed;
    result_.time_limit = options.time_limit;
    result_.methods = chosen_methods(options.methods);
    std::set<std::string_view> names;
    for (const ComparisonInput& input : inputs) {
      if (!names.insert(input.name).second) {
        throw InvalidArgument("graph", input.name, "is given twice");
      }
      result_.graphs.push_back(described(input));
      for (std::size_t m = 0; m < result_.methods.size(); ++m) {
        if (takes(input.graph, result_.methods[m], options)) result_.graphs.back().methods.push_back(m);
      }
    }
  }

  Comparison run() {
    std::optional<Journal> journal;
    std::map<std::string, ComparisonRun> finished;
    plan();
    if (!options_.journal.empty()) {
      journal.emplace(options_.journal, detail::comparison_header(inputs_, options_, result_.start_rule));
      finished = detail::comparison_runs(*journal, inputs_, result_.methods);
    }
    find_bounds();
    const std::vector<Job<ComparisonRun>> jobs = make_jobs();
    for (const auto& job : jobs) result_.resumed_runs += finished.count(job.key);
    const auto save = [&](const Job<ComparisonRun>&, const ComparisonRun& run) {
      if (!journal) return;
      journal->append(
          detail::comparison_record(run, result_.graphs[run.graph].name, result_.methods[run.method].label));
    };
    auto outcomes = run_grid<ComparisonRun>(jobs, std::move(finished), save,
                                            {.time_limit = options_.time_limit,
                                             .parallel = options_.parallel ? options_.threads : 1,
                                             .clock = options_.clock,
                                             .cancel = options_.cancel,
                                             .progress = options_.progress});
    collect(std::move(outcomes));
    score_comparison(result_);
    result_.interrupted = whole_.interrupted();
    result_.seconds = whole_.elapsed();
    return std::move(result_);
  }

 private:
  /// A run that is to be made.
  struct Plan {
    std::size_t graph;
    Vertex s;
    std::size_t method;
    int start;
    std::size_t instance;
  };

  int starts_of(std::size_t method) const { return result_.methods[method].once ? 1 : options_.starts; }

  void check_plan() const {
    double runs = 0.0;
    for (const ComparisonGraph& graph : result_.graphs) {
      for (const std::size_t m : graph.methods)
        runs += static_cast<double>(graph.sizes.size()) * starts_of(m);
    }
    detail::check_planned_runs(runs, options_.starts);
  }

  void plan() {
    check_plan();
    for (std::size_t g = 0; g < inputs_.size(); ++g) {
      for (const Vertex s : result_.graphs[g].sizes) {
        ComparisonInstance instance;
        instance.graph = g;
        instance.s = s;
        result_.instances.push_back(instance);
        for (const std::size_t m : result_.graphs[g].methods) {
          for (int start = 1; start <= starts_of(m); ++start)
            plans_.push_back({g, s, m, start, result_.instances.size() - 1});
        }
      }
    }
    result_.total_runs = plans_.size();
  }

  void find_bounds() {
    std::size_t at = 0;
    for (std::size_t g = 0; g < inputs_.size(); ++g) {
      const std::vector<Vertex>& sizes = result_.graphs[g].sizes;
      RunContext part = whole_.part(options_.time_limit * static_cast<double>(sizes.size()));
      const auto bounds = cheap_bounds(inputs_[g].graph, sizes, part);
      for (std::size_t i = 0; i < sizes.size(); ++i) result_.instances[at++].bound = best_bound(bounds[i]);
    }
  }

  std::vector<Job<ComparisonRun>> make_jobs() const {
    std::vector<Job<ComparisonRun>> jobs;
    for (const Plan& plan : plans_) {
      const std::string& label = result_.methods[plan.method].label;
      jobs.push_back({detail::comparison_key(inputs_[plan.graph].name, plan.s, label, plan.start), label,
                      options_.seed + static_cast<std::uint64_t>(plan.start - 1),
                      [this, plan](const RunContext& run) { return run_one(plan, run); }});
    }
    return jobs;
  }

  ComparisonRun run_one(const Plan& plan, const RunContext& run) const {
    const ComparisonMethod& chosen = result_.methods[plan.method];
    Problem problem;
    problem.graph = inputs_[plan.graph].graph;
    problem.s = plan.s;
    problem.upper_bound = result_.instances[plan.instance].bound.value;
    if (!chosen.once) problem.start = options_.start;
    MethodSettings settings;
    if (!chosen.preset.empty()) settings["preset"] = chosen.preset;
    ComparisonRun result;
    result.graph = plan.graph;
    result.s = plan.s;
    result.method = plan.method;
    result.start = plan.start;
    result.seed = run.seed();
    result.parallel = options_.parallel && options_.threads != 1;
    result.solution = solve(chosen.name, problem, settings, run);
    result.solution.trace = thinned_trace(result.solution.trace, comparison_trace_limit);
    return result;
  }

  void collect(std::vector<std::optional<ComparisonRun>> outcomes) {
    for (auto& outcome : outcomes) {
      if (!outcome) continue;
      result_.parallel = result_.parallel || outcome->parallel;
      const Graph& graph = inputs_[outcome->graph].graph;
      for (const Vertex v : outcome->solution.vertices) outcome->names.push_back(graph.name(v));
      result_.runs.push_back(std::move(*outcome));
    }
  }

  const std::vector<ComparisonInput>& inputs_;
  const ComparisonOptions& options_;
  RunContext whole_;
  Comparison result_;
  std::vector<Plan> plans_;
};

}  // namespace

Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options) {
  return Comparer(inputs, options).run();
}

}  // namespace lode
