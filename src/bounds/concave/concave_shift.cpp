#include "bounds/concave/concave_shift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/top_eigenpairs.hpp"

namespace lode::subgraph::detail {
namespace {

/// Of the eigenvalue, what is given away for a matrix far enough from singular to be proven so.
constexpr double conceded = 0.01;
/// And where that does not do, so many times more, as often.
constexpr double conceded_factor = 10.0;
constexpr int shift_attempts = 4;

struct RowMeans {
  std::vector<double> of_row;
  double all = 0.0;
};

RowMeans row_means(std::span<const double> weights, std::size_t n) {
  RowMeans means{std::vector<double>(n, 0.0)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) means.of_row[i] += weights[i * n + j];
    means.of_row[i] /= static_cast<double>(n);
    means.all += means.of_row[i];
  }
  means.all /= static_cast<double>(n);
  return means;
}

/// The largest eigenvalue of W on vectors of sum 0, about; nothing once `stop` says yes.
std::optional<double> largest_inside(std::span<const double> weights, std::size_t n, const RowMeans& means,
                                     const std::function<bool()>& stop) {
  std::vector<double> centred(n * n);
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      centred[i * n + j] = weights[i * n + j] - means.of_row[i] - means.of_row[j] + means.all;
      largest = std::max(largest, std::abs(centred[i * n + j]));
    }
  }
  // The vector of ones has eigenvalue 0 in it: moved below all others.
  const double below = 2.0 * largest;
  for (double& entry : centred) entry -= below;
  lode::detail::TopEigenpairs eigen;
  const auto no_vectors = [](std::span<const double>) { return std::size_t{0}; };
  if (!eigen.decompose(centred, n, no_vectors, stop)) return std::nullopt;
  return eigen.values().back();
}

std::optional<bool> is_proven(std::span<const double> weights, std::size_t n, const ConcaveShift& shift,
                              const std::function<bool()>& stop) {
  constexpr double two_u = std::numeric_limits<double>::epsilon();
  std::vector<double> matrix(n * n);
  double largest = std::abs(shift.spread) + std::abs(shift.diagonal);
  for (std::size_t e = 0; e < n * n; ++e) {
    matrix[e] = shift.spread - weights[e];
    largest = std::max(largest, std::abs(matrix[e]));
  }
  const double unit = (static_cast<double>(n) + 2.0) * two_u;
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    matrix[i * n + i] -= shift.diagonal + 2.0 * unit * largest;
    trace += matrix[i * n + i];
  }
  if (!(trace > 0.0) || !std::isfinite(trace)) return false;
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] -= 2.0 * unit * trace;
  return lode::detail::cholesky_succeeds(matrix, n, stop);
}

}  // namespace

std::optional<ConcaveShift> proven_concave_shift(std::span<const double> weights, std::size_t n,
                                                 const std::function<bool()>& stop) {
  if (n < 2 || stop()) return std::nullopt;
  const RowMeans means = row_means(weights, n);
  double deviation = 0.0;  // squared length of W1 / sqrt(n), projected
  for (const double mean : means.of_row) deviation += (mean - means.all) * (mean - means.all);
  deviation *= static_cast<double>(n);
  const std::optional<double> largest = largest_inside(weights, n, means, stop);
  if (!largest) return std::nullopt;
  const double limit = -*largest;
  const double scale = std::max(std::abs(limit), 1e-6 * means.all);
  double given = conceded * scale;
  for (int attempt = 0; attempt < shift_attempts && scale > 0.0; ++attempt, given *= conceded_factor) {
    // Half of what is given away is left for the proof; a Schur complement says how much spread that takes.
    const double size = static_cast<double>(n);
    const double along = means.all * size + std::abs(limit) + given;
    const ConcaveShift shift{limit - given, 2.0 * (along + deviation / (0.5 * given)) / size};
    const std::optional<bool> proven = is_proven(weights, n, shift, stop);
    if (!proven) return std::nullopt;
    if (*proven) return shift;
  }
  return std::nullopt;
}

}  // namespace lode::subgraph::detail
