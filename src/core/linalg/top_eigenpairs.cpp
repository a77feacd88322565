#include "core/linalg/top_eigenpairs.hpp"

#include <algorithm>
#include <cmath>

#include <lode/core/error.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/lapack.hpp"
#include "core/linalg/multiply.hpp"

namespace lode::detail {
namespace {

constexpr int tridiagonal_panel = 32;  ///< columns reduced before the rest of the matrix is updated
constexpr int turned_columns = 64;     ///< eigenvectors multiplied by Q between two polls

/// Eigenvalues whose vectors are found side by side.
constexpr std::size_t twisted_lanes = 8;
/// |Tv - mu v| for |v| = 1 that a vector may have, relative to |T|.
constexpr double twisted_residual = 1e-11;

/// A tridiagonal matrix T.
struct TridiagonalView {
  std::span<const double> diagonal;
  std::span<const double> off_diagonal;  ///< one fewer
  double tiny = 0.0;                     ///< takes the place of pivots closer to 0
};

using TwistedLanes = double[twisted_lanes];

/// One factorisation of T - mu I from the top or, over reversed places, from the bottom: multipliers e/pivot
/// and pivots, `twisted_lanes` values a row.
void factor_lanes(const TridiagonalView& t, const TwistedLanes& mu, bool from_bottom, double* multipliers,
                  double* pivots) {
  const std::size_t n = t.diagonal.size();
  TwistedLanes carried = {};  // e^2 / pivot of the row before
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t i = from_bottom ? n - 1 - row : row;
    const double own = t.diagonal[i];
    const double next = row + 1 == n ? 0.0 : t.off_diagonal[from_bottom ? i - 1 : i];
    double* const pivot = pivots + i * twisted_lanes;
    double* const multiplier = multipliers + i * twisted_lanes;
    for (std::size_t l = 0; l < twisted_lanes; ++l) {
      const double exact = (own - mu[l]) - carried[l];
      pivot[l] = std::abs(exact) < t.tiny ? t.tiny : exact;
      multiplier[l] = next / pivot[l];
      carried[l] = multiplier[l] * next;
    }
  }
}

void require_converged(int info) {
  if (info != 0) throw InternalError("the eigenvalue iteration of a tridiagonal matrix did not converge");
}

}  // namespace

bool TopEigenpairs::decompose(std::span<double> a, std::size_t n, const Count& count, const StopAsked& stop) {
  const int order = static_cast<int>(n);
  copy_.assign(a.begin(), a.end());
  if (!tridiagonalise(a.data(), order, stop)) return false;
  values_.assign(diagonal_.begin(), diagonal_.end());
  work_.assign(off_diagonal_.begin(), off_diagonal_.end());
  int info = 0;
  LAPACK_dsterf(&order, values_.data(), work_.data(), &info);
  require_converged(info);
  columns_ = count(values_);
  if (columns_ == 0) {
    vectors_.clear();
    return true;
  }
  if (stop()) return false;
  if (twisted_vectors(n) || inverse_iteration(order)) return transform(a.data(), order, stop);
  // Both fail on some clusters of eigenvalues.
  SymmetricEigen all = symmetric_eigen(copy_, n);
  values_ = std::move(all.values);
  vectors_.assign(all.vectors.end() - static_cast<std::ptrdiff_t>(columns_ * n), all.vectors.end());
  return true;
}

bool TopEigenpairs::tridiagonalise(double* a, int n, const StopAsked& stop) {
  const auto size = static_cast<std::size_t>(n);
  diagonal_.resize(size);
  off_diagonal_.resize(size);
  reflectors_.resize(size);
  work_.resize(size * tridiagonal_panel);
  const auto at = [&](int row, int column) { return a + static_cast<std::ptrdiff_t>(column) * n + row; };
  int first = 0;
  for (; first + 2 * tridiagonal_panel <= n; first += tridiagonal_panel) {
    if (stop()) return false;
    const int rest = n - first;
    LAPACK_GLOBAL(dlatrd, _)
    ("L", &rest, &tridiagonal_panel, at(first, first), &n, &off_diagonal_[static_cast<std::size_t>(first)],
     &reflectors_[static_cast<std::size_t>(first)], work_.data(), &n, 1);
    const int below = rest - tridiagonal_panel;
    const auto columns = static_cast<std::size_t>(below);
    const double* const v = at(first + tridiagonal_panel, first);
    const double* const w = work_.data() + tridiagonal_panel;
    double* const target = at(first + tridiagonal_panel, first + tridiagonal_panel);
    add_product(columns, columns, tridiagonal_panel, -1.0, column_major(v, size),
                column_major(w, size).transposed(), target, size, MatrixPart::lower);
    add_product(columns, columns, tridiagonal_panel, -1.0, column_major(w, size),
                column_major(v, size).transposed(), target, size, MatrixPart::lower);
    for (int j = first; j < first + tridiagonal_panel; ++j) {
      *at(j + 1, j) = off_diagonal_[static_cast<std::size_t>(j)];
      diagonal_[static_cast<std::size_t>(j)] = *at(j, j);
    }
  }
  const int rest = n - first;
  const auto begin = static_cast<std::size_t>(first);
  int info = 0;
  LAPACK_GLOBAL(dsytd2, _)
  ("L", &rest, at(first, first), &n, &diagonal_[begin], &off_diagonal_[begin], &reflectors_[begin], &info, 1);
  require_converged(info);
  return true;
}

/// The vector of mu is that of the twisted factorisation of T - mu I whose pivot at the twist is least.
bool TopEigenpairs::twisted_vectors(std::size_t n) {
  constexpr std::size_t lanes = twisted_lanes;
  double norm = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    norm = std::max(norm, std::abs(diagonal_[i]) + (i + 1 < n ? std::abs(off_diagonal_[i]) : 0.0));
  }
  if (!(norm > 0.0)) return false;
  const TridiagonalView t{{diagonal_.data(), n}, {off_diagonal_.data(), n - 1}, norm * 1e-18};
  vectors_.resize(n * columns_);
  work_.resize(std::max(work_.size(), 4 * lanes * n));
  double* const down = work_.data();
  double* const down_pivots = down + lanes * n;
  double* const up = down_pivots + lanes * n;
  double* const up_pivots = up + lanes * n;
  for (std::size_t first = 0; first < columns_; first += lanes) {
    const std::size_t count = std::min(lanes, columns_ - first);
    TwistedLanes mu = {};
    for (std::size_t l = 0; l < lanes; ++l) mu[l] = values_[n - columns_ + first + std::min(l, count - 1)];
    factor_lanes(t, mu, false, down, down_pivots);
    factor_lanes(t, mu, true, up, up_pivots);
    for (std::size_t l = 0; l < count; ++l) {
      std::size_t twist = 0;
      double least = HUGE_VAL;
      for (std::size_t i = 0; i < n; ++i) {
        const double pivot =
            std::abs(down_pivots[i * lanes + l] + up_pivots[i * lanes + l] - (t.diagonal[i] - mu[l]));
        if (pivot < least) {
          least = pivot;
          twist = i;
        }
      }
      double* const v = vectors_.data() + (first + l) * n;
      v[twist] = 1.0;
      double squares = 1.0;
      for (std::size_t i = twist; i-- > 0;) {
        v[i] = -down[i * lanes + l] * v[i + 1];
        squares += v[i] * v[i];
      }
      for (std::size_t i = twist + 1; i < n; ++i) {
        v[i] = -up[i * lanes + l] * v[i - 1];
        squares += v[i] * v[i];
      }
      const double length = std::sqrt(squares);
      if (!(least <= twisted_residual * norm * length) || !std::isfinite(length)) return false;
      const double scale = 1.0 / length;
      for (std::size_t i = 0; i < n; ++i) v[i] *= scale;
    }
  }
  return orthonormal(static_cast<int>(n));
}

bool TopEigenpairs::inverse_iteration(int n) {
  const auto size = static_cast<std::size_t>(n);
  const int count = static_cast<int>(columns_);
  vectors_.resize(size * columns_);
  work_.resize(std::max(work_.size(), 5 * size));
  // One block of n rows, whether the matrix falls apart or not; then the work space of inverse iteration.
  integers_.assign(2 * columns_ + 2 * size, 1);
  int* const blocks = integers_.data();
  int* const failures = blocks + columns_;
  int* const block_ends = failures + columns_;
  int* const work = block_ends + size;
  block_ends[0] = n;
  int info = 0;
  LAPACK_dstein(&n, diagonal_.data(), off_diagonal_.data(), &count, values_.data() + (size - columns_),
                blocks, block_ends, vectors_.data(), &n, work_.data(), work, failures, &info);
  return info == 0 && orthonormal(n);
}

/// By one product with fixed vectors of signs: |V u|^2 = |u|^2 for all of them.
bool TopEigenpairs::orthonormal(int n) const {
  constexpr double accuracy = 1e-8;
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> sum(size);
  for (std::size_t period = 1; period <= columns_; period *= 2) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (std::size_t c = 0; c < columns_; ++c) {
      const double sign = (c / period) % 2 == 0 ? 1.0 : -1.0;
      for (std::size_t i = 0; i < size; ++i) sum[i] += sign * vectors_[c * size + i];
    }
    double squares = 0.0;
    for (const double value : sum) squares += value * value;
    if (!(std::abs(squares - static_cast<double>(columns_)) <= accuracy * static_cast<double>(columns_)))
      return false;
  }
  return true;
}

bool TopEigenpairs::transform(const double* a, int n, const StopAsked& stop) {
  const auto size = static_cast<std::size_t>(n);
  work_.resize(std::max<std::size_t>(work_.size(), 8192));
  const int work_size = static_cast<int>(work_.size());
  for (std::size_t first = 0; first < columns_; first += turned_columns) {
    if (stop()) return false;
    const int count = static_cast<int>(std::min<std::size_t>(turned_columns, columns_ - first));
    int info = 0;
    LAPACK_dormtr("L", "L", "N", &n, &count, a, &n, reflectors_.data(), vectors_.data() + first * size, &n,
                  work_.data(), &work_size, &info);
    require_converged(info);
  }
  return true;
}

}  // namespace lode::detail
