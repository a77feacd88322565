#pragma once

// Random blocks, what they and moves of them come to, for the tests of their solvers.

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/block/block.hpp"

namespace lode::test {

/// Q = A'A, linear = -A'b of normal A (rows x k); b gives a linear term in the range of Q.
inline hybrid::DenseBlock normal_block(int k, int rows, std::uint64_t seed) {
  const Rng rng(seed, 5);
  Eigen::MatrixXd a(rows, k);
  Eigen::VectorXd b(rows);
  std::uint64_t draw = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) a.data()[i] = rng.normal_at(draw++);
  for (Eigen::Index i = 0; i < rows; ++i) b[i] = 2.0 * rng.normal_at(draw++);
  const Eigen::MatrixXd q = a.transpose() * a;
  const Eigen::VectorXd linear = -(a.transpose() * b);
  hybrid::DenseBlock block;
  block.size = k;
  block.quadratic.assign(q.data(), q.data() + q.size());
  block.linear.assign(linear.data(), linear.data() + k);
  block.current.assign(static_cast<std::size_t>(k), 0.0);
  return block;
}

inline double value_at(const hybrid::DenseBlock& block, const std::vector<double>& z) {
  double value = 0.0;
  for (int i = 0; i < block.size; ++i) {
    value += block.linear[static_cast<std::size_t>(i)] * z[static_cast<std::size_t>(i)];
    for (int j = 0; j < block.size; ++j) {
      value += 0.5 * block.q(i, j) * z[static_cast<std::size_t>(i)] * z[static_cast<std::size_t>(j)];
    }
  }
  return value;
}

inline std::vector<double> moved(const hybrid::DenseBlock& block, const hybrid::BlockMove& move) {
  std::vector<double> z = block.current;
  for (const hybrid::Change& change : move.changes)
    z[static_cast<std::size_t>(change.position)] = change.value;
  return z;
}

inline std::size_t nonzeros(const std::vector<double>& z) {
  return static_cast<std::size_t>(std::count_if(z.begin(), z.end(), [](double v) { return v != 0.0; }));
}

inline void regularise(hybrid::DenseBlock& block, double proximal) {
  for (int i = 0; i < block.size; ++i) {
    block.quadratic[static_cast<std::size_t>(i * (block.size + 1))] += proximal;
    block.linear[static_cast<std::size_t>(i)] -= proximal * block.current[static_cast<std::size_t>(i)];
  }
}

}  // namespace lode::test
