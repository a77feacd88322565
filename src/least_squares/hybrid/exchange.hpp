#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/hybrid/descent.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/escape/tabu_list.hpp"
#include "hybrid/steps.hpp"
#include "least_squares/problem/matrix.hpp"

namespace lode::least_squares {

/// No column: a matrix has fewer than 2^32 - 1 columns (matrix.cpp).
inline constexpr Index no_index = std::numeric_limits<Index>::max();

/// One step of a support: `out` leaves and `in` enters, either may be no_index.
struct ExchangeMove {
  Index out = no_index;
  Index in = no_index;
  double decrease = -std::numeric_limits<double>::infinity();  ///< of F, full refit included

  bool exists() const { return out != no_index || in != no_index; }
};

/// Forbids the columns of the list to a walk, unless the step decreases F by more than `aspiration`.
struct ExchangeTabu {
  const hybrid::TabuList& list;  ///< an item per column
  double aspiration = std::numeric_limits<double>::infinity();

  bool forbids(Index i, double decrease) const { return decrease <= aspiration && !list.is_free(i); }
};

/// A support S with its least-squares minimiser, and the arrays that give the gain of every step with full
/// refit: M = G_SS^-1, W = M G_S:, beta = M q_S, and for every outsider j the remainder of G_jj and of its
/// correlation with the residual after projection by A_S.
///
/// An objective of the HYBRID driver: F as a function of the support alone. Nonzeros outside a block move
/// too, so a point that no block of size k improves is at least block-k stationary.
///
/// A column that depends on the support (at most hybrid::dependent_share of G_jj remains) is never added, so
/// the support may be smaller than requested.
///
/// Cost:   one step O(s n); scoring all s(n - s) exchanges O(s n); memory 8 n s bytes, twice that while
///         everything is recomputed, which happens after a few hundred steps: O(s^2 n).
/// Ties:   of equal decreases the smaller position in the support counts, then the smaller column.
/// Deterministic: for a given sequence of calls.
class ExchangeState {
 public:
  using Block = hybrid::DenseBlock;

  /// `run`, if any, ends assign and the recomputation early. It must outlive the state.
  explicit ExchangeState(const Instance& instance, const RunContext* run = nullptr, double lambda = 0.0);

  Index size() const { return static_cast<Index>(n_); }  ///< n
  std::span<const Index> support() const { return partition_.support(); }
  std::span<const Index> rest() const { return partition_.rest(); }
  bool contains(Index j) const { return place_[j] >= 0; }
  /// True once a column was left out because it depends on others by the products of columns.
  bool met_dependence() const { return met_dependence_; }
  /// 1/2 |Ax - b|^2 + lambda |S| at the minimiser on the support.
  double value() const { return value_ + lambda_ * static_cast<double>(support().size()); }
  double coordinate(Index j) const { return contains(j) ? beta_[place_[j]] : 0.0; }
  std::vector<double> point() const;  ///< x, n values

  /// Moves to another support, O(s^2 n). False: the run should stop, and the state holds its first members.
  bool assign(std::span<const Index> support);
  /// Makes a move. False: `in` depends on the rest of the support; no change. Every few hundred steps
  /// everything is recomputed, and members found to be dependent leave.
  bool apply(const ExchangeMove& move);
  void remove(Index j) { replace(j, no_index); }

  /// The best single step of its kind; decrease -infinity if no step exists.
  ExchangeMove best_addition(const ExchangeTabu* tabu = nullptr) const;
  ExchangeMove best_removal(const ExchangeTabu* tabu = nullptr) const;
  /// Considers only exchanges of a decrease above `least`.
  ExchangeMove best_exchange(double least = 0.0, const ExchangeTabu* tabu = nullptr) const;

  /// The objective over the coordinates of `set` with all other nonzeros refitted: the exact quadratic in the
  /// values on `set`, other zeros kept. O(k^2 s + k^3).
  const hybrid::DenseBlock& block(std::span<const Index> set);
  /// Takes the nonzero coordinates from the changes and refits; keeps the old point if it is no worse (after
  /// a dependent column).
  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes);
  /// Curvature of that objective in one coordinate: the remaining square of an outsider, 1/M_jj of a member.
  double curvature(Index j) const { return contains(j) ? 1.0 / m_(place_[j], place_[j]) : left_[j]; }
  /// Its slope at the present point: 0 for members.
  double gradient(Index j) const { return contains(j) ? 0.0 : -slope_[j]; }

  /// Stored values of A read for products of columns since the state was made.
  double work() const { return rows_->work(); }

 private:
  bool dependent(Index j, double square) const;
  bool replace(Index out, Index in);

  const Instance* instance_;
  const RunContext* run_;
  std::shared_ptr<GramRows> rows_;
  Eigen::Index n_;
  hybrid::Partition partition_;  ///< the members in the order of W
  std::vector<int> place_;       ///< among the members, -1 for outsiders
  Eigen::MatrixXd w_;            ///< column i: row i of W; more columns than members
  Eigen::MatrixXd m_;
  Eigen::VectorXd beta_;
  Eigen::ArrayXd left_;   ///< remaining squares, 0 for members
  Eigen::ArrayXd slope_;  ///< remaining correlations A'(b - Ax), 0 for members
  Eigen::ArrayXd column_;
  double lambda_;       ///< penalty of a member
  double value_ = 0.0;  ///< 1/2 |Ax - b|^2
  mutable bool met_dependence_ = false;
  int steps_ = 0;  ///< since the last recomputation
  hybrid::DenseBlock block_;
};

/// Adds the outsider of largest gain until the support has `s` members, no column is left that lowers the
/// objective, or the run should stop: forward stepwise selection (orthogonal least squares).
void grow(ExchangeState& state, Index s, const RunContext& run);

/// Makes the best exchange with full refit until none lowers the objective by more than 1e-12 max(1, F), or F
/// <= target. Calls `observer(exchanges)` after each.
template <class Observer>
hybrid::StepsEnd descend_by_exchanges(ExchangeState& state, double target, std::uint64_t max_exchanges,
                                      const RunContext& run, Observer&& observer) {
  const auto should_end = [&]() -> std::optional<StopReason> {
    if (state.value() <= target) return StopReason::target;
    if (run.should_stop()) return run.stop_reason();
    return std::nullopt;
  };
  const auto step = [&] {
    const double value = state.value();
    const ExchangeMove move = state.best_exchange(hybrid::least_decrease(value));
    const bool moved = move.exists() && state.apply(move) && state.value() < value;
    return moved ? hybrid::Step::moved : hybrid::Step::none;
  };
  return hybrid::make_steps(max_exchanges, run, should_end, step, observer);
}

/// The best step of a support, all values refitted.
struct ExactStep {
  ExchangeMove move;    ///< no columns: there is no step
  bool settled = true;  ///< false: stopped, or rounding may hide a step of a larger decrease than `least`
};
enum class StepKinds { all, exchanges };

/// Scores the steps of a support by orthogonal projections of A, which keep the digits that products of
/// nearly dependent columns lose (ExchangeState). A dependent member leaves without a loss.
///
/// Takes: additions, removals and exchanges that the constraint allows, sparse or sparse-c without a box, or
///        exchanges alone. `least` is the decrease that counts.
/// Cost:  exact_step_work multiply-adds, and O(m s) for each nearly dependent column.
ExactStep best_exact_step(const Problem& problem, std::span<const Index> support, double least,
                          StepKinds kinds, const RunContext& run);
double exact_step_work(const Instance& instance, std::size_t support_size);

/// Returns x refitted, or a better point reached by exact steps from x, or under sparse-c from ols and omp,
/// within `work` multiply-adds. For sparse constraints without a box.
std::vector<double> polished(const Problem& problem, std::vector<double> x, double work,
                             const RunContext& run);

}  // namespace lode::least_squares
