#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace lode::subgraph::detail {

/// Value and gradient of a function of V at a point.
using RowFunction = std::function<double(std::span<const float> v, std::span<float> gradient)>;

struct DescentOptions {
  std::size_t steps = 30;
  double decrease = 1e-6;  ///< it ends at a step that gains less, relative
};

/// Minimises a function of V on the sphere |V|^2 = radius^2 by L-BFGS: gradients are projected, every step is
/// normalised. The first inverse Hessian is gamma (I - 0.9 11'/n) on every column: moving all rows the same
/// way is about a thousand times stiffer than other directions.
///
/// Deterministic for any number of threads. Memory: (2 memory + 4) n low_rank floats while it runs.
/// Source: J. Nocedal, Math. Comp. 35 (1980) 773-782.
class SphereDescent {
 public:
  SphereDescent(double radius, std::size_t memory);

  /// Starts from v, which it moves; forgets the curvature of other functions. Leaves the function's last
  /// value at the point it ends at.
  double minimise(std::vector<float>& v, const RowFunction& function, const DescentOptions& options,
                  const std::function<bool()>& stop);

 private:
  struct Pair {
    std::vector<float> step;
    std::vector<float> change;
    double inverse = 0.0;  ///< 1 / step.change
  };

  void project(std::span<const float> v, std::span<float> gradient) const;
  void turn(std::span<const float> gradient, std::vector<float>& direction) const;
  void remember(std::span<const float> v, std::span<const float> v_next, std::span<const float> gradient,
                std::span<const float> gradient_next);

  double radius_;
  std::size_t memory_;
  std::deque<Pair> pairs_;
  double gamma_ = 1.0;
};

}  // namespace lode::subgraph::detail
