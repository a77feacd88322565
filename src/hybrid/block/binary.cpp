#include <algorithm>
#include <cmath>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/triangle.hpp"

// Minimise 1/2 z'Qz + linear'z over z in {-1, 1}^k.

namespace lode::hybrid {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// (Q + cI)^-1 linear has norm sqrt(k) for exactly one c above -(smallest eigenvalue), unless the linear term
/// misses that eigenvector; then c is just above it.
double sphere_shift(const VectorXd& eigenvalues, const VectorXd& projected) {
  const double k = static_cast<double>(eigenvalues.size());
  const double scale = std::max(eigenvalues.cwiseAbs().maxCoeff(), 1e-300);
  double low = -eigenvalues[0] + 1e-9 * scale;
  const auto norm = [&](double c) { return (projected.array() / (eigenvalues.array() + c)).square().sum(); };
  if (norm(low) <= k) return low;
  double high = -eigenvalues[0] + projected.norm() / std::sqrt(k);
  for (int step = 0; step < 60 && high - low > 1e-6 * scale; ++step) {
    const double middle = 0.5 * (low + high);
    (norm(middle) > k ? low : high) = middle;
  }
  return high;
}

/// U of P'MP = U'U, and the order P. The variable of smallest remaining square comes first, so that a search
/// from the last to the first meets large diagonals first.
MatrixXd factorised(MatrixXd m, std::vector<int>& order) {
  const Eigen::Index size = m.rows();
  MatrixXd u = MatrixXd::Zero(size, size);
  const double tiny = 1e-14 * std::max(m.diagonal().maxCoeff(), 1e-300);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::Index left = size - i - 1;
    Eigen::Index pivot = 0;
    m.diagonal().tail(left + 1).minCoeff(&pivot);
    pivot += i;
    m.row(i).swap(m.row(pivot));
    m.col(i).swap(m.col(pivot));
    u.col(i).swap(u.col(pivot));
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(pivot)]);
    u(i, i) = std::sqrt(std::max(m(i, i), tiny));
    u.row(i).tail(left) = m.row(i).tail(left) / u(i, i);
    m.bottomRightCorner(left, left).noalias() -= u.row(i).tail(left).transpose() * u.row(i).tail(left);
  }
  return u;
}

}  // namespace

/// A search on the triangular factor of Q + cI. The shift adds a constant on sign vectors. The c whose
/// minimiser over all real z lies on the sphere |z|^2 = k gives the best bound of this kind at the root.
BlockMove Binary::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_finite("linear", block.linear);
  if (block.size == 0) return {};
  const Eigen::Index k = block.size;
  const Eigen::Map<const MatrixXd> q(block.quadratic.data(), k, k);
  const Eigen::Map<const VectorXd> linear(block.linear.data(), k);
  const Eigen::Map<const VectorXd> x(block.current.data(), k);
  const VectorXd p = linear - proximal * x;  // |z - x|^2, up to a constant
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(q);
  const double shift = sphere_shift(eigen.eigenvalues(), eigen.eigenvectors().transpose() * p);
  std::vector<int> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), 0);
  const MatrixXd u = factorised(q + shift * MatrixXd::Identity(k, k), order);
  // 1/2 z'(Q + cI)z + p'z = 1/2 |Uz + half|^2 + offset
  const VectorXd half = u.transpose().triangularView<Eigen::Lower>().solve(p(order));
  const double offset = 0.5 * (half.squaredNorm() + shift * static_cast<double>(k));
  const VectorXd present = u * x(order) + half;
  const double square = present.squaredNorm();
  const double rounding = 2e-13 * (std::abs(0.5 * square - offset) + std::abs(offset));
  const BestFlips best =
      best_flips(u * (2.0 * x(order)).asDiagonal(), present, 0.0, {}, {.square = square - rounding}, {}, run);
  BlockMove move;
  move.exact = best.exact;
  move.nodes = best.nodes;
  VectorXd z = x;
  for (const int i : best.flips) z[order[static_cast<std::size_t>(i)]] *= -1.0;
  for (int i = 0; i < block.size; ++i) {
    if (z[i] != x[i]) move.changes.push_back({i, z[i]});
  }
  move.decrease = x.dot(0.5 * q * x + linear) - z.dot(0.5 * q * z + linear);
  return move;
}

}  // namespace lode::hybrid
