#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/linalg/stoppable_solvers.hpp"

namespace lode::detail {

/// The largest eigenpairs of one dense symmetric matrix after another, with memory that is kept between them:
/// tridiagonalisation, all eigenvalues without vectors, then the vectors wanted from twisted factorisations
/// of the shifted tridiagonal matrix, or by inverse iteration where those do not come out orthogonal.
///
/// Stopping: `stop` is asked between panels of 32 columns, some 0.1 s at n = 2000. One thread, the same
/// result every time.
class TopEigenpairs {
 public:
  /// How many of the eigenvalues given, increasing, belong to vectors that are wanted: the largest ones.
  using Count = std::function<std::size_t(std::span<const double>)>;

  /// Overwrites the symmetric n x n matrix `a`, whose lower triangle in the column-major sense is read. False
  /// once `stop` says yes; nothing here is of use then.
  ///
  /// Cost:   4/3 n^3 operations, some 2 n^2 per vector, some 30 n^2 for the values; up to n count^2 more
  ///         where eigenvalues lie close together, 10 n^3 at worst.
  /// Source: twisted factorisations: K. V. Fernando, SIAM J. Matrix Anal. Appl. 18 (1997) 1013-1034.
  /// Errors: InternalError when the iteration fails, as it does for values that are not finite.
  bool decompose(std::span<double> a, std::size_t n, const Count& count, const StopAsked& stop);

  std::span<const double> values() const { return values_; }  ///< all, increasing
  std::size_t columns() const { return columns_; }
  /// Column-major, n rows: column i belongs to value n - columns + i; orthonormal to rounding.
  std::span<const double> vectors() const { return vectors_; }

 private:
  bool tridiagonalise(double* a, int n, const StopAsked& stop);
  /// Each true if it found all vectors of the tridiagonal matrix, orthonormal.
  bool twisted_vectors(std::size_t n);
  bool inverse_iteration(int n);
  bool orthonormal(int n) const;
  bool transform(const double* a, int n, const StopAsked& stop);

  std::size_t columns_ = 0;
  std::vector<double> values_;
  std::vector<double> vectors_;
  std::vector<double> diagonal_;
  std::vector<double> off_diagonal_;
  std::vector<double> reflectors_;
  std::vector<double> work_;
  std::vector<double> copy_;
  std::vector<int> integers_;
};

}  // namespace lode::detail
