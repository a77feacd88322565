#pragma once

#include <memory>
#include <span>
#include <vector>

#include <lode/least_squares/matrix.hpp>

namespace lode::least_squares {

/// A and b of min 1/2 |Ax - b|^2, with what every method derives from them: computed on first use, once, by
/// any thread, then shared.
///
/// Shapes: A is m x n, b has m values, all finite.
/// Memory: A, b, and 8 n^2 bytes for the Gram matrix when it fits the limit.
class Instance {
 public:
  /// Bytes that a Gram matrix may take unless said otherwise.
  static constexpr std::size_t default_gram_limit = std::size_t{1} << 30;

  /// Errors: InvalidArgument when b does not have A's number of rows or a value is not finite.
  Instance(Matrix a, std::vector<double> b, std::size_t gram_limit = default_gram_limit);
  ~Instance();

  std::size_t rows() const;
  Index columns() const;
  const Matrix& a() const;
  std::span<const double> b() const;
  double half_norm_b() const;  ///< 1/2 |b|^2

  bool gram_fits() const;
  /// G = A'A, n x n, both triangles; empty when it does not fit. First call: m n^2 multiply-adds.
  std::span<const double> gram() const;
  std::span<const double> correlations() const;    ///< q = A'b
  std::span<const double> column_squares() const;  ///< G_jj
  /// An upper bound on the largest eigenvalue of G: 1.01 times Spectra's estimate.
  double largest_eigenvalue() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lode::least_squares
