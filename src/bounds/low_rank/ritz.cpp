#include "bounds/low_rank/ritz.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "core/linalg/lapack.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

/// How often the small matrix is looked at, and the rows of a task.
constexpr std::size_t ritz_look = 8;
constexpr std::size_t ritz_block = 4096;
/// What is left of a product counts as nothing below this part of the largest: the basis spans an invariant
/// space.
constexpr double invariant = 1e-11;

double blocked_dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0.0;
  for (std::size_t at = 0; at < x.size(); at += ritz_block) {
    sum +=
        lode::detail::vector_kernels().dot(std::min(ritz_block, x.size() - at), x.data() + at, y.data() + at);
  }
  return sum;
}

/// Subtracts from w what it has in the directions of the basis.
void orthogonalise(const std::vector<std::vector<double>>& basis, std::vector<double>& w) {
  const std::size_t n = w.size();
  const std::size_t blocks = (n + ritz_block - 1) / ritz_block;
  std::vector<double> parts(blocks * basis.size());
  const auto over_blocks = [&](auto&& body) {
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
      body(b, b * ritz_block, std::min(ritz_block, n - b * ritz_block));
    });
  };
  over_blocks([&](std::size_t b, std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < basis.size(); ++k) {
      parts[b * basis.size() + k] =
          lode::detail::vector_kernels().dot(count, basis[k].data() + first, w.data() + first);
    }
  });
  std::vector<double> sums(basis.size(), 0.0);
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t k = 0; k < basis.size(); ++k) sums[k] += parts[b * basis.size() + k];
  }
  over_blocks([&](std::size_t, std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < basis.size(); ++k) {
      lode::detail::vector_kernels().add_scaled(count, -sums[k], basis[k].data() + first, w.data() + first);
    }
  });
}

/// The largest eigenvalue of a tridiagonal matrix and its eigenvector.
std::pair<double, std::vector<double>> tridiagonal_top(std::vector<double> diagonal,
                                                       std::vector<double> off_diagonal) {
  const int n = static_cast<int>(diagonal.size());
  off_diagonal.resize(diagonal.size());
  std::vector<double> values(diagonal.size());
  std::vector<double> vector(diagonal.size());
  std::vector<double> work(18 * diagonal.size());
  std::vector<int> integers(10 * diagonal.size());
  int support[2] = {};
  const int work_size = static_cast<int>(work.size());
  const int integers_size = static_cast<int>(integers.size());
  const int one = 1;
  const double unused = 0.0;
  int found = 0;
  int high_accuracy = 1;
  int info = 0;
  LAPACK_dstemr("V", "I", &n, diagonal.data(), off_diagonal.data(), &unused, &unused, &n, &n, &found,
                values.data(), vector.data(), &n, &one, support, &high_accuracy, work.data(), &work_size,
                integers.data(), &integers_size, &info);
  if (info != 0 || found != 1) throw InternalError("LAPACK found no eigenvalue of a tridiagonal matrix");
  return {values[0], std::move(vector)};
}

}  // namespace

RitzPair largest_ritz_pair(const std::function<void(std::span<const double>, std::span<double>)>& multiply,
                           std::vector<double> start, const RitzOptions& options,
                           const std::function<bool()>& stop) {
  const std::size_t n = start.size();
  std::vector<std::vector<double>> basis;
  std::vector<double> diagonal;
  std::vector<double> off_diagonal;
  double before = -std::numeric_limits<double>::infinity();
  std::pair<double, std::vector<double>> top;
  std::vector<double> w(n);
  double length = std::sqrt(blocked_dot(start, start));
  double magnitude = 0.0;
  const std::size_t steps = std::min(options.steps, n);
  for (std::size_t k = 0;; ++k) {
    for (double& x : start) x /= length;
    basis.push_back(std::move(start));
    multiply(basis.back(), w);
    diagonal.push_back(blocked_dot(basis.back(), w));
    orthogonalise(basis, w);
    orthogonalise(basis, w);
    length = std::sqrt(blocked_dot(w, w));
    magnitude = std::max({magnitude, length, std::abs(diagonal.back())});
    const bool last = k + 1 >= steps || !(length > invariant * magnitude) || stop();
    if (last || (k + 1 >= options.least_steps && (k + 1) % ritz_look == 0)) {
      top = tridiagonal_top(diagonal, off_diagonal);
      if (last || top.first < before + options.tolerance) break;
      before = top.first;
    }
    off_diagonal.push_back(length);
    start = w;
  }
  RitzPair pair{top.first, std::vector<double>(n, 0.0)};
  for (std::size_t k = 0; k < basis.size(); ++k) {
    lode::detail::vector_kernels().add_scaled(n, top.second[k], basis[k].data(), pair.vector.data());
  }
  return pair;
}

}  // namespace lode::subgraph::detail
