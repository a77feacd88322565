#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "core/linalg/stoppable_solvers.hpp"
#include "hybrid/block/box_qp.hpp"
#include "hybrid/block/triangle.hpp"

// Minimise 1/2 z'Qz + linear'z + lambda |z|_0 over z with few nonzeros.

namespace lode::hybrid {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Set = std::vector<Coordinate>;

struct SupportProblem {
  MatrixXd q;       ///< positive semidefinite
  VectorXd linear;  ///< in the range of Q
  double lambda = 0.0;

  double loss(const VectorXd& z) const { return z.dot(0.5 * q * z + linear); }
  double value(const VectorXd& z) const {
    return loss(z) + lambda * static_cast<double>((z.array() != 0.0).count());
  }

  /// The minimiser with nonzeros in `set` only: of least norm when variables depend on others, or inside the
  /// box if there is one.
  VectorXd minimiser(const Set& set, std::optional<double> box = {}) const {
    const MatrixXd part = q(set, set);
    const VectorXd right = -linear(set);
    VectorXd z = part.llt().solve(right);
    if (!z.allFinite()) z = *lode::detail::least_norm_solution(part, right, [] { return false; });
    if (box) z = minimise_in_box(part, -right, *box, std::move(z));
    VectorXd whole = VectorXd::Zero(linear.size());
    whole(set) = z;
    return whole;
  }
};

/// The variables in units in which Q has diagonal 1, by the factor R of Q = R'R and the z of R'z = -linear.
/// Variables whose removal would cost most come first, so that a search cuts off more. `least_pull` becomes
/// 1e-11 of the steepest linear term: a smaller one is rounding. `exact` becomes false where a variable
/// depends on others, but has a larger one beside them.
Triangle triangle_of(const SupportProblem& problem, double& least_pull, bool& exact) {
  constexpr double least_square = 1e-14;  // of a unit column outside the span of others: rounding
  Set order;
  for (Coordinate i = 0; i < problem.linear.size(); ++i) {
    if (problem.q(i, i) > 0.0) order.push_back(i);
    exact = exact && (problem.q(i, i) > 0.0 || problem.linear[i] == 0.0);
  }
  const auto size = static_cast<Eigen::Index>(order.size());
  const VectorXd units = problem.q.diagonal()(order).cwiseSqrt().cwiseInverse();
  const MatrixXd q = units.asDiagonal() * problem.q(order, order) * units.asDiagonal();
  const VectorXd p = units.cwiseProduct(problem.linear(order));
  std::vector<Eigen::Index> by_loss(order.size());
  std::iota(by_loss.begin(), by_loss.end(), Eigen::Index{0});
  const Eigen::LLT<MatrixXd> cholesky(q + dependent_share * MatrixXd::Identity(size, size));
  if (cholesky.info() == Eigen::Success) {
    const MatrixXd inverse = cholesky.solve(MatrixXd::Identity(size, size));
    const VectorXd loss = (inverse * p).cwiseAbs2().cwiseQuotient(inverse.diagonal());
    std::ranges::stable_sort(by_loss, std::ranges::greater(), [&](Eigen::Index i) { return loss[i]; });
  }
  Triangle all;
  all.r.setZero(size, size);
  all.z.setZero(size);
  all.columns.resize(size);
  least_pull = 1e-11 * p.lpNorm<Eigen::Infinity>();
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::Index own = by_loss[static_cast<std::size_t>(j)];
    all.columns[j] = order[static_cast<std::size_t>(own)];
    auto column = all.r.col(j);
    double square = 1.0;  // outside the span of the columns before
    for (Eigen::Index i = 0; i < j; ++i) {
      const double product = q(by_loss[static_cast<std::size_t>(i)], own);
      const double along = (product - all.r.col(i).head(i).dot(column.head(i))) / all.r(i, i);
      const double most = std::sqrt(std::max(square, 0.0));  // rounding would exceed it
      column[i] = std::clamp(along, -most, most);
      square -= column[i] * column[i];
    }
    const double pull = -p[own] - column.head(j).dot(all.z.head(j));
    column[j] = std::sqrt(std::max(square, least_square));
    all.z[j] = pull / column[j];
    exact = exact && (square > dependent_share || std::abs(pull) <= least_pull);
  }
  return all;
}

/// Minimises loss(z) + lambda |z|_0 inside a box by branch and bound. A node contains the variables that are
/// in, and the open variables. Its bound is the loss of both together and lambda for each variable that is
/// in. The open variable of largest magnitude is decided next. The bound needs no independence of the
/// variables: inside a box, two equal columns reach twice as far as one.
///
/// Cost:    one minimisation per variable that is left out; exponential in the worst case.
struct BoxSearch {
  const SupportProblem& problem;
  const double box;
  const RunContext& run;
  VectorXd values;  ///< best point known
  double value;     ///< its objective
  double slack = 0.0;
  bool exact = true;
  std::uint64_t nodes = 0;

  void search() {
    Set everything(static_cast<std::size_t>(values.size()));
    std::iota(everything.begin(), everything.end(), Coordinate{0});
    const VectorXd all = fit(everything);
    fit({});
    // Fits are rounded. Their differences may not open nodes. The first value may be large, so a fit comes
    // first.
    slack = 1e-13 * (std::abs(value) + std::abs(problem.loss(all)));
    node(all, {}, everything);
  }

  /// The minimiser over the variables of one set, offered as the best point.
  VectorXd fit(const Set& set) {
    VectorXd z = problem.minimiser(set, box);
    if (problem.value(z) < value) {
      value = problem.value(z);
      values = z;
    }
    return z;
  }

  /// All sets that hold `in` and some of `open`; `both` is the fit of both together.
  void node(VectorXd both, Set in, Set open) {
    for (;;) {
      ++nodes;
      exact = exact && !run.should_stop();
      const double bound = problem.loss(both) + problem.lambda * static_cast<double>(in.size());
      if (!exact || bound >= value - slack) return;
      const auto next = std::ranges::max_element(open, {}, [&](Coordinate i) { return std::abs(both[i]); });
      if (next == open.end() || both[*next] == 0.0) return;
      const Coordinate decided = *next;
      open.erase(next);
      Set rest = in;
      rest.insert(rest.end(), open.begin(), open.end());
      VectorXd without = fit(rest);
      Set with = in;
      with.push_back(decided);
      node(std::move(both), std::move(with), open);
      both = std::move(without);
    }
  }
};

BlockMove solve_support(const DenseBlock& block, double proximal, double lambda, std::size_t budget,
                        double box, const RunContext& run) {
  const Eigen::Index k = block.size;
  const Eigen::Map<const VectorXd> current(block.current.data(), k);
  const SupportProblem plain{Eigen::Map<const MatrixXd>(block.quadratic.data(), k, k),
                             Eigen::Map<const VectorXd>(block.linear.data(), k), lambda};
  SupportProblem problem = plain;
  problem.q.diagonal().array() += proximal;
  problem.linear -= proximal * current;
  const double present = problem.value(current);
  BlockMove move;
  double least_pull = 0.0;
  const Triangle all = triangle_of(problem, least_pull, move.exact);
  const double whole = 0.5 * all.z.squaredNorm();
  const BestSubset best = best_subset(
      all,
      {.lambda = lambda,
       .budget = budget,
       .value = whole + std::min(present, 0.0),
       .dependent = std::sqrt(dependent_share)},
      [&](Coordinate, double pull, const auto&) { return pull <= least_pull; }, run);
  move.exact = move.exact && best.exact;
  move.nodes = best.nodes;
  VectorXd values = current;
  if (!best.columns.empty() || present > 0.0) values = problem.minimiser(best.columns);
  if (values != current && !(values.lpNorm<Eigen::Infinity>() <= box)) {
    BoxSearch boxed{problem, box, run, current, present};
    boxed.search();
    values = boxed.values;
    move.exact = boxed.exact;
    move.nodes += boxed.nodes;
  }
  for (int i = 0; i < block.size; ++i) {
    if (values[i] != current[i]) move.changes.push_back({i, values[i]});
  }
  move.decrease = plain.value(current) - plain.value(values);
  return move;
}

}  // namespace

BlockMove Sparse::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  return solve_support(block, proximal, lambda, max_block_size, box, run);
}

BlockMove SparseC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  const std::size_t left = s - std::min(s, block.outside);
  return solve_support(block, proximal, 0.0, std::min<std::size_t>(max_block_size, left),
                       std::numeric_limits<double>::infinity(), run);
}

}  // namespace lode::hybrid
