#include "hybrid/block/box_qp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "hybrid/block/block.hpp"

namespace lode::hybrid {
namespace {

using StopAsked = std::function<bool()>;

class BoxProgram {
 public:
  BoxProgram(std::span<const double> h, std::span<const double> p, double box,
             const std::vector<double>& start, const StopAsked& stop)
      : size_(static_cast<Eigen::Index>(p.size())),
        h_(h.data(), size_, size_),
        p_(p.data(), size_),
        box_(box),
        stop_(stop),
        z_(Eigen::Map<const Eigen::VectorXd>(start.data(), size_)),
        bound_(p.size(), false) {
    for (Eigen::Index i = 0; i < size_; ++i) {
      z_[i] = std::clamp(z_[i], -box, box);
      bound_[static_cast<std::size_t>(i)] = std::abs(z_[i]) == box;
    }
  }

  std::vector<double> solve() {
    const auto limit = 20 * (size_ + 5);
    for (Eigen::Index step = 0; step < limit && !stop_(); ++step) {
      if (move_to_free_minimiser() && !free_one()) break;
    }
    return {z_.data(), z_.data() + size_};
  }

 private:
  /// Moves towards the minimiser over the free variables, up to the first bound; stays when it is stopped.
  /// True if it reached the minimiser.
  bool move_to_free_minimiser() {
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < size_; ++i) {
      if (!bound_[static_cast<std::size_t>(i)]) free.push_back(i);
    }
    if (free.empty()) return true;
    const Eigen::VectorXd gradient = h_ * z_ + p_;
    const Eigen::MatrixXd part = h_(free, free);
    const Eigen::VectorXd slope = gradient(free);
    const auto solved = solve_semidefinite(part, -slope);
    if (!solved) return false;
    const Eigen::VectorXd& step = *solved;
    double length = 1.0;
    std::size_t blocking = free.size();
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double d = step[static_cast<Eigen::Index>(i)];
      const double end = z_[free[i]] + d;
      if (std::abs(end) <= box_) continue;
      const double room = ((d > 0.0 ? box_ : -box_) - z_[free[i]]) / d;
      if (room < length) {
        length = room;
        blocking = i;
      }
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double end = z_[free[i]] + length * step[static_cast<Eigen::Index>(i)];
      z_[free[i]] = std::clamp(end, -box_, box_);
    }
    if (blocking == free.size()) return true;
    const Eigen::Index i = free[blocking];
    z_[i] = step[static_cast<Eigen::Index>(blocking)] > 0.0 ? box_ : -box_;
    bound_[static_cast<std::size_t>(i)] = true;
    return false;
  }

  std::optional<Eigen::VectorXd> solve_semidefinite(const Eigen::MatrixXd& part,
                                                    const Eigen::VectorXd& right) const {
    constexpr double least_rcond = 1e-12;
    using lode::detail::CholeskyOutcome;
    lode::detail::StoppableCholesky cholesky;
    const CholeskyOutcome outcome = cholesky.compute(part, stop_);
    if (outcome == CholeskyOutcome::stopped) return std::nullopt;
    if (outcome == CholeskyOutcome::done && cholesky.rcond() > least_rcond) {
      return cholesky.solve(right);
    }
    // Variables of different units are none that depend on each other.
    if (part.diagonal().minCoeff() > 0.0) {
      const Eigen::VectorXd units = part.diagonal().cwiseSqrt().cwiseInverse();
      const CholeskyOutcome again = cholesky.compute(units.asDiagonal() * part * units.asDiagonal(), stop_);
      if (again == CholeskyOutcome::stopped) return std::nullopt;
      if (again == CholeskyOutcome::done && cholesky.rcond() > least_rcond) {
        return units.asDiagonal() * cholesky.solve(units.asDiagonal() * right);
      }
    }
    return lode::detail::least_norm_solution(part, right, stop_);
  }

  /// Frees the bound variable that wants most to leave its bound; false if none does.
  bool free_one() {
    const Eigen::VectorXd gradient = h_ * z_ + p_;
    double most = 0.0;
    Eigen::Index chosen = -1;
    for (Eigen::Index i = 0; i < size_; ++i) {
      if (!bound_[static_cast<std::size_t>(i)]) continue;
      const double scale = std::abs(p_[i]) + h_.row(i).cwiseAbs() * z_.cwiseAbs();
      const double pull = gradient[i] * (z_[i] > 0.0 ? 1.0 : -1.0);
      if (pull > std::max(most, 1e-12 * scale)) {
        most = pull;
        chosen = i;
      }
    }
    if (chosen < 0 || box_ == 0.0) return false;
    bound_[static_cast<std::size_t>(chosen)] = false;
    return true;
  }

  Eigen::Index size_;
  Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> h_;
  Eigen::Map<const Eigen::VectorXd> p_;
  double box_;
  const StopAsked& stop_;
  Eigen::VectorXd z_;
  std::vector<bool> bound_;
};

}  // namespace

std::vector<double> minimise_in_box(std::span<const double> h, std::span<const double> p, double box,
                                    std::vector<double> start, const std::function<bool()>& stop) {
  if (p.empty()) return start;
  return BoxProgram(h, p, box, start, stop).solve();
}

}  // namespace lode::hybrid
