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
  if (find_vectors(order)) return transform(a.data(), order, stop);
  // Inverse iteration fails on some clusters of eigenvalues.
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

bool TopEigenpairs::find_vectors(int n) {
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
