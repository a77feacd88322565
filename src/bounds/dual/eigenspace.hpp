#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/core/rng.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::subgraph::dual {

using FloatMatrix = Eigen::MatrixXf;
using Index = Eigen::Index;
using StopCheck = std::function<bool()>;

/// Calls body(first, count) for pieces of 0 ... n of `size` each, in parallel. The pieces do not depend on
/// the number of threads, so a result that depends on them is the same for any.
template <class Size, class Body>
void for_chunks(Size n, Size size, const Body& body) {
  tbb::parallel_for(Size{0}, (n + size - 1) / size,
                    [&](Size chunk) { body(chunk * size, std::min(size, n - chunk * size)); });
}

/// y = a x for a symmetric matrix a, of one column (Eigen::VectorXf) or more (FloatMatrix). Parallel.
template <class Matrix>
void multiply_symmetric(const FloatMatrix& a, const Matrix& x, Matrix& y) {
  constexpr Index rows = 256;
  y.resize(x.rows(), x.cols());
  for_chunks(x.rows(), rows, [&](Index first, Index count) {
    y.middleRows(first, count).noalias() = a.middleCols(first, count).transpose() * x;
  });
}

/// The largest eigenpairs of symmetric matrices that change little from one to the next, in single precision.
///
/// A Chebyshev polynomial that damps the rest of the spectrum filters the wanted eigenvectors of the last
/// matrix and nearly the same number of spare ones. Rayleigh-Ritz turns them into eigenvectors of the new
/// matrix, until the residuals are small. Every step of that is a product of matrices. The polynomial
/// amplifies no column more than a thousand times against another: beyond that, single precision loses the
/// weaker one. With few columns below the wanted ones eigenvalues are missed.
///
/// Deterministic for any number of threads. Source: Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky,
/// J. Comput. Phys. 219 (2006) 172-184.
class Eigenspace {
 public:
  /// Given the largest eigenvalues known, increasing: how many eigenvectors are wanted.
  using HowMany = std::function<Index(const Eigen::VectorXd&)>;

  /// False once `stop` is true, which is asked between products; the next call begins with the columns of
  /// the last filter that ran to its end. `accuracy` limits the residuals of the wanted vectors.
  bool decompose(const FloatMatrix& a, const HowMany& how_many, double accuracy, const StopCheck& stop);

  const FloatMatrix& basis() const { return basis_; }        ///< nearly orthonormal columns
  const Eigen::VectorXd& values() const { return values_; }  ///< of the columns, increasing
  Index wanted() const { return wanted_; }                   ///< the last columns
  /// Inserts columns at the front, which the next call turns into eigenvectors.
  void add_columns(const FloatMatrix& columns);
  /// For matrices of order n that begin with the previous ones: zeros below, and additional random columns.
  void extend(Index n);
  /// For the matrix of some rows and columns of the last one.
  void restrict_to(const std::vector<std::size_t>& rows);
  /// Multiply-adds of all calls.
  double operations() const { return operations_; }
  /// A random vector of length one and a part of the leading eigenvectors.
  Eigen::VectorXf mixed_start();

 private:
  FloatMatrix random_columns(Index rows, Index count);
  void add_random_columns(Index count) { add_columns(random_columns(basis_.rows(), count)); }
  void rotate(const FloatMatrix& a);
  void find_lower_end(const FloatMatrix& a);
  bool filter(const FloatMatrix& a, const StopCheck& stop);
  double residual() const;
  void keep_columns();

  FloatMatrix basis_;
  FloatMatrix image_;  ///< of the basis
  Eigen::VectorXd values_;
  Index wanted_ = 0;
  double low_ = 0.0;  ///< lower end of the spectrum
  int age_ = 0;       ///< calls for which that serves
  Rng random_{1, 206};
  std::uint64_t drawn_ = 0;
  double operations_ = 0.0;
};

}  // namespace lode::subgraph::dual
