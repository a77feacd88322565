#include "hybrid/block/support_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "hybrid/block/checks.hpp"
#include "hybrid/block/support_tree.hpp"

namespace lode::hybrid {
namespace {

using detail::BestSupport;
using detail::bit;
using detail::DependenceLimits;
using detail::Prefix;
using detail::SupportTree;
using lode::detail::MutableSquareView;
using lode::detail::SquareView;

/// Remaining variables up to which enumeration is faster than bounds.
constexpr int enumerate_below = 10;
constexpr std::uint64_t poll_interval = 256;

void check(const SupportProblem& problem, int largest) {
  detail::check_quadratic(problem.size, problem.quadratic, problem.linear, largest);
  if (problem.budget < 0) {
    throw InvalidArgument("budget", std::to_string(problem.budget), "must not be negative");
  }
  if (problem.lambda > 0.0 && problem.budget < problem.size) {
    throw InvalidArgument("lambda", std::to_string(problem.lambda),
                          "cannot be combined with a limit on the nonzeros");
  }
}

std::vector<DependenceLimits> limits_of(const SupportProblem& problem) {
  std::vector<DependenceLimits> limits;
  double steepest = 0.0;  // for columns of length 1
  for (int i = 0; i < problem.size; ++i) {
    const double square = std::max(0.0, problem.q(i, i));
    limits.push_back({dependent_share * square, pull_rounding * std::sqrt(square)});
    const double slope = std::abs(problem.linear[static_cast<std::size_t>(i)]);
    if (square > 0.0) steepest = std::max(steepest, slope / std::sqrt(square));
  }
  for (DependenceLimits& limit : limits) limit.pull *= steepest;
  return limits;
}

/// The same problem with its variables in another order.
SupportProblem reordered(const SupportProblem& problem, const std::vector<int>& order) {
  SupportProblem result = problem;
  const int* const from = order.data();
  for (int i = 0; i < problem.size; ++i) {
    result.linear.data()[i] = problem.linear.data()[from[i]];
    for (int j = 0; j < problem.size; ++j) result.form()(i, j) = problem.q(from[i], from[j]);
  }
  return result;
}

std::uint64_t original(std::uint64_t chosen, const std::vector<int>& order) {
  std::uint64_t set = 0;
  for (; chosen; chosen &= chosen - 1) set |= bit(order[static_cast<std::size_t>(std::countr_zero(chosen))]);
  return set;
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
  std::vector<double> loss;
  for (Eigen::Index i = 0; i < k; ++i) loss.push_back(values[i] * values[i] / inverse(i, i));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return loss[static_cast<std::size_t>(a)] > loss[static_cast<std::size_t>(b)];
  });
  return order;
}

/// Depth-first branch and bound with run-time sizes; small subtrees are left to SupportTree.
class SupportSearch {
 public:
  SupportSearch(const SupportProblem& problem, double least, const StopPoll& stop)
      : size_(problem.size),
        lambda_(problem.lambda),
        limited_(problem.budget < problem.size),
        stop_(stop),
        limits_(limits_of(problem)),
        levels_(static_cast<std::size_t>(size_ + 1)) {
    best_.gain = least;
    tree_ = std::make_unique<SupportTree>(best_, limits_.data(), lambda_);
  }

  SupportResult run(const SupportProblem& problem) {
    Level& root = levels_[static_cast<std::size_t>(size_)];
    root.s = problem.quadratic;
    root.z = problem.linear;
    root.stride = size_;
    offer({});
    node(root, 0, {}, std::min(problem.budget, size_));
    return {best_.chosen, best_.gain, best_.found, exact_ && best_.certain, nodes_};
  }

 private:
  /// A Schur complement; `stride` rows and columns.
  struct Level {
    std::vector<double> s;
    std::vector<double> z;
    std::vector<double> bound;  ///< [j]: gain of all variables from j on
    int stride = 0;
    SquareView matrix() const { return {s.data(), stride}; }
  };

  void offer(const Prefix& prefix) { best_.offer(prefix.gain, prefix.chosen); }

  bool stopped() {
    if (++nodes_ % poll_interval == 0 && stop_ && stop_()) exact_ = false;
    return !exact_;
  }

  /// All sets that add between 1 and `take` of the variables from `first` on to the prefix.
  void node(Level& level, int offset, const Prefix& prefix, int take) {
    const int r = level.stride - offset;
    if (r == 0 || take == 0 || stopped()) return;
    if (r <= enumerate_below) return enumerate(level, offset, prefix, take);
    find_bounds(level, offset);
    for (int j = offset; j < level.stride; ++j) {
      const int left = level.stride - j;
      const Prefix here{prefix.chosen, prefix.gain, prefix.first + j - offset};
      if (prefix.gain + level.bound[static_cast<std::size_t>(j)] - lambda_ <= best_.gain) return;
      if (left <= enumerate_below) return enumerate(level, j, here, take);
      const double square = level.matrix()(j, j);
      const double z = level.z[static_cast<std::size_t>(j)];
      if (limits_[static_cast<std::size_t>(here.first)].leave_out(square, z, best_)) continue;
      Level& child = levels_[static_cast<std::size_t>(left - 1)];
      eliminate(level, j, child);
      const Prefix with{here.with(1), here.gain + 0.5 * z * z / square - lambda_, here.first + 1};
      offer(with);
      node(child, 0, with, take - 1);
      if (!exact_) return;
    }
  }

  void enumerate(const Level& level, int offset, const Prefix& prefix, int take) {
    const int r = level.stride - offset;
    for (int i = 0; i < r; ++i) {
      std::copy_n(level.matrix().row(offset + i) + offset, r, block_.data() + i * SupportTree::stride);
    }
    const double* const z = level.z.data() + offset;
    if (limited_) {
      tree_->exactly(r, std::min(r, take), block_.data(), z, prefix);
    } else {
      tree_->all(r, block_.data(), z, prefix);
    }
    nodes_ += bit(r);
  }

  void eliminate(const Level& level, int j, Level& child) {
    const int r = level.stride - j;
    child.stride = r - 1;
    child.s.resize(static_cast<std::size_t>(r - 1) * static_cast<std::size_t>(r - 1));
    child.z.resize(static_cast<std::size_t>(r - 1));
    const SquareView from = level.matrix();
    const MutableSquareView to{child.s.data(), r - 1};
    const double* const z = level.z.data() + j;
    const double* const top = from.row(j) + j + 1;
    const double inverse = 1.0 / from(j, j);
    const double step = z[0] * inverse;
    for (int a = 0; a < r - 1; ++a) {
      child.z.data()[a] = z[a + 1] - top[a] * step;
      const double share = top[a] * inverse;
      const double* const row = from.row(j + 1 + a) + j + 1;
      double* const target = to.row(a);
      for (int b = 0; b < r - 1; ++b) target[b] = row[b] - share * top[b];
    }
  }

  /// Of a variable of which rounding may hide what it gains. Blocks that are too large to visit all sets go
  /// on without it.
  double doubtful_gain() {
    if (size_ <= SupportTree::max_size) return std::numeric_limits<double>::infinity();
    best_.certain = false;
    return 0.0;
  }

  /// bound[j] for j >= offset: eliminates the last variable first, so that after it all of j, j+1, ... are
  /// in.
  void find_bounds(Level& level, int offset) {
    const int n = level.stride;
    level.bound.assign(static_cast<std::size_t>(n) + 1, 0.0);
    scratch_.assign(level.s.begin(), level.s.end());
    scratch_z_.assign(level.z.begin(), level.z.end());
    const MutableSquareView s{scratch_.data(), n};
    double* const z = scratch_z_.data();
    double* const gain = level.bound.data();
    const DependenceLimits* const limits = limits_.data() + (size_ - n);
    for (int j = n - 1; j >= offset; --j) {
      const double* const row = s.row(j);
      gain[j] = gain[j + 1];
      if (!(row[j] > limits[j].square)) {
        if (std::abs(z[j]) > limits[j].pull) gain[j] += doubtful_gain();
        continue;
      }
      const double step = z[j] / row[j];
      gain[j] += 0.5 * z[j] * step;
      for (int i = offset; i < j; ++i) {
        z[i] -= row[i] * step;
        const double share = row[i] / row[j];
        double* const target = s.row(i);
        for (int l = offset; l <= i; ++l) target[l] -= share * row[l];
      }
    }
    // Rounding may not prune a set that is a little better.
    for (double& bound : level.bound) bound *= 1.0 + 1e-9;
  }

  int size_;
  double lambda_;
  bool limited_;
  const StopPoll& stop_;
  std::vector<DependenceLimits> limits_;
  std::vector<Level> levels_;  ///< [r]: the one of r variables
  std::vector<double> scratch_;
  std::vector<double> scratch_z_;
  BestSupport best_;
  std::unique_ptr<SupportTree> tree_;
  std::array<double, SupportTree::stride * SupportTree::stride> block_{};
  bool exact_ = true;
  std::uint64_t nodes_ = 0;
};

}  // namespace

SupportResult support_by_enumeration(const SupportProblem& problem, double least) {
  check(problem, SupportTree::max_size);
  const std::vector<DependenceLimits> limits = limits_of(problem);
  std::array<double, SupportTree::max_size * SupportTree::stride> s{};
  for (int i = 0; i < problem.size; ++i) {
    std::copy_n(problem.form().row(i), problem.size, s.data() + i * SupportTree::stride);
  }
  BestSupport best;
  best.gain = least;
  const auto tree = std::make_unique<SupportTree>(best, limits.data(), problem.lambda);
  const int take = std::min(problem.budget, problem.size);
  const bool limited = problem.budget < problem.size;
  if (limited) {
    tree->exactly(problem.size, take, s.data(), problem.linear.data(), {});
  } else {
    tree->all(problem.size, s.data(), problem.linear.data(), {});
  }
  const double sets =
      limited ? detail::number_of_sets(problem.size, take) : static_cast<double>(bit(problem.size));
  return {best.chosen, best.gain, best.found, best.certain, static_cast<std::uint64_t>(sets)};
}

SupportResult support_by_search(const SupportProblem& problem, double least, const StopPoll& stop) {
  check(problem, max_block_size);
  const std::vector<int> order = by_drop_loss(problem);
  const SupportProblem sorted = reordered(problem, order);
  SupportResult result = SupportSearch(sorted, least, stop).run(sorted);
  result.chosen = original(result.chosen, order);
  return result;
}

std::vector<double> support_values(const SupportProblem& problem, std::uint64_t chosen) {
  detail::check_quadratic(problem.size, problem.quadratic, problem.linear, max_block_size);
  detail::check_items("set", chosen, problem.size);
  std::vector<int> set;
  for (; chosen; chosen &= chosen - 1) set.push_back(std::countr_zero(chosen));
  const auto r = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd q(r, r);
  Eigen::VectorXd right(r);
  for (Eigen::Index i = 0; i < r; ++i) {
    const int row = set[static_cast<std::size_t>(i)];
    right[i] = -problem.linear[static_cast<std::size_t>(row)];
    for (Eigen::Index j = 0; j < r; ++j) q(i, j) = problem.q(row, set[static_cast<std::size_t>(j)]);
  }
  Eigen::VectorXd z = q.llt().solve(right);
  if (!z.allFinite()) z = *lode::detail::least_norm_solution(q, right, [] { return false; });
  std::vector<double> values(static_cast<std::size_t>(problem.size), 0.0);
  for (Eigen::Index i = 0; i < r; ++i)
    values[static_cast<std::size_t>(set[static_cast<std::size_t>(i)])] = z[i];
  return values;
}

}  // namespace lode::hybrid
