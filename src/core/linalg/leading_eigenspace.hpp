#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/linalg/dense_kernels.hpp"

namespace lode::detail {

/// The largest eigenpairs of symmetric matrices that change little from one to the next.
///
/// The eigenvectors of the last matrix, and some below them, are filtered by a Chebyshev polynomial that
/// damps the rest of the spectrum, and turned into those of the new one (Rayleigh-Ritz), until the residuals
/// are small; every step of that is a product of matrices. The first matrix is begun with random vectors.
/// Where the residuals do not get small, and for small matrices, LAPACK reduces the whole matrix. An
/// eigenvalue can be missed when its eigenvector is orthogonal to all that is kept: whoever needs certainty
/// proves the largest eigenvalue of what is left.
///
/// Instead of Spectra: tools/bench/eigenspace.cpp, on the matrices of the sdp bound, to the same residuals
/// and on one thread. 100 of order 1005 (email-Eu-core, s = 50; 23 vectors each) take 2.4 s of CPU time,
/// Spectra's restarted Lanczos method for each anew 5.4 s, begun with the last vectors 5.1 s; 200 of order
/// 453 (celegans_metabolic, s = 30; 14 vectors) 0.83 s, 2.6 s and 2.5 s.
///
/// Source: Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky, J. Comput. Phys. 219 (2006) 172-184; lower end
/// of the spectrum: Y. Zhou, R.-C. Li, Linear Algebra Appl. 435 (2011) 480-493.
class LeadingEigenspace {
 public:
  /// Given the largest eigenvalues known, increasing, how many eigenvectors are wanted; as many as there are
  /// values: perhaps more.
  using HowMany = std::function<std::size_t(std::span<const double>)>;

  using StopCheck = std::function<bool()>;

  /// `values` of the result are those known, increasing; `vectors` are the wanted ones, the last belonging to
  /// the last value. |a v - value v| is at most `accuracy` for every one of them.
  ///
  /// `stop` is asked between products of matrices; once it says yes the result has no values.
  ///
  /// Cost:   some 10 to 20 n^2 operations per vector kept; 4/3 n^3 and 8 n^2 bytes where LAPACK is needed.
  /// Errors: those of largest_eigenpairs.
  SymmetricEigen decompose(std::span<const double> a, std::size_t n, const HowMany& how_many, double accuracy,
                           const StopCheck& stop);

  /// Leaves only the rows and columns named of the n there were: the next matrix has as many. Where none are
  /// left nothing is known any more.
  void restrict_to(std::size_t n, std::span<const std::size_t> kept);

  /// The rows and columns there were become those at `places`, increasing, of the next matrix, which is of
  /// order n: vectors are zero elsewhere.
  void spread_out(std::size_t n, std::span<const std::uint32_t> places);

 private:
  enum class Outcome { accurate, inaccurate, stopped };
  Outcome improve(std::span<const double> a, std::size_t n, const HowMany& how_many, double accuracy,
                  const StopCheck& stop);
  bool filter(std::span<const double> a, std::size_t n, double low, const StopCheck& stop);
  std::vector<double> rotate(std::span<const double> a, std::size_t n);
  double residual(std::span<const double> image, std::size_t n) const;
  void keep(std::size_t n, std::size_t columns);
  void forget();
  void add_columns(std::size_t n, std::size_t columns);
  SymmetricEigen reduce(std::span<const double> a, std::size_t n, const HowMany& how_many);
  SymmetricEigen wanted(std::size_t n) const;

  std::vector<double> basis_;   ///< n rows, column-major
  std::vector<double> values_;  ///< increasing, those of the last columns; the others are new
  std::size_t wanted_ = 0;      ///< columns asked for last
  int degree_ = 8;              ///< of the filter
};

}  // namespace lode::detail
