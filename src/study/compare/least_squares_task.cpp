#include <bit>
#include <cmath>
#include <limits>

#include <lode/core/rng.hpp>

#include "study/compare/comparison.hpp"

namespace lode {
namespace {

using detail::contains;
using least_squares::Index;
using least_squares::Instance;
using LeastSquaresRow = least_squares::MethodRow;

/// A 64-bit hash of A and b.
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

/// A text for the header of a journal.
std::string identity_of(const LeastSquaresPanel& panel) {
  const LeastSquaresSource& source = panel.source;
  const detail::SourceWords words = detail::source_words(source);
  const std::string origin = source.kind == LeastSquaresSource::Kind::given
                                 ? fmt::format("given, fingerprint {:016x}", fingerprint(*source.given))
                             : source.kind == LeastSquaresSource::Kind::uniform
                                 ? fmt::format("uniform seed {}", words.seed)
                                 : fmt::format("{} {} seed {}", words.design, words.noise, words.seed);
  return fmt::format("{} {} x {}, {} lambda {} box {}, start scale {}", origin, source.rows(),
                     source.columns(), to_string(panel.constraint), panel.lambda, panel.box,
                     panel.start_scale ? fmt::format("{}", *panel.start_scale) : "own");
}

std::shared_ptr<const Instance> made_instance(const LeastSquaresSource& source, const RunContext& run) {
  if (source.kind == LeastSquaresSource::Kind::given) return source.given;
  auto data = source.kind == LeastSquaresSource::Kind::uniform
                  ? least_squares::uniform_data(source.uniform, run)
                  : least_squares::regression_data(source.regression, run);
  return std::make_shared<Instance>(std::move(data.a), std::move(data.b));
}

bool takes(const ComparisonMethod& chosen, const LeastSquaresPanel& panel) {
  return contains(least_squares::method(chosen.name).constraints, panel.constraint);
}

/// The settings of the method. Methods with a random start and a start-scale setting (in hybrid, the preset
/// paper) get the panel's start scale.
subgraph::MethodSettings settings_of(const ComparisonMethod& chosen, const LeastSquaresPanel& panel) {
  subgraph::MethodSettings settings = chosen.settings;
  const LeastSquaresRow& row = least_squares::method(chosen.name);
  const bool is_random = row.presets.empty() || chosen.preset() == "paper";
  if (panel.start_scale && is_random && row.takes("start-scale")) {
    settings.try_emplace("start-scale", fmt::format("{}", *panel.start_scale));
  }
  return settings;
}

bool recount(const least_squares::Problem& problem, ComparisonRun& result) {
  const std::size_t n = problem.instance->columns();
  const std::vector<Index>& support = result.support;
  if (support.size() != result.x.size() || (!support.empty() && support.back() >= n) ||
      std::adjacent_find(support.begin(), support.end(), std::greater_equal<>()) != support.end()) {
    return false;
  }
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (!std::isfinite(result.x[i])) return false;
    x[support[i]] = result.x[i];
  }
  if (least_squares::project(problem.constraint, x) != x) return false;
  const double objective = least_squares::objective_at(problem, x);
  const bool same = std::abs(objective - result.objective) <= 1e-9 * std::max(1e-9, std::abs(objective));
  result.objective = objective;
  return same;
}

}  // namespace

Comparison compare_least_squares(const LeastSquaresExperiment& experiment, const ComparisonOptions& options) {
  if (options.start) throw InvalidArgument("start", "", "is an option for graphs", "leave it out");
  Comparison comparison;
  comparison.kind = ComparisonKind::least_squares;
  comparison.experiment = experiment;
  std::vector<std::string> all;
  for (const LeastSquaresRow& row : least_squares::methods()) all.emplace_back(row.name);
  comparison.methods = detail::chosen_methods(options.methods.empty() ? experiment.methods : options.methods,
                                              all, least_squares::method);
  // Methods that the caller did not name (all, or the experiment's) are kept only if they take a constraint.
  std::erase_if(comparison.methods, [&](const ComparisonMethod& chosen) {
    const auto& panels = experiment.panels;
    const bool takes_one =
        std::ranges::any_of(panels, [&](const auto& panel) { return takes(chosen, panel); });
    if (takes_one || !contains(options.methods, chosen.label)) return !takes_one;
    throw InvalidArgument("method", chosen.label, "takes none of the constraints compared",
                          "'lode lsq methods' lists the constraints of each");
  });
  for (const LeastSquaresPanel& panel : experiment.panels) {
    comparison.cases.push_back({panel.name, panel.sizes, {}});
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      if (takes(comparison.methods[m], panel)) comparison.cases.back().methods.push_back(m);
    }
  }
  // The last instance is cached, since runs are ordered by panel.
  std::shared_ptr<const Instance> instance;
  std::size_t instance_place = 0;
  const auto problem_of = [&](std::size_t place, Index s, const RunContext& run) {
    if (!instance || instance_place != place) {
      instance = made_instance(experiment.panels[place].source, run);
      instance_place = place;
    }
    if (!instance->gram(run).empty()) instance->largest_eigenvalue(run);
    least_squares::Problem problem;
    problem.instance = instance;
    problem.constraint = experiment.panels[place].at(s);
    return problem;
  };
  detail::ComparisonTask task;
  task.identity = [&](std::size_t place) { return identity_of(experiment.panels[place]); };
  task.prepare = [](ComparisonInstance&, const RunContext&) {};
  task.solve = [&](const ComparisonInstance& at, const ComparisonMethod& method, const RunContext& run,
                   ComparisonRun& result) {
    least_squares::Problem problem;
    try {
      problem = problem_of(at.place, at.s, run);
    } catch (const SystemError&) {
      if (run.interrupted()) return;  // the grid drops interrupted runs
      throw;
    }
    // The time limit starts when the instance is ready.
    const RunContext part = run.part(options.time_limit);
    least_squares::Solution solution =
        least_squares::solve(method.name, problem, settings_of(method, experiment.panels[at.place]), part);
    result.support = std::move(solution.support);
    result.x = std::move(solution.x);
    result.objective = solution.objective;
    detail::take_course(solution, result);
  };
  task.recount = [&](ComparisonRun& result, const RunContext& whole) {
    return recount(problem_of(result.place, result.s, whole), result);
  };
  ComparisonOptions one_thread = options;
  one_thread.threads = 1;
  return detail::run_comparison(std::move(comparison), task, one_thread,
                                std::numeric_limits<double>::infinity());
}

}  // namespace lode
