#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {

/// Minimises a LiftedDual over multipliers of which the first are free and the others >= 0, by projected
/// L-BFGS: entries at 0 that the gradient pushes down stay there, the others move along the quasi-Newton
/// direction, and the step is cut back until the projected point satisfies Armijo's rule.
///
/// The pairs of steps and gradient changes are kept when the centre or the cuts change: the curvature hardly
/// does.
/// Source: D. P. Bertsekas, SIAM J. Control Optim. 20 (1982) 221-246, for the two metrics; J. Nocedal, Math.
///         Comp. 35 (1980) 773-782.
class DualDescent {
 public:
  enum class Outcome { done, good_enough, stopped, out_of_evaluations };
  struct Limits {
    int iterations = 0;
    double gradient = 0.0;  ///< largest free entry below which the point counts as a minimiser
    double decrease = 0.0;  ///< of the value over eight iterations, below which it is left
    /// Asked after every iteration but the last: true if the point is good enough. May be empty.
    std::function<bool()> good_enough = {};
  };

  /// `free` entries of `point` are free; `first_step` scales the first gradient step.
  DualDescent(std::vector<double> point, std::size_t free, double first_step);

  std::span<const double> point() const { return point_; }

  /// At the end the last evaluation of `dual` is that of the point unless stopped. `evaluations` counts up to
  /// `most_evaluations`, and one more at most.
  Outcome minimise(LiftedDual& dual, std::span<const SdpCut> cuts, const Limits& limits,
                   const lode::detail::StopAsked& stop, std::uint64_t& evaluations,
                   std::uint64_t most_evaluations);

  /// Leaves entries out: those from `first` on whose place (counted from there) is not in `kept`; then
  /// appends `added` zeros.
  void change_tail(std::size_t first, std::span<const std::size_t> kept, std::size_t added);

 private:
  struct Pair {
    std::vector<double> step;
    std::vector<double> change;  ///< of the gradient
    double product = 0.0;        ///< of the two
  };
  enum class Search { moved, failed, stopped };

  bool held(std::size_t i) const { return i >= free_ && point_[i] <= 0.0 && gradient_[i] > 0.0; }
  double largest_free_gradient() const;
  void find_direction();
  Search search_line(LiftedDual& dual, std::span<const SdpCut> cuts, const lode::detail::StopAsked& stop,
                     std::uint64_t& evaluations);
  double move(double step);
  void add_pair(std::span<const double> gradient);

  std::size_t free_;
  double first_step_;
  double value_ = 0.0;
  std::vector<double> point_;
  std::vector<double> gradient_;
  std::vector<double> direction_;
  std::vector<double> trial_;
  std::vector<Pair> pairs_;  ///< oldest first
};

}  // namespace lode::subgraph::detail
