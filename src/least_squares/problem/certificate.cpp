#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/least_squares/certificate.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/block/support_search.hpp"
#include "hybrid/constraint/working_set_of.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/hybrid/flip_search.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/best_subset.hpp"
#include "least_squares/problem/matrix_view.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"
#include "least_squares/problem/refit.hpp"
#include "least_squares/problem/units.hpp"

namespace lode::least_squares {
namespace {

using hybrid::least_decrease;

/// The smallest decrease of a fit that counts: what is below may be rounding of F(x) or of F(0).
double least_decrease_of_fit(const Problem& problem, double value) {
  return std::max(least_decrease(value), detail::rounding_of_zero * problem.instance->half_norm_b());
}

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

/// Checks blocks of one kind of constraint at one point.
template <class Con>
class BlockChecks {
  static constexpr bool has_signs = std::is_same_v<Con, hybrid::Binary>;
  static constexpr bool counts_ones = std::is_same_v<Con, hybrid::BinaryC>;
  static constexpr bool has_flips = has_signs || counts_ones;

 public:
  /// Takes the values of A that it reads off `work`, and stops below 0.
  BlockChecks(const Problem& problem, SquaredObjective& objective, const Con& constraint,
              const RunContext& run, double& work)
      : problem_(problem),
        work_(work),
        column_work_(static_cast<double>(problem.instance->a().num_stored()) / objective.size()),
        objective_(objective),
        constraint_(constraint),
        run_(run),
        flips_(problem, objective),
        lambda_(problem.constraint.kind == ConstraintKind::sparse ? problem.constraint.lambda : 0.0),
        value_(objective.value()),
        least_(has_flips ? std::max(detail::rounding_share * value_, flips_.rounding_of_value())
                         : least_decrease_of_fit(problem, value_)) {}

  Certificate::Stationarity singles() {
    Certificate::Stationarity report{1, Certificate::Mode::exhaustive, 0, true, true};
    for (Index i = 0; i < objective_.size() && go_on(report); ++i) test_single(i, report);
    return report;
  }

  /// Values of A and entries of its products that all pairs take.
  double pair_work() const {
    const double n = objective_.size();
    return n * n + (problem_.instance->gram_ready() ? 0.0 : n * n * column_work_);
  }
  /// All pairs, or those of a one and a zero.
  Certificate::Stationarity pairs(GramRows& rows) {
    Certificate::Stationarity report{2, Certificate::Mode::exhaustive, 0, true, true};
    std::vector<Index> firsts(objective_.support().begin(), objective_.support().end());
    std::vector<Index> seconds(objective_.rest().begin(), objective_.rest().end());
    if (!counts_ones) {
      firsts.resize(objective_.size());
      std::iota(firsts.begin(), firsts.end(), Index{0});
      seconds = firsts;
    }
    std::sort(firsts.begin(), firsts.end());
    std::sort(seconds.begin(), seconds.end());
    for (const Index i : firsts) {
      if (seconds.empty() || !go_on(report)) break;
      const std::span<const double> row = rows.row(i);
      if (!counts_ones) work_ -= pair_work() / objective_.size();
      for (const Index j : seconds) {
        if (report.holds && (counts_ones || j > i)) test_pair(i, j, row[j], report);
      }
    }
    return report;
  }

  Certificate::Stationarity sample(int k, std::uint64_t blocks, Rng& rng) {
    Certificate::Stationarity report{k, Certificate::Mode::sampled, 0, true, true};
    auto rule = hybrid::working_set_of(constraint_, {k, 0}, objective_.size(), hybrid::RandomPart::balanced);
    std::vector<Index> set;
    while (report.blocks < blocks && go_on(report)) {
      if (rule.select(objective_, rng, set) == hybrid::WorkingSetKind::none) break;
      if (k == 2 && set.size() == 2) {
        work_ -= column_work_;
        test_pair(set[0], set[1], objective_.coupling(set[0], set[1]), report);
      } else {
        test(set, report);
      }
    }
    return report;
  }

 private:
  bool go_on(Certificate::Stationarity& report) const {
    if (!report.holds) return false;
    if (work_ >= 0.0 && !run_.should_stop()) return true;
    report.complete = false;
    return false;
  }

  void test_pair(Index i, Index j, double coupling, Certificate::Stationarity& report) {
    if (may_improve(i, j, coupling)) {
      test({i, j}, report);
    } else {
      ++report.blocks;
    }
  }

  void test_single(Index i, Certificate::Stationarity& report) {
    if constexpr (!has_flips) {
      const double x = objective_.coordinate(i);
      const double square = objective_.curvature(i);
      const double pull = square * x - objective_.gradient(i);
      const double present = x * (pull - 0.5 * square * x) - (x != 0.0 ? lambda_ : 0.0);
      if (std::max(0.0, square > 0.0 ? 0.5 * pull * pull / square - lambda_ : 0.0) - present <=
          0.25 * least_) {
        ++report.blocks;
        return;
      }
    }
    test({i}, report);
  }

  void test(const std::vector<Index>& set, Certificate::Stationarity& report) {
    ++report.blocks;
    work_ -= column_work_ * static_cast<double>((set.size() + 2) * (set.size() + 2));
    if (value_ <= least_) return;  // F is never below 0
    if constexpr (has_flips) {
      if (rounding_counts(flips_.rounding(set))) return test_flips(set, report);
    } else {
      const auto [improves, settled] = fit_block(set);
      if (!improves || std::isinf(problem_.constraint.box)) return tell(improves, settled, report);
    }
    const hybrid::BlockMove move = constraint_.solve(objective_.block(set), 0.0, run_);
    const bool promises = move.decrease > least_;
    tell(promises && real_decrease(set, move) > 0.5 * least_, move.exact && (has_flips || !promises), report);
  }

  /// Takes what is known of a block: whether it improves, otherwise whether it surely does not.
  static void tell(bool improves, bool settled, Certificate::Stationarity& report) {
    report.holds = !improves;
    report.complete = improves || (settled && report.complete);
  }

  /// Whether other values of the block lower F without regard to the box, and whether that is certain.
  std::pair<bool, bool> fit_block(const std::vector<Index>& set) {
    Eigen::VectorXd rest = detail::as_vector(residual());
    double present = 0.5 * rest.squaredNorm();
    std::size_t outside = objective_.support().size();
    for (const Index j : set) {
      const double x = objective_.coordinate(j);
      if (x == 0.0) continue;
      --outside;
      present += lambda_;
      problem_.instance->a().add_column(j, x, {rest.data(), static_cast<std::size_t>(rest.size())});
    }
    const bool counts = problem_.constraint.kind == ConstraintKind::sparse_c;
    const std::size_t budget = counts ? problem_.constraint.s - outside : set.size();
    const auto best =
        detail::best_subset(problem_.instance->a(), set, rest, {lambda_, budget, 0.5 * least_}, run_);
    return {present - best.value > 0.5 * least_, best.exact};
  }

  /// b - Ax.
  const std::vector<double>& residual() {
    if (residual_.empty()) {
      residual_.assign(problem_.instance->b().begin(), problem_.instance->b().end());
      for (const Index j : objective_.support()) {
        problem_.instance->a().add_column(j, -objective_.coordinate(j), residual_);
      }
    }
    return residual_;
  }

  /// What a move lowers F by, from A, b and x: where columns are nearly dependent, the Gram matrix may
  /// promise what is rounding alone.
  double real_decrease(const std::vector<Index>& set, const hybrid::BlockMove& move) {
    double decrease = 0.0;
    std::vector<double> step(residual().size(), 0.0);
    for (const hybrid::Change& change : move.changes) {
      const Index j = set[static_cast<std::size_t>(change.position)];
      const double x = objective_.coordinate(j);
      problem_.instance->a().add_column(j, change.value - x, step);
      decrease += lambda_ * ((x != 0.0) - (change.value != 0.0));
    }
    for (std::size_t i = 0; i < step.size(); ++i) decrease += step[i] * (residual_[i] - 0.5 * step[i]);
    return decrease;
  }

  /// What the values of fits of the coordinates of `set` are rounded by.
  double rounding_of_fit(std::initializer_list<Index> set) const {
    constexpr double units = 1e-15;
    double reach = 0.0;
    for (const Index j : set) {
      reach += std::abs(objective_.coordinate(j)) * std::sqrt(objective_.curvature(j));
    }
    return units * reach * reach;
  }

  /// Whether so much rounding may hide that F falls by a share that counts.
  bool rounding_counts(double rounding) const {
    constexpr double share_that_counts = has_flips ? 1e-8 : 1e-5;
    return rounding > share_that_counts * value_;
  }

  void test_flips(const std::vector<Index>& set, Certificate::Stationarity& report) {
    constexpr std::size_t most_flips = 12;
    constexpr double most_work = 1e8;
    if (set.size() > most_flips) return tell(false, false, report);
    const auto found = flips_.best(set, least_, most_work, run_);
    tell(!found.flips.empty(), found.exact, report);
  }

  /// False only where no values of the two coordinates can improve: signs and ones up to rounding, sparse
  /// blocks without regard to the box and the limit on nonzeros beyond that of the pair itself.
  bool may_improve(Index i, Index j, double coupling) const {
    const double x = objective_.coordinate(i);
    const double y = objective_.coordinate(j);
    const double a = objective_.curvature(i);
    const double c = objective_.curvature(j);
    const double g = objective_.gradient(i);
    const double h = objective_.gradient(j);
    if constexpr (has_flips) {
      const double u = flips_.step(i);
      const double v = flips_.step(j);
      const double one = u * (g + 0.5 * u * a);
      const double other = v * (h + 0.5 * v * c);
      const double least =
          has_signs ? std::min({one, other, one + other + u * v * coupling}) : one + other + u * v * coupling;
      return least < -0.5 * least_ + flips_.rounding(flips_.reach(i) + flips_.reach(j));
    } else {
      const double p = a * x + coupling * y - g;  // minus the linear terms of the pair
      const double q = coupling * x + c * y - h;
      const double present = x * (p - 0.5 * (a * x + coupling * y)) + y * (q - 0.5 * (coupling * x + c * y)) -
                             lambda_ * ((x != 0.0) + (y != 0.0));
      const std::size_t outside = objective_.support().size() - (x != 0.0) - (y != 0.0);
      const std::size_t budget = problem_.constraint.kind == ConstraintKind::sparse
                                     ? 2
                                     : std::min<std::size_t>(2, problem_.constraint.s - outside);
      double best = 0.0;
      if (budget > 0) {
        best = std::max(
            {best, a > 0.0 ? 0.5 * p * p / a - lambda_ : 0.0, c > 0.0 ? 0.5 * q * q / c - lambda_ : 0.0});
      }
      if (rounding_counts(rounding_of_fit({i, j}))) return true;
      const double determinant = a * c - coupling * coupling;
      double rounding = 0.0;
      if (budget > 1) {
        if (!(determinant > hybrid::dependent_share * a * c)) return true;
        constexpr double units = 4e-15;
        rounding = units * (p * p * c + q * q * a) / determinant;
        best = std::max(best, 0.5 * (p * (p * c - q * coupling) + q * (q * a - p * coupling)) / determinant -
                                  2.0 * lambda_);
      }
      return best - present + rounding > 0.5 * least_;
    }
  }

  const Problem& problem_;
  double& work_;
  double column_work_;  ///< values of A that a column holds
  SquaredObjective& objective_;
  const Con& constraint_;
  const RunContext& run_;
  detail::FlipSearch flips_;
  std::vector<double> residual_;  ///< b - Ax, once it is asked for
  double lambda_;
  double value_;
  double least_;
};

/// Sets whether no exchange with full refit lowers F, where that can be known. False: the run was stopped.
bool check_exchanges(const Problem& problem, const std::vector<double>& x, const RunContext& run,
                     std::optional<bool>& optimal) {
  const Constraint& constraint = problem.constraint;
  std::vector<Index> support = detail::support_of(x);
  const double loss = objective_at(problem, x) - penalty_at(constraint, x);
  const double counts = least_decrease_of_fit(problem, loss);
  const auto loss_on = [&](double box) -> std::optional<double> {
    const auto fit = least_squares_within(*problem.instance, support, box, run);
    if (!fit) return std::nullopt;
    const std::vector<double> other = detail::point_on(support, *fit, x.size());
    return objective_at(problem, other) - penalty_at(constraint, other);
  };
  // The decreases that steps tell are those from the fit, without the box.
  const std::optional<double> fitted = loss_on(detail::infinity);
  if (!fitted || run.should_stop()) return false;
  if (loss <= counts) {  // the loss is never below 0
    optimal = true;
    return true;
  }
  const detail::ExactStep step = detail::best_exact_step(
      problem, support, std::min(loss, *fitted) - loss + counts, detail::StepKinds::exchanges, run);
  if (run.should_stop()) return false;
  if (step.move.in == no_index) {
    if (step.settled) optimal = true;
    return true;
  }
  *std::find(support.begin(), support.end(), step.move.out) = step.move.in;
  const double box = constraint.kind == ConstraintKind::sparse ? constraint.box : detail::infinity;
  const std::optional<double> other = loss_on(box);
  if (!other) return false;
  if (*other < loss - 0.5 * counts) optimal = false;
  return true;
}

template <class Con>
void check_blocks(const Problem& problem, SquaredObjective& objective, const Con& constraint,
                  const CertificateOptions& options, const RunContext& run, double& work,
                  Certificate& certificate) {
  Rng rng(run.seed(), lode::detail::fit_sample_stream);
  BlockChecks<Con> checks(problem, objective, constraint, run, work);
  const Index n = objective.size();
  constexpr bool counts_ones = std::is_same_v<Con, hybrid::BinaryC>;
  double pairs = 0.5 * n * (n - 1.0);
  if constexpr (counts_ones) {
    // One coordinate alone cannot move; two are the exchanges of a one for a zero.
    certificate.stationarity.push_back({1, Certificate::Mode::exhaustive, 0, true, true});
    pairs = hybrid::exchange_count(n, objective.support().size(), 2);
  } else {
    certificate.stationarity.push_back(checks.singles());
    if (run.should_stop() || work < 0.0) return;
  }
  if (n < 2) return;
  if (pairs > options.pair_limit || checks.pair_work() > work) {
    certificate.stationarity.push_back(checks.sample(2, options.blocks, rng));
  } else {
    GramRows rows(*problem.instance);
    certificate.stationarity.push_back(checks.pairs(rows));
  }
  if (options.k > 2 && (counts_ones || n > 2) && !run.should_stop() && work >= 0.0) {
    const int k =
        counts_ones ? options.k : static_cast<int>(std::min<Index>(static_cast<Index>(options.k), n));
    certificate.stationarity.push_back(checks.sample(k, options.blocks, rng));
  }
}

}  // namespace

Certificate certify(const Problem& given, const Solution& solution, const CertificateOptions& options,
                    const RunContext& run) {
  check_problem(given);
  if (options.k < 1 || options.k > hybrid::max_block_size) {
    throw InvalidArgument("block size", std::to_string(options.k), "must be between 1 and 32");
  }
  if (std::isnan(options.pair_limit)) throw InvalidArgument("pair limit", "nan", "must be a number");
  detail::check_at_least_zero("work", options.work);
  const detail::UnitProblem units(given);
  const Problem& problem = units.problem();
  const std::vector<double> x = point_of(problem, units.inward(solution));
  Certificate certificate;
  if (problem.loss == Loss::logistic) return certificate;
  if (run.should_stop()) {
    certificate.stopped = run.stop_reason();
    return certificate;
  }
  const Constraint& constraint = problem.constraint;
  SquaredObjective objective(problem, x);
  double work = options.work - static_cast<double>(problem.instance->a().num_stored());
  const double for_exchanges =
      is_sparse(constraint.kind) ? detail::exact_step_work(*problem.instance, solution.support.size()) : 0.0;
  const bool can_exchange = for_exchanges <= work;
  if (can_exchange) work -= for_exchanges;
  detail::with_constraint(problem, [&](const auto& solver) {
    check_blocks(problem, objective, solver, options, run, work, certificate);
  });
  bool all = !run.should_stop();
  if (is_sparse(constraint.kind) && can_exchange && all) {
    all = check_exchanges(problem, x, run, certificate.single_exchange);
  }
  if (!all) {
    certificate.stopped = run.stop_reason();
  } else if (work < 0.0 || !can_exchange) {
    certificate.stopped = StopReason::iterations;
  }
  certificate.work = options.work - std::max(0.0, work);
  return certificate;
}

}  // namespace lode::least_squares
