// The exact solvers of sparse blocks against brute force.
#include <Eigen/QR>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/random_blocks.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;
using test::moved;
using test::nonzeros;
using test::normal_block;
using test::regularise;
using test::value_at;

namespace {

std::vector<double> shifted(const DenseBlock& block, std::vector<double> z) {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] -= block.current[i];
  return z;
}

double square(const std::vector<double>& z) {
  double sum = 0.0;
  for (const double value : z) sum += value * value;
  return sum;
}

/// The minimiser with nonzeros in `set`, by a complete orthogonal decomposition.
std::vector<double> restricted_minimiser(const DenseBlock& block, std::uint64_t set) {
  std::vector<int> places;
  for (int i = 0; i < block.size; ++i) {
    if (set >> i & 1u) places.push_back(i);
  }
  std::vector<double> z(static_cast<std::size_t>(block.size), 0.0);
  if (places.empty()) return z;
  const auto r = static_cast<Eigen::Index>(places.size());
  Eigen::MatrixXd q(r, r);
  Eigen::VectorXd right(r);
  for (Eigen::Index i = 0; i < r; ++i) {
    right[i] = -block.linear[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])];
    for (Eigen::Index j = 0; j < r; ++j) {
      q(i, j) = block.q(places[static_cast<std::size_t>(i)], places[static_cast<std::size_t>(j)]);
    }
  }
  const Eigen::VectorXd part = q.completeOrthogonalDecomposition().solve(right);
  for (Eigen::Index i = 0; i < r; ++i)
    z[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])] = part[i];
  return z;
}

/// Least value over supports of at most `budget` members plus lambda each.
double brute_sparse(const DenseBlock& block, double lambda, int budget) {
  double best = 1e300;
  for (std::uint64_t set = 0; set < (1u << block.size); ++set) {
    if (std::popcount(set) > budget) continue;
    best = std::min(best, value_at(block, restricted_minimiser(block, set)) + lambda * std::popcount(set));
  }
  return best;
}

}  // namespace

TEST_CASE("a variable that depends on a few others only is not left out unnoticed") {
  // The last column is in the span of all others, and 5e-6 away from the first one: both together reach b.
  constexpr double part = 5e-6 / 1.7320508075688772;
  const double a[5][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, part, part, part}};
  DenseBlock block;
  block.resize(5);
  block.outside = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    block.current[i] = 0.0;
    block.linear[i] = -(a[i][1] + a[i][2] + a[i][3]);
    for (std::size_t j = 0; j < 5; ++j) {
      block.quadratic[5 * i + j] = 0.0;
      for (std::size_t r = 0; r < 4; ++r) block.quadratic[5 * i + j] += a[i][r] * a[j][r];
    }
  }
  const BlockMove move = SparseC{.s = 2}.solve(block, 0.0, RunContext());
  CHECK((!move.exact || move.decrease > 1.4));
}

TEST_CASE("supports of penalised blocks are optimal") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const int k = 1 + static_cast<int>(seed % 12);
    DenseBlock block = normal_block(k, 4 + static_cast<int>(seed % 17), seed);
    for (int i = 0; i < k; i += 2) block.current[static_cast<std::size_t>(i)] = 0.3;
    const double lambda = 0.4 * static_cast<double>(seed % 5);
    for (const double proximal : {0.0, 0.7}) {
      DenseBlock target = block;
      regularise(target, proximal);
      const double best = brute_sparse(target, lambda, k);
      const BlockMove move = Sparse{lambda}.solve(block, proximal, run);
      INFO("seed " << seed << ", k " << k << ", lambda " << lambda);
      const std::vector<double> z = moved(block, move);
      CHECK(value_at(target, z) + lambda * static_cast<double>(nonzeros(z)) == Approx(best).epsilon(1e-9));
      const double present =
          value_at(block, block.current) + lambda * static_cast<double>(nonzeros(block.current));
      CHECK(move.decrease ==
            Approx(present - value_at(block, z) - lambda * static_cast<double>(nonzeros(z))).margin(1e-9));
    }
  }
}

TEST_CASE("supports of limited blocks are optimal, rank-deficient ones too") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const int k = 1 + static_cast<int>(seed % 12);
    // From 2 rows on: most blocks have dependent columns.
    DenseBlock block = normal_block(k, 2 + static_cast<int>(seed % 17), seed);
    const int budget = static_cast<int>(seed / 3 % 8);
    block.outside = 3;
    for (int i = 0; i < std::min(k, budget); ++i) block.current[static_cast<std::size_t>(i)] = -0.2;
    const double best = brute_sparse(block, 0.0, budget);
    const BlockMove move = SparseC{static_cast<Coordinate>(budget + 3)}.solve(block, 0.0, run);
    INFO("seed " << seed << ", k " << k << ", budget " << budget);
    const std::vector<double> z = moved(block, move);
    CHECK(nonzeros(z) <= static_cast<std::size_t>(budget));
    CHECK(value_at(block, z) == Approx(best).epsilon(1e-8).margin(1e-8));
  }
}

TEST_CASE("larger support blocks of few members are optimal") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const DenseBlock block = normal_block(14 + static_cast<int>(seed), 30, seed);
    for (const int budget : {1, 2, 3}) {
      const BlockMove move = SparseC{static_cast<Coordinate>(budget)}.solve(block, 0.0, run);
      CHECK(move.exact);
      CHECK(value_at(block, moved(block, move)) == Approx(brute_sparse(block, 0.0, budget)).epsilon(1e-10));
    }
  }
}

TEST_CASE("boxed blocks are optimal among all supports and all values in the box") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const int k = 2 + static_cast<int>(seed % 7);
    const DenseBlock block = normal_block(k, 12, seed);
    const double lambda = 0.5;
    const double box = 0.05 + 0.04 * static_cast<double>(seed % 6);
    double best = 0.0;
    for (std::uint64_t set = 1; set < (1u << k); ++set) {
      // Box-constrained minimum by coordinate descent: slow, sure, and nothing in common with the solver.
      std::vector<double> z(static_cast<std::size_t>(k), 0.0);
      for (int sweep = 0; sweep < 3000; ++sweep) {
        for (int i = 0; i < k; ++i) {
          if (!(set >> i & 1u)) continue;
          double slope = block.linear[static_cast<std::size_t>(i)];
          for (int j = 0; j < k; ++j) {
            if (j != i) slope += block.q(i, j) * z[static_cast<std::size_t>(j)];
          }
          z[static_cast<std::size_t>(i)] = std::clamp(-slope / block.q(i, i), -box, box);
        }
      }
      best = std::min(best, value_at(block, z) + lambda * std::popcount(set));
    }
    const BlockMove move = Sparse{lambda, box}.solve(block, 0.0, run);
    const std::vector<double> z = moved(block, move);
    for (const double value : z) CHECK(std::abs(value) <= box);
    CHECK(value_at(block, z) + lambda * static_cast<double>(nonzeros(z)) == Approx(best).epsilon(1e-8));
  }
}

TEST_CASE("proximal terms hold back values as they should") {
  const DenseBlock block = normal_block(6, 10, 3);
  const RunContext run;
  const std::vector<double> z = moved(block, SparseC{3}.solve(block, 2.0, run));
  DenseBlock target = block;
  regularise(target, 2.0);
  CHECK(value_at(block, z) + square(shifted(block, z)) == Approx(brute_sparse(target, 0.0, 3)));
}

TEST_CASE("a search is not exact where the share of a column beside another is within rounding") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    constexpr std::size_t rows = 6;
    const int size = 2 + static_cast<int>(seed % 2);
    const Rng rng(seed, 5);
    std::vector<std::vector<double>> columns(static_cast<std::size_t>(size), std::vector<double>(rows));
    std::vector<double> b(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      columns[0][i] = rng.normal_at(i);
      columns.back()[i] = rng.normal_at(20 + i);
      columns[1][i] = columns[0][i] + 1e-8 * rng.normal_at(10 + i);
      b[i] = rng.normal_at(30 + i);
    }
    const auto product = [](const std::vector<double>& x, const std::vector<double>& y) {
      return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    };
    DenseBlock block;
    block.size = size;
    for (const auto& one : columns) {
      block.linear.push_back(-product(one, b));
      for (const auto& other : columns) block.quadratic.push_back(product(one, other));
    }
    block.current.assign(static_cast<std::size_t>(size), 0.0);
    const BlockMove first = SparseC{2}.solve(block, 0.0, RunContext());
    CHECK_FALSE(first.exact);
    block.current = moved(block, first);
    CHECK_FALSE(SparseC{2}.solve(block, 0.0, RunContext()).exact);
  }
}
