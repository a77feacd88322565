#pragma once

#include <memory>
#include <vector>

#include "least_squares_support.hpp"

namespace lode::test {

/// b = Ax exactly for an x of `nonzeros` values of magnitude 1 or 2, and a normal A: with many rows every
/// pursuit finds x.
struct Recoverable {
  std::shared_ptr<const ls::Instance> instance;
  std::vector<double> x;
};

inline Recoverable recoverable_instance(std::size_t m, std::size_t n, std::size_t nonzeros,
                                        std::uint64_t seed) {
  ls::Matrix a = ls::Matrix::dense(m, n, normals(m * n, seed, 1));
  Rng rng(seed, 77);
  std::vector<double> x(n, 0.0);
  for (std::size_t chosen = 0; chosen < nonzeros;) {
    double& value = x[rng.below(n)];
    if (value != 0.0) continue;
    value = (rng.below(2) == 0 ? 1.0 : 2.0) * (rng.below(2) == 0 ? 1.0 : -1.0);
    ++chosen;
  }
  std::vector<double> b = a.multiply(x);
  return {std::make_shared<ls::Instance>(std::move(a), std::move(b)), std::move(x)};
}

/// True if the answer is x up to rounding.
inline bool recovers(const ls::Solution& solution, const std::vector<double>& x) {
  const std::vector<double> found = full(solution, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(found[i] - x[i]) > 1e-8) return false;
  }
  return true;
}

}  // namespace lode::test
