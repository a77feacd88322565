#pragma once

#include <memory>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
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
  /// Computes the Gram matrix now, in panels, polling `run` between them. False if the run should stop before
  /// it is complete (a later call starts again) or when it does not fit. O(1) once computed.
  bool prepare_gram(const RunContext& run) const;
  /// G = A'A, n x n, both triangles; empty when it does not fit. First call: m n^2 multiply-adds dense,
  /// n times the stored values sparse.
  std::span<const double> gram() const;
  std::span<const double> correlations() const;    ///< q = A'b
  std::span<const double> column_squares() const;  ///< G_jj
  /// 1.01 times the largest eigenvalue of G as Lanczos finds it (relative tolerance 1e-6), or its trace where
  /// the iteration does not converge: an upper bound. 0 only for A = 0.
  double largest_eigenvalue() const;
  /// The same, or the trace of G, an upper bound too, when the run should stop before it is found.
  double largest_eigenvalue(const RunContext& run) const;
  /// True once `gram()` is there at no cost.
  bool gram_ready() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lode::least_squares
