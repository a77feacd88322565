#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/study/compare.hpp>

#include "study/compare/task.hpp"

namespace lode {
namespace {

using least_squares::Index;
using least_squares::Instance;
using LeastSquaresRow = least_squares::MethodRow;

bool holds(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

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

class LeastSquaresTask final : public detail::ComparisonTask {
 public:
  LeastSquaresTask(const LeastSquaresExperiment& experiment, const ComparisonOptions& options)
      : experiment_(experiment), options_(options) {}

  /// Adds the cases and methods to a comparison. Methods that the caller did not name (all, or the
  /// experiment's) are kept only if they take one of the constraints.
  void fill(Comparison& comparison) const {
    std::vector<std::string> all;
    for (const LeastSquaresRow& row : least_squares::methods()) all.emplace_back(row.name);
    comparison.methods = detail::chosen_methods(
        options_.methods.empty() ? experiment_.methods : options_.methods, all, least_squares::method);
    const auto takes = [](const ComparisonMethod& chosen, const LeastSquaresPanel& panel) {
      return holds(least_squares::method(chosen.name).constraints, panel.constraint);
    };
    std::erase_if(comparison.methods, [&](const ComparisonMethod& chosen) {
      const bool takes_one =
          std::any_of(experiment_.panels.begin(), experiment_.panels.end(),
                      [&](const LeastSquaresPanel& panel) { return takes(chosen, panel); });
      if (takes_one || !holds(options_.methods, chosen.label)) return !takes_one;
      throw InvalidArgument("method", chosen.label, "takes none of the constraints compared",
                            "'lode lsq methods' lists the constraints of each");
    });
    for (const LeastSquaresPanel& panel : experiment_.panels) {
      comparison.cases.push_back({panel.name, panel.sizes, {}});
      for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
        if (takes(comparison.methods[m], panel)) comparison.cases.back().methods.push_back(m);
      }
    }
  }

  std::string identity(std::size_t place) const override {
    const LeastSquaresPanel& panel = experiment_.panels[place];
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

  void prepare(std::vector<ComparisonInstance>&, const RunContext&) override {}

  void solve(const ComparisonInstance& instance, const ComparisonMethod& method, const RunContext& run,
             ComparisonRun& result) override {
    least_squares::Problem problem;
    try {
      problem = problem_of(instance.place, instance.s, run);
    } catch (const SystemError&) {
      if (run.interrupted()) return;  // the grid drops interrupted runs
      throw;
    }
    // The time limit starts when the instance is ready.
    const RunContext part = run.part(options_.time_limit);
    least_squares::Solution solution = least_squares::solve(
        method.name, problem, settings_of(method, experiment_.panels[instance.place]), part);
    result.support = std::move(solution.support);
    result.x = std::move(solution.x);
    result.objective = solution.objective;
    detail::take_course(solution, result);
  }

  bool recount(ComparisonRun& result, const RunContext& whole) override {
    const least_squares::Problem problem = problem_of(result.place, result.s, whole);
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

 private:
  /// The problem of a panel with its Gram matrix and largest eigenvalue. The last instance is cached, since
  /// runs are ordered by panel.
  least_squares::Problem problem_of(std::size_t place, Index s, const RunContext& run) {
    if (!instance_ || place_ != place) {
      instance_ = made_instance(experiment_.panels[place].source, run);
      place_ = place;
    }
    if (!instance_->gram(run).empty()) instance_->largest_eigenvalue(run);
    least_squares::Problem problem;
    problem.instance = instance_;
    problem.constraint = experiment_.panels[place].at(s);
    return problem;
  }

  static std::shared_ptr<const Instance> made_instance(const LeastSquaresSource& source,
                                                       const RunContext& run) {
    if (source.kind == LeastSquaresSource::Kind::given) return source.given;
    auto data = source.kind == LeastSquaresSource::Kind::uniform
                    ? least_squares::uniform_data(source.uniform, run)
                    : least_squares::regression_data(source.regression, run);
    return std::make_shared<Instance>(std::move(data.a), std::move(data.b));
  }

  /// The settings of the method. Methods with a random start and a start-scale setting (in hybrid, the preset
  /// paper) get the panel's start scale.
  static subgraph::MethodSettings settings_of(const ComparisonMethod& chosen,
                                              const LeastSquaresPanel& panel) {
    subgraph::MethodSettings settings = chosen.settings;
    const LeastSquaresRow& row = least_squares::method(chosen.name);
    const bool is_random = row.presets.empty() || chosen.preset() == "paper";
    if (panel.start_scale && is_random && row.takes("start-scale")) {
      settings.try_emplace("start-scale", fmt::format("{}", *panel.start_scale));
    }
    return settings;
  }

  const LeastSquaresExperiment& experiment_;
  const ComparisonOptions& options_;
  std::size_t place_ = 0;
  std::shared_ptr<const Instance> instance_;
};

}  // namespace

Comparison compare_least_squares(const LeastSquaresExperiment& experiment, const ComparisonOptions& options) {
  if (options.start) throw InvalidArgument("start", "given", "is an option of graphs", "leave it out");
  Comparison comparison = detail::begun_comparison(ComparisonKind::least_squares, options);
  ComparisonOptions one_thread = options;
  one_thread.threads = 1;
  LeastSquaresTask task(experiment, one_thread);
  task.fill(comparison);
  comparison.experiment = experiment;
  return detail::run_comparison(std::move(comparison), task, one_thread,
                                std::numeric_limits<double>::infinity());
}

}  // namespace lode
