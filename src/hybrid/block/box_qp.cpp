#include "hybrid/block/box_qp.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/linalg/stoppable_solvers.hpp"

namespace lode::hybrid {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using lode::detail::CholeskyOutcome;

/// The minimiser of 1/2 z'Hz - right'z; nothing once `stop` is true.
std::optional<VectorXd> solve_semidefinite(const MatrixXd& h, const VectorXd& right,
                                           const std::function<bool()>& stop) {
  constexpr double least_rcond = 1e-12;
  // Variables of different units are none that depend on each other.
  const VectorXd units = (h.diagonal().array() > 0.0).select(h.diagonal().cwiseSqrt().cwiseInverse(), 1.0);
  lode::detail::StoppableCholesky cholesky;
  const CholeskyOutcome outcome = cholesky.compute(units.asDiagonal() * h * units.asDiagonal(), stop);
  if (outcome == CholeskyOutcome::stopped) return std::nullopt;
  if (outcome == CholeskyOutcome::done && cholesky.rcond() > least_rcond) {
    return units.asDiagonal() * cholesky.solve(units.asDiagonal() * right);
  }
  return lode::detail::least_norm_solution(h, right, stop);
}

}  // namespace

VectorXd minimise_in_box(const MatrixXd& h, const VectorXd& p, double box, VectorXd z,
                         const std::function<bool()>& stop) {
  const Index size = p.size();
  z = z.cwiseMax(-box).cwiseMin(box);
  std::vector<bool> bound(static_cast<std::size_t>(size));
  for (Index i = 0; i < size; ++i) bound[static_cast<std::size_t>(i)] = std::abs(z[i]) == box;
  const Index limit = 20 * (size + 5);
  for (Index step = 0; step < limit && !stop(); ++step) {
    std::vector<Index> free;
    for (Index i = 0; i < size; ++i) {
      if (!bound[static_cast<std::size_t>(i)]) free.push_back(i);
    }
    const VectorXd gradient = h * z + p;
    if (!free.empty()) {
      // Towards the minimiser over the free variables, up to the first bound.
      const auto way = solve_semidefinite(h(free, free), -gradient(free), stop);
      if (!way) continue;
      double length = 1.0;
      Index blocking = -1;
      for (Index i = 0; i < way->size(); ++i) {
        const double d = (*way)[i];
        const double from = z[free[static_cast<std::size_t>(i)]];
        if (std::abs(from + d) <= box) continue;
        const double room = ((d > 0.0 ? box : -box) - from) / d;
        if (room >= length) continue;
        length = room;
        blocking = i;
      }
      z(free) = (z(free) + length * *way).cwiseMax(-box).cwiseMin(box);
      if (blocking >= 0) {
        const Index i = free[static_cast<std::size_t>(blocking)];
        z[i] = (*way)[blocking] > 0.0 ? box : -box;
        bound[static_cast<std::size_t>(i)] = true;
        continue;
      }
    }
    // At the minimiser, the bound variable that wants most to leave its bound becomes free.
    const VectorXd pull = (h * z + p).cwiseProduct(z.cwiseSign());
    const VectorXd rounding = 1e-12 * (p.cwiseAbs() + h.cwiseAbs() * z.cwiseAbs());
    Index chosen = -1;
    for (Index i = 0; i < size && box > 0.0; ++i) {
      if (!bound[static_cast<std::size_t>(i)] || pull[i] <= rounding[i]) continue;
      if (chosen < 0 || pull[i] > pull[chosen]) chosen = i;
    }
    if (chosen < 0) break;
    bound[static_cast<std::size_t>(chosen)] = false;
  }
  return z;
}

}  // namespace lode::hybrid
