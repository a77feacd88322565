#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bounds/concave/concave_shift.hpp"

namespace lode::subgraph::detail {

/// The heaviest way to add `s` of n vertices to a set that is chosen: weights among them, what each adds on
/// its own, and what the set weighs.
struct ConcaveProgram {
  std::size_t n = 0;
  std::size_t s = 0;
  std::vector<double> weights;  ///< n x n, symmetric, zero diagonal
  std::vector<double> linear;   ///< c: what it weighs towards the set, and its own value, >= 0
  double chosen = 0.0;          ///< c_0
  std::size_t members = 0;      ///< of the set that is chosen: `linear` sums so many weights and a value
  ConcaveShift shift;           ///< proven for `weights`
};

/// A point of the box with sum s, near the best of the relaxation, and the plane that touches it there.
///
/// With A = W + diagonal I, any y, and h = A y + c, every 0/1 vector x of sum s has
///   x'Wx / 2 + c'x <= h'x - y'Ay / 2 - s diagonal / 2 + spread (s - 1'y)^2 / 2,
/// because x'Ax / 2 is concave up to the last term: so the s largest h_i bound all of them.
class ConcavePoint {
 public:
  /// Equal parts of every vertex, or near `y` where there is one (n values).
  ConcavePoint(const ConcaveProgram& program, std::vector<double> y);

  /// Moves weight between pairs of coordinates, those that gain most, so many times at most.
  void ascend(std::uint64_t steps);
  /// Works out the plane afresh from the point, with what rounding may lose added. Cost: O(n^2).
  void touch();

  const std::vector<double>& y() const { return y_; }
  /// From here on: of the last touch.
  double bound() const { return bound_; }                            ///< of the program, `chosen` included
  double value() const { return value_; }                            ///< of the relaxation at y, about
  double inside(std::size_t i) const { return i_bound(i, true); }    ///< bound of sets that hold vertex i
  double outside(std::size_t i) const { return i_bound(i, false); }  ///< and of those that do not
  bool settled() const { return settled_; }                          ///< no step gains any more
  std::uint64_t work() const { return work_; }  ///< multiplications and additions so far, in pairs

 private:
  double i_bound(std::size_t i, bool held) const;

  const ConcaveProgram& program_;
  std::vector<double> y_;
  std::vector<double> h_;
  double bound_ = 0.0;
  double value_ = 0.0;
  double last_in_ = 0.0;    ///< the s-th largest h
  double first_out_ = 0.0;  ///< the one after it
  bool settled_ = false;
  std::uint64_t work_ = 0;
};

}  // namespace lode::subgraph::detail
