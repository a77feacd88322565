#include "subgraph/methods/truncated_power.hpp"

#include <fmt/core.h>

#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/solve_by_settings.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph {
namespace {

using Eigen::VectorXd;

// Differences up to these are rounding, of the objective relative to itself and of the entries of the unit
// vector x: smaller ones would see falls that are none, or miss that x repeats.
constexpr double fall_tolerance = 1e-12;
constexpr double repeat_tolerance = 1e-12;

class PowerIteration {
 public:
  PowerIteration(const Problem& problem, const TruncatedPowerOptions& options,
                 const AdjacencyOperator& matrix, detail::BestRounding& best)
      : s_(problem.s), limit_(options.max_iterations), product_(matrix), best_(best) {}

  enum class Outcome { ended, fell };
  enum class OnFall { give_up, go_on };

  /// Iterates with one shift from `start`, a nonzero vector.
  Outcome run(const VectorXd& start, double shift, OnFall on_fall) {
    VectorXd x = start.normalized();
    VectorXd previous = VectorXd::Zero(x.size());
    VectorXd image(x.size());
    double objective = -1.0;
    for (std::uint64_t step = 0;; ++step) {
      if (const auto stop = best_.should_end()) return end(*stop);
      product_.multiply(x.data(), image.data());
      image += shift * x;
      const double next_objective = x.dot(image);
      const bool falls = next_objective < objective * (1.0 - fall_tolerance);
      if (falls && on_fall == OnFall::give_up) return Outcome::fell;
      objective = next_objective;
      if (step == limit_) return end(StopReason::iterations);
      if (!truncate(image)) return end(StopReason::converged);
      ++iterations_;
      best_.consider({image.data(), static_cast<std::size_t>(image.size())}, iterations_);
      const bool repeats = (image - x).lpNorm<Eigen::Infinity>() <= repeat_tolerance ||
                           (image - previous).lpNorm<Eigen::Infinity>() <= repeat_tolerance;
      if (repeats) return end(StopReason::converged);
      previous.swap(x);
      x.swap(image);
    }
  }

  hybrid::StepsEnd result() const { return {reason_, iterations_}; }

 private:
  Outcome end(StopReason reason) {
    reason_ = reason;
    return Outcome::ended;
  }

  /// Keeps the s largest entries and normalises; false when nothing is left.
  bool truncate(VectorXd& a) const {
    const VertexSet kept = top_s({a.data(), static_cast<std::size_t>(a.size())}, s_);
    VectorXd values(static_cast<Eigen::Index>(kept.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = a[kept[static_cast<std::size_t>(i)]];
    const double norm = values.norm();
    if (norm == 0.0) return false;
    a.setZero();
    for (Eigen::Index i = 0; i < values.size(); ++i) a[kept[static_cast<std::size_t>(i)]] = values[i] / norm;
    return true;
  }

  Vertex s_;
  std::uint64_t limit_;
  detail::SupportProduct product_;
  detail::BestRounding& best_;
  StopReason reason_ = StopReason::converged;
  std::uint64_t iterations_ = 0;
};

const lode::detail::OptionTable<TruncatedPowerOptions>& truncated_power_options() {
  static const lode::detail::OptionTable<TruncatedPowerOptions> table = {
      {"shift", &TruncatedPowerOptions::shift,
       "Number c added to the diagonal; automatic: 0 at first, larger when the objective falls", "",
       lode::detail::at_least(0.0)},
      {"max-iterations", &TruncatedPowerOptions::max_iterations, "Largest number of steps for each shift",
       "steps", lode::detail::at_least(0)},
  };
  return table;
}

}  // namespace

Solution truncated_power(const Problem& problem, const TruncatedPowerOptions& options,
                         const RunContext& run) {
  check_problem(problem);
  truncated_power_options().check(options);
  const auto iterate = [&](std::span<const double> start, detail::BestRounding& best) {
    const AdjacencyOperator matrix(problem.graph);
    PowerIteration power(problem, options, matrix, best);
    const VectorXd x = Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()));
    using OnFall = PowerIteration::OnFall;
    const auto falls_with = [&](double shift, OnFall on_fall) {
      best.set_phase(fmt::format("tpm, shift {:.6g}", shift));
      return power.run(x, shift, on_fall) == PowerIteration::Outcome::fell;
    };
    if (options.shift) {
      falls_with(*options.shift, OnFall::go_on);
    } else if (falls_with(0.0, OnFall::give_up)) {
      const double largest_shift = -smallest_eigenvalue(matrix, run).value;
      if (falls_with(0.5 * largest_shift, OnFall::give_up)) falls_with(largest_shift, OnFall::go_on);
    }
    return power.result();
  };
  const StartKind kind = problem.start.value_or(StartKind::degree);
  return detail::run_relaxation(problem, run, "tpm", detail::start_indicator(problem, kind, run), iterate);
}

namespace detail {

MethodRow truncated_power_row() {
  return {.name = "tpm",
          .summary =
              "Multiplies x by W + cI and keeps the s largest entries, again and again (truncated power "
              "iteration)",
          .objective = "x'(W + cI)x, |x| = 1, s nonzeros",
          .guarantee = "Never less than its start; the objective never falls for c = |lambda_min|",
          .cost = "At most 200 steps for each shift, each n + the degrees of the set, and one eigenvalue",
          .source = "Yuan, Zhang, JMLR 14 (2013)",
          .options = truncated_power_options().infos(),
          .solve = lode::detail::solve_by_settings<truncated_power, truncated_power_options>};
}

}  // namespace detail

}  // namespace lode::subgraph
