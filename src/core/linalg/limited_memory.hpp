#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <utility>

namespace lode::detail {

/// What the L-BFGS method remembers of a function: its last steps, and how they changed the gradient.
/// Source: J. Nocedal, Math. Comp. 35 (1980) 773-782.
template <class Vector, std::size_t most>
class LimitedMemory {
 public:
  struct Pair {
    Vector step;
    Vector change;         ///< of the gradient
    double product = 0.0;  ///< of the two, above 0
  };
  std::deque<Pair> pairs;  ///< oldest first

  void add(Pair pair) {
    if (pairs.size() == most) pairs.pop_front();
    pairs.push_back(std::move(pair));
  }

  /// Multiplies `direction` by the inverse of the Hessian as it is known. `first(x)` does so by the one that
  /// is taken without any pairs, `inner(x, y)` is x'y, and `add_scaled(t, x, y)` makes y + t x of y.
  template <class Inner, class AddScaled, class First>
  void turn(Vector& direction, const Inner& inner, const AddScaled& add_scaled, const First& first) const {
    std::array<double, most> factors;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::size_t p = pairs.size(); p-- > 0;) {
      factors[p] = inner(pairs[p].step, direction) / pairs[p].product;
      add_scaled(-factors[p], pairs[p].change, direction);
    }
    first(direction);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      add_scaled(factors[p] - inner(pairs[p].change, direction) / pairs[p].product, pairs[p].step, direction);
    }
  }
};

}  // namespace lode::detail
