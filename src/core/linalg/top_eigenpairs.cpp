#include "core/linalg/top_eigenpairs.hpp"

#include <algorithm>
#include <cmath>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

using Eigen::Index;

/// |Tv - mu v| for |v| = 1 that a vector may have, relative to |T|.
constexpr double twisted_residual = 1e-11;
/// Relative to |T|: takes the place of pivots closer to 0.
constexpr double least_pivot_size = 1e-18;
/// How far the squared length of a sum of vectors may be from their number, as a part of it.
constexpr double orthonormal_accuracy = 1e-8;

/// By products with fixed vectors of signs u: |Vu|^2 = |u|^2 for all of them.
bool are_orthonormal(const Eigen::MatrixXd& vectors) {
  const auto count = static_cast<double>(vectors.cols());
  Eigen::VectorXd signs(vectors.cols());
  for (Index period = 1; period <= vectors.cols(); period *= 2) {
    for (Index c = 0; c < signs.size(); ++c) signs[c] = (c / period) % 2 == 0 ? 1.0 : -1.0;
    if (!(std::abs((vectors * signs).squaredNorm() - count) <= orthonormal_accuracy * count)) return false;
  }
  return true;
}

void require_converged(Eigen::ComputationInfo info) {
  if (info != Eigen::Success) throw InternalError("the eigenvalue iteration of a matrix did not converge");
}

}  // namespace

void TopEigenpairs::decompose(const Eigen::MatrixXd& a, const Count& count) {
  const Index n = a.rows();
  scaled_ = a.triangularView<Eigen::Lower>();
  const double scale = scaled_.cwiseAbs().maxCoeff();  // so that squares neither overflow nor vanish
  if (scale > 0.0) scaled_ /= scale;
  reduced_.compute(scaled_);
  diagonal_ = reduced_.diagonal();
  off_diagonal_ = reduced_.subDiagonal();
  solver_.computeFromTridiagonal(diagonal_, off_diagonal_, Eigen::EigenvaluesOnly);
  require_converged(solver_.info());
  const Eigen::VectorXd found = solver_.eigenvalues();
  values_ = scale > 0.0 ? (scale * found).eval() : found;
  const std::size_t wanted = count({values_.data(), static_cast<std::size_t>(n)});
  vectors_.resize(n, static_cast<Index>(wanted));
  if (wanted == 0) return;
  if (find_vectors(found) && are_orthonormal(vectors_)) {
    vectors_.applyOnTheLeft(reduced_.matrixQ());
    return;
  }
  solver_.compute(a);
  require_converged(solver_.info());
  values_ = solver_.eigenvalues();
  vectors_ = solver_.eigenvectors().rightCols(vectors_.cols());
}

/// From the top or, over reversed places, from the bottom.
void TopEigenpairs::factor(const Lanes& mu, double tiny, bool from_bottom, Factors& factors) const {
  const Index n = diagonal_.size();
  Lanes carried = Lanes::Zero();  // e^2 / pivot of the row before
  for (Index row = 0; row < n; ++row) {
    const Index i = from_bottom ? n - 1 - row : row;
    const double next = row + 1 == n ? 0.0 : off_diagonal_[from_bottom ? i - 1 : i];
    const Lanes exact = (diagonal_[i] - mu) - carried;
    const Lanes pivot = (exact.abs() < tiny).select(tiny, exact);
    const Lanes multiplier = next / pivot;
    carried = multiplier * next;
    factors.pivots.col(i) = pivot;
    factors.multipliers.col(i) = multiplier;
  }
}

/// The vector of mu is that of the twisted factorisation of T - mu I whose pivot at the twist is least.
bool TopEigenpairs::find_vector(Index lane, double mu, double largest_residual,
                                Eigen::Ref<Eigen::VectorXd> v) const {
  const Index n = diagonal_.size();
  Index twist = 0;
  double least = HUGE_VAL;
  for (Index i = 0; i < n; ++i) {
    const double pivot = std::abs(down_.pivots(lane, i) + up_.pivots(lane, i) - (diagonal_[i] - mu));
    if (pivot < least) {
      least = pivot;
      twist = i;
    }
  }
  v[twist] = 1.0;
  for (Index i = twist; i-- > 0;) v[i] = -down_.multipliers(lane, i) * v[i + 1];
  for (Index i = twist + 1; i < n; ++i) v[i] = -up_.multipliers(lane, i) * v[i - 1];
  const double length = v.norm();
  v /= length;
  return least <= largest_residual * length && std::isfinite(length);
}

/// Finds the vectors of T for its eigenvalues `values`; true if all were found.
bool TopEigenpairs::find_vectors(const Eigen::VectorXd& values) {
  const Index n = diagonal_.size();
  const Index columns = vectors_.cols();
  double norm = std::abs(diagonal_[n - 1]);
  for (Index i = 0; i + 1 < n; ++i) {
    norm = std::max(norm, std::abs(diagonal_[i]) + std::abs(off_diagonal_[i]));
  }
  if (!(norm > 0.0)) return false;
  for (Factors* factors : {&down_, &up_}) {
    factors->multipliers.resize(side_by_side, n);
    factors->pivots.resize(side_by_side, n);
  }
  for (Index first = 0; first < columns; first += side_by_side) {
    const Index count = std::min<Index>(side_by_side, columns - first);
    Lanes mu;
    for (Index l = 0; l < side_by_side; ++l) mu[l] = values[n - columns + first + std::min(l, count - 1)];
    factor(mu, least_pivot_size * norm, false, down_);
    factor(mu, least_pivot_size * norm, true, up_);
    for (Index l = 0; l < count; ++l) {
      if (!find_vector(l, mu[l], twisted_residual * norm, vectors_.col(first + l))) return false;
    }
  }
  return true;
}

}  // namespace lode::detail
