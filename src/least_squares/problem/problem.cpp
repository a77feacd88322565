#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/least_squares/problem.hpp>

#include "core/assert.hpp"
#include "core/linalg/portable_math.hpp"
#include "core/stream_tags.hpp"
#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

constexpr std::string_view separated_note =
    "the columns of the answer separate the labels: the loss has no minimiser on them, it falls towards 0 as "
    "x grows; a penalty with a box (option 'lambda', option 'box') bounds x";

void check_start(const std::vector<double>& start, std::size_t n) {
  if (start.size() != n) {
    throw InvalidArgument("start", fmt::format("has {} values, but A has {} columns", start.size(), n), "");
  }
  const auto bad = std::find_if(start.begin(), start.end(), [](double v) { return !std::isfinite(v); });
  if (bad == start.end()) return;
  throw InvalidArgument(fmt::format("start({})", bad - start.begin() + 1), fmt::format("{}", *bad),
                        "must be finite");
}

/// The exponent of the power of two next above the largest magnitude; 0 for zeros.
int exponent_of(std::span<const double> values) {
  int exponent = 0;
  std::frexp(as_vector(values).lpNorm<Eigen::Infinity>(), &exponent);
  return exponent;
}

std::vector<double> divided(std::span<const double> values, int exponent) {
  return to_std(as_vector(values).unaryExpr([=](double v) { return std::ldexp(v, -exponent); }));
}

/// x with the values on its support refitted, unless that is no better; says in `note` if there was no time.
std::vector<double> refitted(const Problem& problem, std::vector<double> x, const RunContext& run,
                             std::string& note) {
  const std::vector<Index> support = support_of(x);
  std::vector<double> values;
  for (const Index i : support) values.push_back(x[i]);
  const auto fitted = refit_on(problem, support, values, run);
  if (!fitted) {
    note = "no fit on the final support: " + std::string(stop_words(run.stop_reason()));
    return x;
  }
  std::vector<double> result = point_on(support, *fitted, x.size());
  return objective_at(problem, result) <= objective_at(problem, x) ? result : x;
}

/// True if x classifies every row right and may grow without end, so that no x attains the infimum.
bool separates_labels(const Problem& problem, const std::vector<double>& x) {
  if (problem.loss != Loss::logistic || !is_unbounded(problem.constraint)) return false;
  const std::vector<double> product = problem.instance->a().multiply(x);
  const auto b = as_vector(problem.instance->b()).array();
  return b.size() > 0 && (b * as_vector(product).array() > 0.0).all();
}

}  // namespace

void check_at_least_zero(std::string_view name, double value) {
  if (value >= 0.0) return;  // false for NaN
  throw InvalidArgument(std::string(name), std::to_string(value), "must be a number >= 0");
}

const Instance& instance_of(const Problem& problem) {
  if (!problem.instance) throw InvalidArgument("instance", "", "is missing");
  return *problem.instance;
}

bool is_feasible(const Constraint& constraint, const std::vector<double>& x) {
  return std::ranges::all_of(x, [](double v) { return std::isfinite(v); }) && projected(constraint, x) == x;
}

std::vector<double> projected(const Constraint& constraint, std::vector<double> x) {
  const std::size_t n = x.size();
  switch (constraint.kind) {
    case ConstraintKind::binary:
      for (double& value : x) value = value > 0.0 ? 1.0 : -1.0;
      return x;
    case ConstraintKind::binary_c: {
      std::vector<double> ones(n, 0.0);
      for (const Index i : largest(n, constraint.s, [&](Index j) { return x[j]; })) ones[i] = 1.0;
      return ones;
    }
    case ConstraintKind::sparse:
      for (double& value : x) value = std::clamp(value, -constraint.box, constraint.box);
      return x;
    case ConstraintKind::sparse_c: {
      std::vector<double> kept(n, 0.0);
      for (const Index i : largest(n, constraint.s, [&](Index j) { return std::abs(x[j]); })) kept[i] = x[i];
      return kept;
    }
  }
  return x;
}

UnitProblem::UnitProblem(const Problem& given) : problem(given) {
  const Matrix& a = given.instance->a();
  const bool sparse = is_sparse(given.constraint.kind);
  int of_a = exponent_of(stored_values(a));
  int of_b = exponent_of(given.instance->b());
  if (!sparse) of_a = of_b = std::max(of_a, of_b);
  if (given.loss == Loss::logistic) of_b = 0;  // labels
  if (std::abs(of_a) <= 20 && of_b >= -4 && of_b <= 40) return;
  if (given.loss == Loss::squared) of_objective = 2 * of_b;
  if (sparse) of_x = of_b - of_a;
  problem.instance =
      std::make_shared<const Instance>(a.times(std::ldexp(1.0, -of_a)), divided(given.instance->b(), of_b));
  problem.target = std::ldexp(given.target, -of_objective);
  problem.constraint.lambda = std::ldexp(given.constraint.lambda, -of_objective);
  problem.constraint.box = std::ldexp(given.constraint.box, -of_x);
  if (given.start) problem.start = divided(*given.start, of_x);
}

Solution UnitProblem::to_part(Solution solution) const {
  solution.x = divided(solution.x, of_x);
  return solution;
}

Solution UnitProblem::to_graph(Solution solution) const {
  solution.x = divided(solution.x, -of_x);
  solution.objective = std::ldexp(solution.objective, of_objective);
  for (TracePoint& point : solution.trace) point.weight = std::ldexp(point.weight, of_objective);
  return solution;
}

std::string_view to_string(ConstraintKind kind) {
  constexpr std::string_view names[] = {"binary", "binary-c", "sparse", "sparse-c"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view stop_words(StopReason reason) {
  if (reason == StopReason::iterations) return "limit of work";
  return reason == StopReason::interrupted ? "interrupted" : "time limit";
}

std::string_view to_string(Loss loss) { return loss == Loss::squared ? "squared" : "logistic"; }

void check_problem(const Problem& problem) {
  const Instance& instance = instance_of(problem);
  const Constraint& constraint = problem.constraint;
  const std::size_t n = instance.columns();
  if (n == 0) throw InvalidArgument("A", "", "has no columns");
  const bool needs_s =
      constraint.kind == ConstraintKind::binary_c || constraint.kind == ConstraintKind::sparse_c;
  if (needs_s && constraint.s > n) {
    throw InvalidArgument("s", std::to_string(constraint.s),
                          "must be between 0 and the number of columns, " + std::to_string(n));
  }
  if (constraint.kind == ConstraintKind::sparse) {
    check_at_least_zero("lambda", constraint.lambda);
    if (std::isinf(constraint.lambda)) throw InvalidArgument("lambda", "inf", "must be finite");
    check_at_least_zero("box", constraint.box);
  }
  if (problem.start) check_start(*problem.start, n);
  if (std::isnan(problem.target)) throw InvalidArgument("target", "nan", "must be a number");
  if (problem.loss != Loss::logistic) return;
  for (std::size_t i = 0; i < instance.rows(); ++i) {
    const double label = instance.b()[i];
    if (label == 1.0 || label == -1.0) continue;
    throw InvalidArgument("b(" + std::to_string(i + 1) + ")", std::to_string(label),
                          "is not a label of the logistic loss", "use -1 and 1");
  }
}

std::vector<double> project(const Constraint& constraint, std::vector<double> x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]))
      throw InvalidArgument("x(" + std::to_string(i + 1) + ")", "nan", "must be a number");
  }
  if (constraint.kind == ConstraintKind::sparse) check_at_least_zero("box", constraint.box);
  return projected(constraint, std::move(x));
}

std::vector<double> start_point(const Problem& problem, double scale, std::uint64_t seed) {
  if (problem.start) return project(problem.constraint, *problem.start);
  const Rng rng(seed, lode::detail::fit_start_stream);
  std::vector<double> x(instance_of(problem).columns());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = scale * rng.normal_at(i);
  return project(problem.constraint, std::move(x));
}

double loss_at(const Problem& problem, const std::vector<double>& product) {
  const std::span<const double> b = instance_of(problem).b();
  if (product.size() != b.size()) {
    throw InvalidArgument("product",
                          fmt::format("has {} values, but A has {} rows", product.size(), b.size()), "");
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (problem.loss == Loss::squared) {
      sum += 0.5 * (product[i] - b[i]) * (product[i] - b[i]);
    } else {  // log(1 + exp(-t)) without overflow
      using lode::detail::portable_exp, lode::detail::portable_log1p;
      const double t = b[i] * product[i];
      sum += portable_log1p(portable_exp(-std::abs(t))) + std::max(-t, 0.0);
    }
  }
  return sum;
}

double penalty_at(const Constraint& constraint, const std::vector<double>& x) {
  if (constraint.kind != ConstraintKind::sparse) return 0.0;
  return constraint.lambda * static_cast<double>(support_of(x).size());
}

double objective_at(const Problem& problem, const std::vector<double>& x) {
  return loss_at(problem, instance_of(problem).a().multiply(x)) + penalty_at(problem.constraint, x);
}

Solution finish_solution(const Problem& problem, std::vector<double> x, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run) {
  LODE_ASSERT_LIGHT(x.size() == instance_of(problem).columns());
  Solution solution;
  if (is_sparse(problem.constraint.kind)) {
    if (problem.refit) x = refitted(problem, std::move(x), run, solution.note);
    std::vector<double> without_noise = x;
    const Instance& instance = *problem.instance;
    drop_noise(without_noise, [&](std::size_t i) { return std::sqrt(instance.column_squares()[i]); });
    const double rounding = 1e-15 * instance.half_norm_b();
    if (objective_at(problem, without_noise) <= objective_at(problem, x) + rounding) x = without_noise;
  }
  LODE_ASSERT_LIGHT(is_feasible(problem.constraint, x));
  if (separates_labels(problem, x)) {
    solution.note = std::string(separated_note) + (solution.note.empty() ? "" : "; ") + solution.note;
  }
  solution.objective = objective_at(problem, x);
  solution.support = support_of(x);
  for (const Index i : solution.support) solution.x.push_back(x[i]);
  solution.stop_reason = solution.objective <= problem.target ? StopReason::target : reason;
  solution.iterations = iterations;
  solution.seconds = run.elapsed();
  const double rounding = 1e-9 * std::max(1.0, std::abs(solution.objective));
  if (trace.empty() || solution.objective < trace.back().weight - rounding) {
    trace.push_back({solution.seconds, solution.objective, iterations});
  }
  solution.seconds_to_best = trace.back().seconds;
  solution.trace = std::move(trace);
  return solution;
}

}  // namespace lode::least_squares
