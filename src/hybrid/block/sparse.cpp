#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "hybrid/block/block.hpp"
#include "hybrid/block/box_qp.hpp"

// Minimise 1/2 z'Qz + linear'z + lambda |z|_0 over z with few nonzeros. Without a box, the nonzeros of the
// best z are the set K that maximises gain(K) = 1/2 linear_K' Q_KK^-1 linear_K - lambda |K|.

namespace lode::hybrid {
namespace {

using detail::bit;

/// Remaining variables up to which all sets are visited without bounds.
constexpr int enumerate_below = 5;
/// Blocks of more variables leave out a variable whose gain rounding may hide.
constexpr int most_doubtful = 24;
/// The share of a linear term that elimination may leave by rounding.
constexpr double pull_rounding = 1e-11;

struct SupportProblem {
  int size = 0;
  std::vector<double> quadratic;  ///< Q, size x size, row-major, positive semidefinite
  std::vector<double> linear;     ///< in the range of Q
  double lambda = 0.0;
  int budget = max_block_size;  ///< of nonzeros; with a smaller one than the size, lambda is 0

  double q(int i, int j) const { return quadratic[static_cast<std::size_t>(std::ptrdiff_t{i} * size + j)]; }
};

double value_at(const std::vector<double>& quadratic, const std::vector<double>& linear,
                const std::vector<double>& z, double lambda) {
  const std::size_t k = z.size();
  double value = 0.0;
  for (std::size_t i = 0; i < k; ++i) {
    if (z[i] == 0.0) continue;
    double half = 0.0;
    for (std::size_t j = 0; j < k; ++j) half += quadratic[i * k + j] * z[j];
    value += z[i] * (0.5 * half + linear[i]) + lambda;
  }
  return value;
}

/// The problem with nonzeros in `set` only, its variables in the order of `set`.
SupportProblem restricted(const SupportProblem& problem, const std::vector<int>& set) {
  SupportProblem part{static_cast<int>(set.size()), {}, {}, problem.lambda, problem.budget};
  for (const int i : set) {
    part.linear.push_back(problem.linear[static_cast<std::size_t>(i)]);
    for (const int j : set) part.quadratic.push_back(problem.q(i, j));
  }
  return part;
}

std::vector<int> items_of(std::uint64_t set) {
  std::vector<int> items;
  for (; set; set &= set - 1) items.push_back(std::countr_zero(set));
  return items;
}

/// The minimiser with nonzeros in `chosen` only: of least norm when variables depend on others, or inside the
/// box if there is one.
std::vector<double> minimiser(const SupportProblem& problem, std::uint64_t chosen,
                              std::optional<double> box = {}) {
  const std::vector<int> set = items_of(chosen);
  const SupportProblem part = restricted(problem, set);
  const auto r = static_cast<Eigen::Index>(set.size());
  const Eigen::Map<const Eigen::MatrixXd> q(part.quadratic.data(), r, r);
  const Eigen::VectorXd right = -Eigen::Map<const Eigen::VectorXd>(part.linear.data(), r);
  Eigen::VectorXd z = q.llt().solve(right);
  if (!z.allFinite()) z = *lode::detail::least_norm_solution(q, right, [] { return false; });
  std::vector<double> inside(z.begin(), z.end());
  if (box) inside = minimise_in_box(part.quadratic, part.linear, *box, std::move(inside));
  std::vector<double> values(static_cast<std::size_t>(problem.size), 0.0);
  for (std::size_t i = 0; i < set.size(); ++i) values[static_cast<std::size_t>(set[i])] = inside[i];
  return values;
}

/// Variables by what dropping them from the full set would cost, most first.
std::vector<int> by_drop_loss(const SupportProblem& problem) {
  const Eigen::Index k = problem.size;
  std::vector<int> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), 0);
  Eigen::MatrixXd q = Eigen::Map<const Eigen::MatrixXd>(problem.quadratic.data(), k, k);
  q.diagonal() *= 1.0 + dependent_share;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(q);
  if (cholesky.info() != Eigen::Success) return order;
  const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(k, k));
  const Eigen::VectorXd values = inverse * Eigen::Map<const Eigen::VectorXd>(problem.linear.data(), k);
  const Eigen::VectorXd loss = values.array().square() / inverse.diagonal().array();
  std::ranges::stable_sort(order, std::ranges::greater(), [&](int i) { return loss[i]; });
  return order;
}

/// Branch and bound over sets of up to 32 variables, depth first on shrinking Schur complements. A node is
/// cut off when all remaining variables together would not gain enough. One factorisation gives that bound
/// for a node and for all that it excludes next. Variables whose removal loses most come first.
///
/// A variable is left out if it depends on the variables included before it: at most `dependent_share` of its
/// square remains. If more than 1e-11 of its linear term remains, the result is not exact. Ties go to the
/// first set.
///
/// Cost:    O(r^3) per node of r variables; exponential in the worst case.
/// Source:  G. M. Furnival, R. W. Wilson, Regressions by leaps and bounds, Technometrics 16 (1974);
///          C. Gatu, E. J. Kontoghiorghes, J. Comput. Graph. Stat. 15 (2006).
class SupportSearch {
 public:
  /// Only sets of a gain above `least` count.
  SupportSearch(const SupportProblem& problem, double least, const RunContext& run)
      : size_(problem.size),
        lambda_(problem.lambda),
        budget_(std::min(problem.budget, problem.size)),
        run_(run),
        order_(by_drop_loss(problem)),
        levels_(static_cast<std::size_t>(size_ + 1)),
        gain_(least) {
    for (int r = 0; r <= size_; ++r) {
      const auto room = static_cast<std::size_t>(r);
      levels_[room] = {std::vector<double>(room * room), std::vector<double>(room),
                       std::vector<double>(room + 1)};
    }
    const SupportProblem sorted = restricted(problem, order_);
    levels_.back().s = sorted.quadratic;
    levels_.back().z = sorted.linear;
    double steepest = 0.0;  // for columns of length 1
    for (int i = 0; i < size_; ++i) {
      const double square = std::max(0.0, sorted.q(i, i));
      limits_.push_back({dependent_share * square, pull_rounding * std::sqrt(square)});
      if (square > 0.0)
        steepest = std::max(steepest, std::abs(levels_.back().z.data()[i]) / std::sqrt(square));
    }
    for (Limits& limits : limits_) limits.pull *= steepest;
  }

  /// The best set, or nothing if no set gains more than `least`.
  std::optional<std::uint64_t> search() {
    offer(0.0, 0);
    node(size_, 0, 0.0, budget_);
    if (!found_) return std::nullopt;
    std::uint64_t set = 0;
    for (const int i : items_of(chosen_)) set |= bit(order_[static_cast<std::size_t>(i)]);
    return set;
  }
  bool exact() const { return exact_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// The Schur complement of the last r variables.
  struct Level {
    std::vector<double> s;
    std::vector<double> z;
    std::vector<double> bound;  ///< [j]: gain of all variables from j on
  };
  /// The least square and linear term that a variable must keep once the earlier variables are eliminated.
  struct Limits {
    double square = 0.0;  ///< when no more is left, the variable counts as dependent and is left out
    double pull = 0.0;    ///< when no more is left, that is rounding: the variable would gain nothing
  };

  void offer(double gain, std::uint64_t set) {
    if (gain <= gain_) return;
    gain_ = gain;
    chosen_ = set;
    found_ = true;
  }

  /// All sets that add between 1 and `take` of the last r variables to `chosen`, whose gain is `gain`.
  void node(int r, std::uint64_t chosen, double gain, int take) {
    if (r == 0 || take == 0 || stopped_) return;
    constexpr std::uint64_t poll_interval = 256;
    if (++nodes_ % poll_interval == 0 && run_.should_stop()) {
      stopped_ = true;
      exact_ = false;
      return;
    }
    Level& level = levels_[static_cast<std::size_t>(r)];
    const bool has_bounds = r > enumerate_below && take > 1;
    if (has_bounds) find_bounds(r);
    const double* const s = level.s.data();
    const double* const z = level.z.data();
    for (int j = 0; j < r && !stopped_; ++j) {
      if (has_bounds && gain + level.bound.data()[j] - lambda_ <= gain_) return;
      const int variable = size_ - r + j;
      const Limits& limits = limits_.data()[variable];
      const double square = s[j * r + j];
      const bool dependent = !(square > limits.square);
      const bool last = take == 1 || j + 1 == r;
      if (last && !dependent && z[j] * z[j] <= 2.0 * (gain_ - gain + lambda_) * square) continue;
      if (dependent) {
        if (std::abs(z[j]) > limits.pull) exact_ = false;
        continue;
      }
      const std::uint64_t with = chosen | bit(variable);
      const double gain_with = gain + 0.5 * z[j] * z[j] / square - lambda_;
      offer(gain_with, with);
      if (last) continue;
      eliminate(level, r, j);
      node(r - j - 1, with, gain_with, take - 1);
    }
  }

  /// Writes the Schur complement of the variables up to j into the level of the later variables.
  void eliminate(const Level& level, int r, int j) {
    const int left = r - j - 1;
    Level& child = levels_[static_cast<std::size_t>(left)];
    const double* const top = level.s.data() + j * r + j + 1;
    const double* const z = level.z.data() + j;
    const double inverse = 1.0 / top[-1];
    const double step = z[0] * inverse;
    for (int a = 0; a < left; ++a) {
      child.z.data()[a] = z[a + 1] - top[a] * step;
      const double share = top[a] * inverse;
      const double* const row = top + (a + 1) * r;
      double* const target = child.s.data() + a * left;
      for (int b = 0; b < left; ++b) target[b] = row[b] - share * top[b];
    }
  }

  /// Eliminates the last variable first, so that after it all of j, j+1, ... are in.
  void find_bounds(int r) {
    Level& level = levels_[static_cast<std::size_t>(r)];
    scratch_ = level.s;
    scratch_z_ = level.z;
    double* const z = scratch_z_.data();
    double* const gain = level.bound.data();
    const Limits* const limits = limits_.data() + (size_ - r);
    gain[r] = 0.0;
    for (int j = r - 1; j >= 0; --j) {
      const double* const row = scratch_.data() + j * r;
      gain[j] = gain[j + 1];
      if (!(row[j] > limits[j].square)) {
        if (std::abs(z[j]) <= limits[j].pull) continue;
        if (size_ <= most_doubtful) gain[j] = std::numeric_limits<double>::infinity();
        exact_ &= size_ <= most_doubtful;
        continue;
      }
      const double step = z[j] / row[j];
      gain[j] += 0.5 * z[j] * step;
      for (int i = 0; i < j; ++i) {
        z[i] -= row[i] * step;
        const double share = row[i] / row[j];
        double* const target = scratch_.data() + i * r;
        for (int l = 0; l <= i; ++l) target[l] -= share * row[l];
      }
    }
    // Rounding may not prune a set that is a little better.
    for (double& bound : level.bound) bound *= 1.0 + 1e-9;
  }

  int size_;
  double lambda_;
  int budget_;
  const RunContext& run_;
  std::vector<int> order_;
  std::vector<Level> levels_;  ///< [r]: the level of r variables
  std::vector<Limits> limits_;
  std::vector<double> scratch_;
  std::vector<double> scratch_z_;
  std::uint64_t chosen_ = 0;
  double gain_;
  bool found_ = false;
  bool exact_ = true;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0;
};

/// Minimises loss(z) + lambda |z|_0 inside a box by branch and bound. A node contains the variables that are
/// in, and the open variables. Its bound is the loss of both together and lambda for each variable that is
/// in. The open variable of largest magnitude is decided next. The bound needs no independence of the
/// variables: inside a box, two equal columns reach twice as far as one.
///
/// Cost:    one minimisation per variable that is left out; exponential in the worst case.
class BoxSearch {
 public:
  /// Begins with the best point known, whose objective is `value`.
  BoxSearch(const SupportProblem& problem, double box, std::vector<double> values, double value,
            const RunContext& run)
      : problem_(problem), box_(box), run_(run), values_(std::move(values)), value_(value) {}

  void search() {
    const std::uint64_t everything = detail::all_items(problem_.size);
    const Fit all = fit(everything);
    offer(all);
    offer(fit(0));
    // Fits are rounded. Their differences may not open nodes. The first value may be large, so a fit comes
    // first.
    slack_ = 1e-13 * (std::abs(value_) + std::abs(all.loss));
    node(all, 0, everything);
  }

  const std::vector<double>& values() const { return values_; }
  bool exact() const { return exact_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// The minimiser of the loss inside the box over the variables of one set; other variables are 0.
  struct Fit {
    std::vector<double> values;
    double loss;
  };

  Fit fit(std::uint64_t set) const {
    std::vector<double> values = minimiser(problem_, set, box_);
    const double loss = value_at(problem_.quadratic, problem_.linear, values, 0.0);
    return {std::move(values), loss};
  }

  void offer(const Fit& fit) {
    double value = fit.loss;
    for (const double z : fit.values) value += z != 0.0 ? problem_.lambda : 0.0;
    if (!(value < value_)) return;
    value_ = value;
    values_ = fit.values;
  }

  /// All sets that hold `in` and some of `open`; `both` is the fit of both together.
  void node(Fit both, std::uint64_t in, std::uint64_t open) {
    for (;;) {
      ++nodes_;
      exact_ &= !run_.should_stop();
      const double bound = both.loss + problem_.lambda * std::popcount(in);
      if (!exact_ || bound >= value_ - slack_) return;
      int next = -1;
      double most = 0.0;
      for (const int i : items_of(open)) {
        const double magnitude = std::abs(both.values[static_cast<std::size_t>(i)]);
        if (magnitude <= most) continue;
        most = magnitude;
        next = i;
      }
      if (next < 0) return;
      open ^= bit(next);
      Fit without = fit(in | open);
      offer(without);
      node(both, in | bit(next), open);
      both = std::move(without);
    }
  }

  const SupportProblem& problem_;
  const double box_;
  const RunContext& run_;
  std::vector<double> values_;
  double value_;
  double slack_ = 0.0;
  bool exact_ = true;
  std::uint64_t nodes_ = 0;
};

BlockMove solve_support(const DenseBlock& block, double proximal, double lambda, int budget, double box,
                        const RunContext& run) {
  SupportProblem problem{block.size, block.quadratic, block.linear, lambda, budget};
  for (int i = 0; i < block.size; ++i) {
    problem.quadratic.data()[i * (block.size + 1)] += proximal;
    problem.linear.data()[i] -= proximal * block.current.data()[i];
  }
  const double present = value_at(problem.quadratic, problem.linear, block.current, lambda);
  SupportSearch search(problem, -present, run);
  BlockMove move;
  std::vector<double> values = block.current;
  if (const auto chosen = search.search()) values = minimiser(problem, *chosen);
  move.exact = search.exact();
  move.nodes = search.nodes();
  if (values != block.current &&
      std::ranges::any_of(values, [box](double value) { return !(std::abs(value) <= box); })) {
    BoxSearch boxed(problem, box, block.current, present, run);
    boxed.search();
    values = boxed.values();
    move.exact = boxed.exact();
    move.nodes += boxed.nodes();
  }
  for (int i = 0; i < block.size; ++i) {
    const double value = values.data()[i];
    if (value != block.current.data()[i]) move.changes.push_back({i, value});
  }
  move.decrease = value_at(block.quadratic, block.linear, block.current, lambda) -
                  value_at(block.quadratic, block.linear, values, lambda);
  return move;
}

}  // namespace

BlockMove Sparse::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  return solve_support(block, proximal, lambda, max_block_size, box, run);
}

BlockMove SparseC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  // A superset of a support is never worse: only sets of the largest possible size are visited.
  const auto budget =
      std::min<Coordinate>(static_cast<Coordinate>(max_block_size), s - std::min(s, block.outside));
  return solve_support(block, proximal, 0.0, static_cast<int>(budget),
                       std::numeric_limits<double>::infinity(), run);
}

}  // namespace lode::hybrid
