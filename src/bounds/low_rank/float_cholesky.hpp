#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace lode::subgraph::detail {

/// The Cholesky factor of a dense symmetric matrix, computed in doubles and kept in single precision: half
/// the memory, and a known error. Deterministic for any number of threads, on every processor.
///
/// Rounding: the factor L that is kept satisfies A = LL' + E with
///   |E| <= 2^-23 sqrt(sum over columns j of L_jj^2 |L_j|^2) + gamma (|A|_F + |L|_F^2),
/// gamma = 2 (n + 8) 2^-53: an entry L_ij (L_jj) is rounded once to 24 bits as soon as it is known, which
/// moves A_ij by 2^-24 |L_ij| L_jj at most (A_jj by 2^-23 L_jj^2), and what later columns take off is
/// computed from the numbers kept; their products are exact in doubles, and sums of at most n of them lose
/// gamma times their magnitudes, |L_i||L_j| at most (N. J. Higham, Accuracy and Stability, 2nd ed.,
/// theorem 10.3).
class FloatCholesky {
 public:
  enum class Outcome { done, not_definite, stopped };

  /// Writes columns first ... last - 1 from row `first` down, column-major with a stride of n - first.
  using Fill = std::function<void(std::size_t first, std::size_t last, double* panel)>;

  /// Factors the n x n matrix that `fill` gives, asked from left to right. Parallel. Cost: n^3 / 6
  /// multiply-adds, 2 n^2 bytes. `stop` is polled by all threads, every few million operations.
  Outcome compute(std::size_t n, const Fill& fill, const std::function<bool()>& stop);

  std::size_t size() const { return n_; }
  /// The bound on |E| above, with room for its own rounding.
  double error() const;

  /// |L|_F^2, as computed.
  double factor_square() const { return factor_square_; }

 private:
  void update(std::size_t first, std::size_t last, std::span<double> panel,
              const std::function<bool()>& stop) const;
  bool factor(std::size_t first, std::size_t last, std::span<double> panel);

  std::size_t n_ = 0;
  std::vector<std::vector<float>> panels_;  ///< as filled
  double square_ = 0.0;                     ///< |A|_F^2
  double factor_square_ = 0.0;              ///< |L|_F^2
  double rounded_ = 0.0;                    ///< sum of L_jj^2 |L_j|^2
};

}  // namespace lode::subgraph::detail
