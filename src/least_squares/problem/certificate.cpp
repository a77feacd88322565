#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/least_squares/certificate.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/escape/tabu_list.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/block_constraint.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"
#include "least_squares/problem/scaling.hpp"

namespace lode::least_squares {
namespace {

using hybrid::least_decrease;

std::vector<double> point_of(const Problem& problem, const Solution& solution) {
  const std::size_t n = problem.instance->columns();
  if (solution.support.size() != solution.x.size()) {
    throw InvalidArgument("values of the answer", std::to_string(solution.x.size()),
                          "must be as many as the columns of its support");
  }
  std::vector<char> seen(n, 0);
  for (const Index j : solution.support) {
    if (j >= n) throw InvalidArgument("column of the answer", std::to_string(j + 1), "does not exist");
    if (std::exchange(seen[j], 1)) {
      throw InvalidArgument("column of the answer", std::to_string(j + 1), "stands twice");
    }
  }
  std::vector<double> x = detail::point_on(solution.support, solution.x, n);
  const char* const why = detail::why_infeasible(problem.constraint, x);
  if (why) {
    throw InvalidArgument(
        "answer", std::to_string(solution.support.size()) + " columns",
        std::string(why) + ", so it is none under " + std::string(to_string(problem.constraint.kind)));
  }
  return x;
}

Certificate::Stationarity to_report(const hybrid::StationarityCheck& check, int k) {
  const bool exhaustive = check.mode == hybrid::StationarityMode::exhaustive;
  return {k, exhaustive ? Certificate::Mode::exhaustive : Certificate::Mode::sampled, check.blocks,
          check.holds, check.complete};
}

/// Checks blocks of one kind of constraint at one point.
template <class Con>
class BlockChecks {
 public:
  BlockChecks(const Problem& problem, SquaredObjective& objective, const Con& constraint,
              const RunContext& run)
      : problem_(problem), objective_(objective), constraint_(constraint), run_(run) {}

  Certificate::Stationarity singles() {
    Certificate::Stationarity report{1, Certificate::Mode::exhaustive, 0, true, true};
    for (Index i = 0; i < objective_.size() && report.holds && go_on(report); ++i) {
      ++report.blocks;
      report.holds = !improves({i});
    }
    return report;
  }

  Certificate::Stationarity pairs(GramRows& rows) {
    Certificate::Stationarity report{2, Certificate::Mode::exhaustive, 0, true, true};
    for (Index i = 0; i < objective_.size() && report.holds && go_on(report); ++i) {
      const std::span<const double> row = rows.row(i);
      for (Index j = i + 1; j < objective_.size() && report.holds; ++j) {
        ++report.blocks;
        if (may_improve(i, j, row[j])) report.holds = !improves({i, j});
      }
    }
    return report;
  }

  Certificate::Stationarity sample(int k, std::uint64_t blocks, Rng& rng) {
    auto rule = hybrid::working_set_of(constraint_, {k, 0}, objective_.size(), hybrid::RandomPart::balanced);
    return to_report(hybrid::sample_stationarity(objective_, constraint_, std::move(rule), blocks, rng, run_),
                     k);
  }

 private:
  bool go_on(Certificate::Stationarity& report) {
    report.complete = !run_.should_stop();
    return report.complete;
  }

  bool improves(const std::vector<Index>& set) {
    return constraint_.solve(objective_.block(set), 0.0, run_).decrease > least_decrease(objective_.value());
  }

  /// False only where no values of the two coordinates can improve: signs exactly, sparse blocks without
  /// regard to the box and the limit on nonzeros beyond that of the pair itself.
  bool may_improve(Index i, Index j, double coupling) const {
    const double least = least_decrease(objective_.value());
    const double x = objective_.coordinate(i);
    const double y = objective_.coordinate(j);
    const double a = objective_.curvature(i);
    const double c = objective_.curvature(j);
    const double g = objective_.gradient(i);
    const double h = objective_.gradient(j);
    if constexpr (std::is_same_v<Con, hybrid::Binary>) {
      const double both = -2.0 * (x * g + y * h) + 2.0 * (a + c) + 4.0 * x * y * coupling;
      return std::min({2.0 * (a - x * g), 2.0 * (c - y * h), both}) < -0.5 * least;
    } else {
      const double lambda =
          problem_.constraint.kind == ConstraintKind::sparse ? problem_.constraint.lambda : 0.0;
      const double p = a * x + coupling * y - g;  // minus the linear terms of the pair
      const double q = coupling * x + c * y - h;
      const double present = x * (p - 0.5 * (a * x + coupling * y)) + y * (q - 0.5 * (coupling * x + c * y)) -
                             lambda * ((x != 0.0) + (y != 0.0));
      const std::size_t outside = objective_.support().size() - (x != 0.0) - (y != 0.0);
      const std::size_t budget = problem_.constraint.kind == ConstraintKind::sparse
                                     ? 2
                                     : std::min<std::size_t>(2, problem_.constraint.s - outside);
      double best = 0.0;
      if (budget > 0) {
        best = std::max(
            {best, a > 0.0 ? 0.5 * p * p / a - lambda : 0.0, c > 0.0 ? 0.5 * q * q / c - lambda : 0.0});
      }
      const double determinant = a * c - coupling * coupling;
      if (budget > 1) {
        if (!(determinant > 1e-12 * a * c)) return true;
        best = std::max(best, 0.5 * (p * (p * c - q * coupling) + q * (q * a - p * coupling)) / determinant -
                                  2.0 * lambda);
      }
      return best - present > 0.5 * least;
    }
  }

  const Problem& problem_;
  SquaredObjective& objective_;
  const Con& constraint_;
  const RunContext& run_;
};

/// Sets whether no exchange with full refit lowers F, where that can be known. False: the run was stopped.
bool check_exchanges(const Problem& problem, const std::vector<double>& x, const RunContext& run,
                     std::optional<bool>& optimal) {
  const Constraint& constraint = problem.constraint;
  ExchangeState state(*problem.instance, &run);
  const std::vector<Index> support = detail::support_of(x);
  if (!state.assign(support) || run.should_stop()) return false;
  const double loss = objective_at(problem, x) - penalty_at(constraint, x);
  const double least = state.value() - loss + least_decrease(loss);
  // A column that depends on the others is none of the state, and leaves without a loss.
  hybrid::TabuList dependent(problem.instance->columns(), 1);
  for (const Index j : support) {
    if (!state.contains(j)) dependent.forbid(j, 1);
  }
  const ExchangeTabu tabu{dependent};
  bool found = state.best_exchange(least, &tabu).in != no_index;
  if (state.support().size() < support.size() && problem.instance->columns() > support.size()) {
    found = found || state.best_addition(&tabu).decrease > least;
  }
  const bool boxed = constraint.kind == ConstraintKind::sparse && std::isfinite(constraint.box);
  if (!found || !boxed) optimal = !found;
  return true;
}

template <class Con>
void check_blocks(const Problem& problem, SquaredObjective& objective, const Con& constraint,
                  const CertificateOptions& options, const RunContext& run, Certificate& certificate) {
  Rng rng(run.seed(), lode::detail::fit_sample_stream);
  BlockChecks<Con> checks(problem, objective, constraint, run);
  const Index n = objective.size();
  constexpr bool counts_ones = std::is_same_v<Con, hybrid::BinaryC>;
  double pairs = 0.5 * n * (n - 1.0);
  if constexpr (counts_ones) {
    // One coordinate alone cannot move; two are the exchanges of a one for a zero.
    certificate.stationarity.push_back({1, Certificate::Mode::exhaustive, 0, true, true});
    pairs = hybrid::exchange_count(n, objective.support().size(), 2);
  } else {
    certificate.stationarity.push_back(checks.singles());
    if (run.should_stop()) return;
  }
  if (n < 2) return;
  if (pairs > options.pair_limit) {
    certificate.stationarity.push_back(checks.sample(2, options.blocks, rng));
  } else if constexpr (counts_ones) {
    certificate.stationarity.push_back(to_report(hybrid::exhaust_stationarity(objective, 2, run), 2));
  } else {
    GramRows rows(*problem.instance);
    certificate.stationarity.push_back(checks.pairs(rows));
  }
  if (options.k > 2 && (counts_ones || n > 2) && !run.should_stop()) {
    const int k =
        counts_ones ? options.k : static_cast<int>(std::min<Index>(static_cast<Index>(options.k), n));
    certificate.stationarity.push_back(checks.sample(k, options.blocks, rng));
  }
}

}  // namespace

Certificate certify(const Problem& problem, const Solution& solution, const CertificateOptions& options,
                    const RunContext& run) {
  check_problem(problem);
  if (options.k < 1 || options.k > hybrid::max_block_size) {
    throw InvalidArgument("block size", std::to_string(options.k), "must be between 1 and 64");
  }
  detail::check_not_nan("pair limit", options.pair_limit);
  const std::vector<double> x = point_of(problem, solution);
  if (const auto scaled = detail::ScaledProblem::of(problem)) {
    return certify(scaled->problem(), scaled->inward(solution), options, run);
  }
  Certificate certificate;
  if (problem.loss == Loss::logistic) return certificate;
  if (run.should_stop()) {
    certificate.stopped = run.stop_reason();
    return certificate;
  }
  const Constraint& constraint = problem.constraint;
  SquaredObjective objective(problem, x);
  detail::with_constraint(problem, [&](const auto& solver) {
    check_blocks(problem, objective, solver, options, run, certificate);
  });
  bool all = std::all_of(certificate.stationarity.begin(), certificate.stationarity.end(),
                         [](const auto& report) { return report.complete || !report.holds; });
  all = all && !run.should_stop();
  if (is_sparse(constraint.kind) && all) all = check_exchanges(problem, x, run, certificate.single_exchange);
  if (!all) certificate.stopped = run.stop_reason();
  return certificate;
}

}  // namespace lode::least_squares
