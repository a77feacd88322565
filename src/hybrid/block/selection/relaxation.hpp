#pragma once

// Bounds from a concave relaxation of selections, for blocks where sorted gains leave too many nodes.
//
// On 0/1 points x_i^2 = x_i, so whatever d is, the value l'x + 1/2 x'Wx of a selection equals
//   f(x) = l'x + 1/2 x'Wx + 1/2 sum_i d_i x_i (1 - x_i),
// which is concave over {sum x = t} when diag(d) - W + cJ is positive definite (J all ones). Its tangent at
// any y of that hull and any price p give, with g the gradient of f at y,
//   f(x) <= f(y) + sum_i max(g_i - p, 0) (1 - y_i) + max(p - g_i, 0) y_i,
// and |g_i - p| less for an item that has to be on the side it does not lean to. The d of the least bound
// belongs to a semidefinite program; steps of a barrier method come close to it, and again in the subtrees.
//
// Source: A. Billionnet, S. Elloumi, M.-C. Plateau, Improving the performance of standard solvers for
// quadratic 0-1 programs by a tight convex reformulation, Discrete Applied Mathematics 157 (2009).

#include <cstdint>

#include "hybrid/block/selection/diagonal.hpp"

namespace lode::hybrid::detail {

/// A selection in real numbers of moderate size: gains less a constant, all in units of the typical pair.
struct RealSelection {
  int size = 0;
  ItemRow linear;
  ItemMatrix pairs;  ///< zero diagonal
};

/// A subtree of branch and bound with a point of its relaxation.
struct RelaxedNode {
  ItemRow point;     ///< y: 0 or 1 where an item is fixed, sum t
  ItemRow lower;     ///< of y: 0, or 1 where an item is chosen
  ItemRow upper;     ///< of y: 1, or 0 where an item is dropped
  ItemRow slope;     ///< l + Wy
  ItemRow diagonal;  ///< d, of the free items
  std::uint64_t chosen = 0;
  std::uint64_t free = 0;
  int left = 0;     ///< items still to be chosen
  int centred = 0;  ///< free items when d was last improved
};

struct RelaxedBound {
  double at_point = 0.0;  ///< f(y): no point of the relaxation bounds less than this with this d
  double above = 0.0;     ///< no set of the subtree is worth more
  double price = 0.0;     ///< the p of that bound
};

class Relaxation {
 public:
  explicit Relaxation(const RealSelection& problem)
      : problem_(problem), barrier_(problem.size, problem.pairs) {}

  /// The whole problem; every item at t / size.
  RelaxedNode root(int t) const;

  /// Moves y uphill until the bound is below `target`, f(y) has reached `enough`, or nothing is left to gain.
  RelaxedBound maximise(RelaxedNode& node, double target, double enough, int most_steps);

  /// How much more item i adds at the point of the last bound than the price, per unit.
  double lean(const RelaxedBound& bound, int item) const { return gradient_[item] - bound.price; }

  /// Fits d to the node's point; a smaller mu takes it closer to the least bound.
  void centre(RelaxedNode& node, double mu);

  /// Takes the items of `in` and drops those of `out`.
  void fix(RelaxedNode& node, std::uint64_t in, std::uint64_t out) const;

 private:
  struct Ends {
    int rising = 0;       ///< largest gradient of an item below its upper bound
    double spread = 0.0;  ///< from the least gradient of an item above its lower bound to that
    double middle = 0.0;
  };
  Ends find_ends(const RelaxedNode& node);
  RelaxedBound bound_at(const RelaxedNode& node, double price) const;
  int partner(const RelaxedNode& node, int rising);
  void exchange(RelaxedNode& node, int rising, int falling) const;
  void shift(RelaxedNode& node, int item, double amount) const;
  void restore_sum(RelaxedNode& node) const;

  const RealSelection& problem_;
  DiagonalBarrier barrier_;
  ItemRow gradient_;
  ItemRow merit_;
};

}  // namespace lode::hybrid::detail
