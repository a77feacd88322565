#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

namespace lode::test {

struct Quadratic {
  std::vector<double> q;
  std::vector<double> p;
};

/// A random symmetric form with diagonal and linear term of either sign.
inline Quadratic random_quadratic(std::size_t n, std::uint64_t seed) {
  Rng rng(seed, 7);
  Quadratic form{std::vector<double>(n * n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    form.p[i] = rng.uniform() - 0.5;
    for (std::size_t j = 0; j <= i; ++j) form.q[i * n + j] = form.q[j * n + i] = rng.uniform() - 0.5;
  }
  return form;
}

inline double evaluate(const Quadratic& form, const std::vector<double>& x) {
  const std::size_t n = x.size();
  double value = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    value += form.p[i] * x[i];
    for (std::size_t j = 0; j < n; ++j) value += 0.5 * x[i] * form.q[i * n + j] * x[j];
  }
  return value;
}

inline std::vector<double> first_ones(std::size_t n, std::size_t s) {
  std::vector<double> x(n, 0.0);
  std::fill_n(x.begin(), s, 1.0);
  return x;
}

}  // namespace lode::test
