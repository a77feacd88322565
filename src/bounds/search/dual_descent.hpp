#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "bounds/search/lifted_dual.hpp"
#include "core/linalg/eigen.hpp"

namespace lode::subgraph::detail {

/// Minimises a LiftedDual by projected L-BFGS. The first multipliers are free, the others >= 0.
///
/// Entries at 0 that the gradient pushes down stay there. The others move along the quasi-Newton direction.
/// The step is cut back until the projected point satisfies Armijo's rule. The pairs of steps and gradient
/// changes are kept when the centre or the cuts change, because the curvature hardly changes then.
/// Source: J. Nocedal, Math. Comp. 35 (1980) 773-782; D. P. Bertsekas, SIAM J. Control Optim. 20 (1982)
/// 221-246, for the two metrics.
class DualDescent {
 public:
  enum class Outcome { done, good_enough, stopped, out_of_evaluations };
  struct Limits {
    int iterations = 0;
    double gradient = 0.0;  ///< largest free entry below which the point counts as a minimiser
    double decrease = 0.0;  ///< of the value over eight iterations, below which it is left
    std::uint64_t evaluations = UINT64_MAX;  ///< of the function, and one more at most
    /// Asked after every iteration but the last: true if the point is good enough. May be empty.
    std::function<bool()> good_enough = {};
  };

  /// `first_step` scales the first gradient step.
  DualDescent(LiftedDual& dual, const std::vector<double>& point, double first_step);

  std::span<const double> point() const { return {point_.data(), static_cast<std::size_t>(point_.size())}; }

  /// At the end the last evaluation of the function is that of the point unless stopped.
  Outcome minimise(const Limits& limits);

  /// Leaves the entries of cuts out whose number is not in `kept`, then appends `added` zeros.
  void change_cuts(std::span<const std::size_t> kept, std::size_t added);

 private:
  struct Pair {
    Eigen::VectorXd step;
    Eigen::VectorXd change;  ///< of the gradient
    double product = 0.0;    ///< of the two, above 0
  };

  bool evaluate(const Eigen::VectorXd& point);
  void take();
  void find_direction();
  bool search_line(bool& stopped);

  LiftedDual& dual_;
  double first_step_;
  double value_ = 0.0;
  Eigen::VectorXd point_;
  Eigen::VectorXd gradient_;
  Eigen::VectorXd moves_;  ///< 0 for entries at 0 that the gradient pushes down, else 1
  Eigen::VectorXd direction_;
  Eigen::VectorXd trial_;
  std::deque<Pair> pairs_;  ///< oldest first
};

}  // namespace lode::subgraph::detail
