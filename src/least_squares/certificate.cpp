#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/stationarity.hpp"
#include "hybrid/working_set.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {
using Report = Certificate::Stationarity;

/// The smallest decrease of a fit that counts; a smaller one may be rounding of F(x) or F(0).
double least_decrease_of_fit(const Problem& problem, double value) {
  return std::max(hybrid::least_decrease(value), rounding_tolerance * problem.instance->half_norm_b());
}

std::vector<double> point_of(const Problem& problem, const Solution& solution) {
  const std::size_t n = problem.instance->columns();
  if (solution.support.size() != solution.x.size()) {
    throw InvalidArgument("values of the answer", std::to_string(solution.x.size()),
                          "must be as many as the columns of its support");
  }
  std::vector<char> seen(n, 0);
  for (const Index j : solution.support) {
    if (j < n && !std::exchange(seen[j], 1)) continue;
    throw InvalidArgument("column of the answer", std::to_string(j + 1),
                          j < n ? "is given twice" : "does not exist");
  }
  std::vector<double> x = point_on(solution.support, solution.x, n);
  if (!is_feasible(problem.constraint, x)) {
    throw InvalidArgument("answer", fmt::format("with {} columns", solution.support.size()),
                          fmt::format("is no answer for {}", to_string(problem.constraint.kind)));
  }
  return x;
}

/// Checks blocks at one point. Subtracts the values of A read from `work`, and stops below 0.
class BlockChecks {
 public:
  BlockChecks(const Problem& problem, PointObjective& objective, const RunContext& run, double& work)
      : problem_(problem), objective_(objective), run_(run), work_(work) {
    for (const Index i : objective.support()) whole_ += std::sqrt(objective.curvature(i));
    const double rounding_of_value = 1e-14 * whole_;
    least_ = has_flips_ ? std::max(rounding_tolerance * value_, 0.5 * rounding_of_value * rounding_of_value)
                        : least_decrease_of_fit(problem, value_);
  }

  /// Tests blocks of one, of two and of k coordinates.
  void test_all(const CertificateOptions& options, std::vector<Report>& reports) {
    Rng rng(run_.seed(), lode::detail::fit_sample_stream);
    const Index n = objective_.size();
    // Under binary-c one coordinate alone cannot move; two are the exchanges of a one for a zero.
    reports.push_back({1, Certificate::Mode::exhaustive, 0, true, true});
    for (Index i = 0; !counts_ones_ && i < n && may_continue(reports[0]); ++i) {
      test_if(may_improve(part_of(i), {}, 0.0), {i}, reports[0]);
    }
    if (n < 2 || ended()) return;
    const double pairs =
        counts_ones_ ? hybrid::exchange_count(n, objective_.support().size(), 2) : 0.5 * n * (n - 1.0);
    const double row_work = n + (problem_.instance->ready_gram().empty() ? n * column_work_ : 0.0);
    const bool sampled = pairs > options.pair_limit || n * row_work > work_;
    reports.push_back(sampled ? test_samples(2, options.blocks, rng) : test_pairs(row_work));
    if (options.k > 2 && n > 2 && !ended()) {
      const int k = static_cast<int>(std::min<Index>(static_cast<Index>(options.k), n));
      reports.push_back(test_samples(k, options.blocks, rng));
    }
  }

 private:
  bool ended() const { return work_ < 0.0 || run_.should_stop(); }

  bool may_continue(Report& report) const {
    if (!report.holds || !ended()) return report.holds;
    report.complete = false;
    return false;
  }

  /// All pairs, or pairs of a one and a zero.
  Report test_pairs(double row_work) {
    Report report{2, Certificate::Mode::exhaustive, 0, true, true};
    GramRows rows(*problem_.instance);
    for (Index i = 0; i < objective_.size(); ++i) {
      if (counts_ones_ && objective_.coordinate(i) == 0.0) continue;
      if (!may_continue(report)) break;
      const std::span<const double> row = rows.row(i);
      const Part first = part_of(i);
      work_ -= row_work;
      for (Index j = counts_ones_ ? 0 : i + 1; j < row.size() && report.holds; ++j) {
        if (counts_ones_ && objective_.coordinate(j) != 0.0) continue;
        test_if(may_improve(first, part_of(j), row[j]), {i, j}, report);
      }
    }
    return report;
  }

  Report test_samples(int k, std::uint64_t blocks, Rng& rng) {
    Report report{k, Certificate::Mode::sampled, 0, true, true};
    hybrid::WorkingSets rule(solver_.constraint, {k, 0});
    std::vector<Index> set;
    while (report.blocks < blocks && may_continue(report)) {
      if (rule.select(objective_, rng, set) == hybrid::WorkingSetKind::none) break;
      if (k == 2 && set.size() == 2) {
        work_ -= column_work_;
        const double coupling = objective_.coupling(set[0], set[1]);
        test_if(may_improve(part_of(set[0]), part_of(set[1]), coupling), {set[0], set[1]}, report);
      } else {
        test(set, report);
      }
    }
    return report;
  }

  void test_if(bool may_improve, std::initializer_list<Index> set, Report& report) {
    may_improve ? test(set, report) : void(++report.blocks);
  }

  void test(const std::vector<Index>& set, Report& report) {
    ++report.blocks;
    work_ -= column_work_ * static_cast<double>((set.size() + 2) * (set.size() + 2));
    if (value_ <= least_) return;  // F is never below 0
    if (has_flips_) {
      const auto flips = best_flips(problem_, objective_.point(), set, least_, run_);
      if (!flips) return tell(false, false, report);
      std::vector<double> values;
      for (const Index i : *flips) values.push_back(part_of(i).x + part_of(i).flip);
      return tell(decrease_by(*flips, values) > 0.5 * least_, true, report);
    }
    const auto [improves, settled] = fit_block(set);
    if (!improves || std::isinf(problem_.constraint.box)) return tell(improves, settled, report);
    const hybrid::BlockMove move = solver_.solve(objective_.block(set), 0.0, run_);
    std::vector<Index> columns;
    std::vector<double> values;
    for (const hybrid::Change& change : move.changes) {
      columns.push_back(set[static_cast<std::size_t>(change.position)]);
      values.push_back(change.value);
    }
    const bool promises = move.decrease > least_;
    tell(promises && decrease_by(columns, values) > 0.5 * least_, move.exact && !promises, report);
  }

  /// Records that a block improves, or certainly does not.
  static void tell(bool improves, bool settled, Report& report) {
    report.holds = !improves;
    report.complete = improves || (settled && report.complete);
  }

  /// Tests if other values of the block lower F without the box, and if the result is certain.
  std::pair<bool, bool> fit_block(const std::vector<Index>& set) {
    Eigen::VectorXd rest = residual_;
    std::size_t outside = objective_.support().size();
    double present = 0.5 * rest.squaredNorm();
    for (const Index j : set) {
      const double x = objective_.coordinate(j);
      if (x == 0.0) continue;
      --outside;
      present += lambda_;
      a_.add_column(j, x, {rest.data(), a_.rows()});
    }
    const auto best =
        best_subset(a_, set, rest, {lambda_, budget_of(set.size(), outside), 0.5 * least_}, run_);
    return {present - best.value > 0.5 * least_, best.exact};
  }

  /// The decrease of F by new values of some columns, from A, b and x: where columns are nearly dependent,
  /// products of columns may promise a decrease that is rounding alone.
  double decrease_by(const std::vector<Index>& columns, const std::vector<double>& values) const {
    double saved = 0.0;
    Eigen::VectorXd step = Eigen::VectorXd::Zero(residual_.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double x = objective_.coordinate(columns[i]);
      a_.add_column(columns[i], values[i] - x, {step.data(), a_.rows()});
      saved += lambda_ * ((x != 0.0) - (values[i] != 0.0));
    }
    return saved + step.dot(residual_ - 0.5 * step);
  }

  /// A coordinate as one of a pair.
  struct Part {
    double x = 0.0;
    double curvature = 0.0;
    double gradient = 0.0;
    double flip = 0.0;   ///< added to x by a flip
    double reach = 0.0;  ///< how far a flip moves A x; without flips, how far x reaches
  };
  Part part_of(Index i) const {
    const double x = objective_.coordinate(i);
    const double flip = has_signs_ ? -2.0 * x : 1.0 - 2.0 * x;
    const double length = std::sqrt(objective_.curvature(i));
    return {x, objective_.curvature(i), objective_.gradient(i), flip,
            length * std::abs(has_flips_ ? flip : x)};
  }
  /// Rounding error in the change of F by flips of this total reach.
  double rounding_of(double reach) const { return 1e-14 * reach * (reach + whole_); }

  /// False only where no values of the two coordinates can improve: signs and ones up to rounding, sparse
  /// blocks without regard to the box and the limit on nonzeros beyond that of the pair itself.
  bool may_improve(const Part& i, const Part& j, double coupling) const {
    if (has_flips_) {
      const double one = i.flip * (i.gradient + 0.5 * i.flip * i.curvature);
      const double other = j.flip * (j.gradient + 0.5 * j.flip * j.curvature);
      const double both = one + other + i.flip * j.flip * coupling;
      const double least = has_signs_ ? std::min({one, other, both}) : both;
      return least < -0.5 * least_ + rounding_of(i.reach + j.reach);
    }
    const auto [x, a, g, flip_i, reach_i] = i;
    const auto [y, c, h, flip_j, reach_j] = j;
    const double reach = reach_i + reach_j;
    if (1e-15 * reach * reach > 1e-5 * value_) return true;  // the values of the fit are rounded by more
    const double p = a * x + coupling * y - g;               // minus the linear terms of the pair
    const double q = coupling * x + c * y - h;
    const std::size_t members = (x != 0.0) + (y != 0.0);
    const double present = x * (p - 0.5 * (a * x + coupling * y)) + y * (q - 0.5 * (coupling * x + c * y)) -
                           lambda_ * static_cast<double>(members);
    const std::size_t budget = budget_of(2, objective_.support().size() - members);
    double best = 0.0;
    double rounding = 0.0;
    if (budget > 0 && a > 0.0) best = std::max(best, 0.5 * p * p / a - lambda_);
    if (budget > 0 && c > 0.0) best = std::max(best, 0.5 * q * q / c - lambda_);
    if (budget > 1 && a * c > 0.0) {
      const double determinant = a * c - coupling * coupling;
      if (!(determinant > hybrid::dependent_share * a * c)) return true;
      rounding = 4e-15 * (p * p * c + q * q * a) / determinant;
      const double gain = 0.5 * (p * (p * c - q * coupling) + q * (q * a - p * coupling)) / determinant;
      best = std::max(best, gain - 2.0 * lambda_);
    }
    return best - present + rounding > 0.25 * least_;
  }

  /// Nonzeros that a block of this size may have beside those outside.
  std::size_t budget_of(std::size_t size, std::size_t outside) const {
    return problem_.constraint.kind == ConstraintKind::sparse_c ? problem_.constraint.s - outside : size;
  }

  const Problem& problem_;
  PointObjective& objective_;
  const RunContext& run_;
  double& work_;
  const Matrix& a_ = problem_.instance->a();
  const hybrid::BlockSolver solver_ = solver_of(problem_.constraint);
  const bool has_signs_ = problem_.constraint.kind == ConstraintKind::binary;
  const bool counts_ones_ = problem_.constraint.kind == ConstraintKind::binary_c;
  const bool has_flips_ = has_signs_ || counts_ones_;
  const double column_work_ = static_cast<double>(a_.num_stored()) / objective_.size();
  const double lambda_ = lambda_of(problem_.constraint);
  const double value_ = objective_.value();
  const Eigen::VectorXd residual_ =
      as_vector(problem_.instance->b()) - as_vector(a_.multiply(objective_.point()));
  double whole_ = std::sqrt(2.0 * problem_.instance->half_norm_b());  ///< |b| and all columns of x
  double least_ = 0.0;                                                ///< the least decrease that counts
};

/// Sets whether no exchange with full refit lowers F, if decidable. False: the run was stopped.
bool check_exchanges(const Problem& problem, const std::vector<double>& x, const RunContext& run,
                     std::optional<bool>& optimal) {
  std::vector<Index> support = support_of(x);
  const auto loss_of = [&](const std::vector<double>& point) {
    return objective_at(problem, point) - penalty_at(problem.constraint, point);
  };
  const auto loss_on = [&](double box) {
    const auto fit = least_squares_within(*problem.instance, support, box, run);
    return fit ? std::optional(loss_of(point_on(support, *fit, x.size()))) : std::nullopt;
  };
  const double loss = loss_of(x);
  const double counts = least_decrease_of_fit(problem, loss);
  // Steps measure decreases from the fit without the box.
  const std::optional<double> fitted = loss_on(infinity);
  if (!fitted || run.should_stop()) return false;
  if (loss <= counts) {  // the loss is never below 0
    optimal = true;
    return true;
  }
  const ExactStep step =
      best_exact_step(problem, support, std::min(loss, *fitted) - loss + counts, StepKinds::exchanges, run);
  if (run.should_stop()) return false;
  if (step.move.in == no_index) {
    if (step.settled) optimal = true;
    return true;
  }
  *std::find(support.begin(), support.end(), step.move.out) = step.move.in;
  const std::optional<double> other = loss_on(box_of(problem.constraint));
  if (other && *other < loss - 0.5 * counts) optimal = false;
  return other.has_value();
}

}  // namespace

Certificate certify(const Problem& given, const Solution& solution, const CertificateOptions& options,
                    const RunContext& run) {
  check_problem(given);
  if (options.k < 1 || options.k > hybrid::max_block_size) {
    throw InvalidArgument("block size", std::to_string(options.k), "must be between 1 and 32");
  }
  if (std::isnan(options.pair_limit)) throw InvalidArgument("pair limit", "nan", "must be a number");
  check_at_least_zero("work", options.work);
  const UnitProblem units(given);
  const Problem& problem = units.problem;
  const std::vector<double> x = point_of(problem, units.to_part(solution));
  Certificate certificate;
  if (problem.loss == Loss::logistic) return certificate;
  if (run.should_stop()) {
    certificate.stopped = run.stop_reason();
    return certificate;
  }
  const bool sparse = is_sparse(problem.constraint.kind);
  PointObjective objective(problem, x);
  double work = options.work - static_cast<double>(problem.instance->a().num_stored());
  const double for_exchanges = sparse ? exact_step_work(*problem.instance, solution.support.size()) : 0.0;
  const bool can_exchange = for_exchanges <= work;
  if (can_exchange) work -= for_exchanges;
  BlockChecks(problem, objective, run, work).test_all(options, certificate.stationarity);
  bool all = !run.should_stop();
  if (sparse && can_exchange && all) all = check_exchanges(problem, x, run, certificate.single_exchange);
  if (!all) {
    certificate.stopped = run.stop_reason();
  } else if (work < 0.0 || !can_exchange) {
    certificate.stopped = StopReason::iterations;
  }
  certificate.work = options.work - std::max(0.0, work);
  return certificate;
}

}  // namespace lode::least_squares
