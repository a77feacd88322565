#include "study/compare/least_squares_journal.hpp"

#include <algorithm>
#include <bit>
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
using least_squares::ConstraintKind;
using least_squares::Index;
using least_squares::Instance;

/// 64 bits that change with any value of A or b.
std::uint64_t fingerprint(const Instance& instance) {
  std::uint64_t state = Rng::mix(instance.rows());
  const auto add = [&](double value) {
    state = Rng::mix(state + std::bit_cast<std::uint64_t>(value) + Rng::gamma);
  };
  std::vector<double> column(instance.rows());
  for (Index j = 0; j < instance.columns(); ++j) {
    std::fill(column.begin(), column.end(), 0.0);
    instance.a().add_column(j, 1.0, column);
    for (const double value : column) add(value);
  }
  for (const double value : instance.b()) add(value);
  return state;
}

/// What a panel is, in words that change with anything that changes its runs. Sizes may differ.
std::string described(const LeastSquaresPanel& panel) {
  const LeastSquaresSource& source = panel.source;
  std::string origin;
  switch (source.kind) {
    case LeastSquaresSource::Kind::regression:
      origin = fmt::format("{} {} seed {}", to_string(source.regression.design),
                           to_string(source.regression.noise), source.regression.seed);
      break;
    case LeastSquaresSource::Kind::uniform:
      origin = fmt::format("uniform seed {}", source.uniform.seed);
      break;
    case LeastSquaresSource::Kind::given:
      origin = fmt::format("given, fingerprint {:016x}", fingerprint(*source.given));
      break;
  }
  return fmt::format("{} {} x {}, {} lambda {} box {}, start scale {}", origin, source.rows(),
                     source.columns(), to_string(panel.constraint), panel.lambda, panel.box,
                     panel.start_scale ? fmt::format("{}", *panel.start_scale) : "own");
}

std::size_t position_of(const std::string& name, const auto& list, const auto& name_of) {
  return static_cast<std::size_t>(
      std::find_if(list.begin(), list.end(), [&](const auto& one) { return name_of(one) == name; }) -
      list.begin());
}

least_squares::Solution least_squares_solution_of(const Json& json) {
  least_squares::Solution solution;
  solution.support = json.at("support").get<std::vector<Index>>();
  solution.x = json.at("x").get<std::vector<double>>();
  solution.objective = json.at("objective").get<double>();
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

/// Replaces the objective by that of x; false if x is not feasible or has another one than was claimed.
bool recompute(const least_squares::Problem& problem, least_squares::Solution& solution) {
  const std::size_t n = problem.instance->columns();
  const std::vector<Index>& support = solution.support;
  if (support.size() != solution.x.size() || (!support.empty() && support.back() >= n) ||
      std::adjacent_find(support.begin(), support.end(), std::greater_equal<>()) != support.end()) {
    return false;
  }
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (!std::isfinite(solution.x[i])) return false;
    x[support[i]] = solution.x[i];
  }
  if (least_squares::project(problem.constraint, x) != x) return false;
  const double objective = least_squares::objective_at(problem, x);
  const bool same = std::abs(objective - solution.objective) <= 1e-9 * std::max(1e-9, std::abs(objective));
  solution.objective = objective;
  return same;
}

}  // namespace

JournalHeader least_squares_header(const LeastSquaresExperiment& experiment,
                                   const LeastSquaresComparisonOptions& options) {
  JournalHeader header = {{"journal", "lode lsq compare"},
                          {"format", "1"},
                          {"lode version", std::string(version())},
                          {"seed", std::to_string(options.seed)},
                          {"time limit", fmt::format("{}", options.time_limit)}};
  for (const LeastSquaresPanel& panel : experiment.panels) {
    header.emplace_back("panel " + panel.name, described(panel));
  }
  return header;
}

std::string least_squares_key(const std::string& panel, Index s, const std::string& method, int start) {
  return fmt::format("{}{}, {}, start {}", panel, s > 0 ? fmt::format(", s = {}", s) : "", method, start);
}

std::string least_squares_record(const LeastSquaresRun& run, const std::string& panel,
                                 const std::string& method) {
  const least_squares::Solution& solution = run.solution;
  Json trace = Json::array();
  for (const TracePoint& point : solution.trace) {
    trace.push_back(Json::array({point.seconds, point.weight, point.iteration}));
  }
  const Json json = {{"panel", panel},
                     {"s", run.s},
                     {"method", method},
                     {"start", run.start},
                     {"seed", run.seed},
                     {"objective", solution.objective},
                     {"seconds", solution.seconds},
                     {"seconds_to_best", solution.seconds_to_best},
                     {"stop_reason", to_string(solution.stop_reason)},
                     {"iterations", solution.iterations},
                     {"support", solution.support},
                     {"x", solution.x},
                     {"trace", std::move(trace)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::map<std::string, LeastSquaresRun> least_squares_runs(const Journal& journal,
                                                          const LeastSquaresExperiment& experiment,
                                                          const std::vector<LeastSquaresMethod>& methods,
                                                          const InstanceSource& instance_of) {
  std::map<std::string, LeastSquaresRun> runs;
  for (const Journal::Record& record : journal.records()) {
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), record.line, 0}, problem, "remove the line to run it again");
    };
    try {
      const Json json = Json::parse(record.text);
      const auto panel_name = json.at("panel").get<std::string>();
      const auto label = json.at("method").get<std::string>();
      LeastSquaresRun run;
      run.panel = position_of(panel_name, experiment.panels, [](const auto& panel) { return panel.name; });
      run.method = position_of(label, methods, [](const auto& method) { return method.label; });
      if (run.panel == experiment.panels.size()) throw bad("there is no panel " + panel_name);
      if (run.method == methods.size()) continue;
      run.s = json.at("s").get<Index>();
      run.start = json.at("start").get<int>();
      run.seed = json.at("seed").get<std::uint64_t>();
      run.solution = least_squares_solution_of(json);
      least_squares::Problem problem;
      problem.instance = instance_of(run.panel);
      problem.constraint = experiment.panels[run.panel].at(run.s);
      if (!recompute(problem, run.solution)) throw bad("x does not have the objective that is claimed");
      runs[least_squares_key(panel_name, run.s, label, run.start)] = std::move(run);
    } catch (const InputError&) {
      throw;
    } catch (const SystemError&) {
      throw;
    } catch (const std::exception& error) {
      throw bad(fmt::format("is not the record of a run ({})", error.what()));
    }
  }
  return runs;
}

}  // namespace lode::detail
