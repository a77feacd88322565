#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid::detail {

/// One number per item of a block, or one row of a matrix over them.
struct alignas(32) ItemRow {
  std::array<double, max_block_size> values{};

  double& operator[](int i) { return values[static_cast<std::size_t>(i)]; }
  double operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
  double* data() { return values.data(); }
  const double* data() const { return values.data(); }
};

struct ItemMatrix {
  std::array<ItemRow, max_block_size> rows{};

  ItemRow& operator[](int i) { return rows[static_cast<std::size_t>(i)]; }
  const ItemRow& operator[](int i) const { return rows[static_cast<std::size_t>(i)]; }
};

/// Keeps a diagonal d that makes diag(d) - W + cJ positive definite (J all ones, W in units of its typical
/// entry) small where that pays: damped Newton steps of
///   minimise sum_i w_i d_i - mu log det(diag(d) - W + cJ)
/// over the rows and columns of a subset of the items. A damped step of a self-concordant function stays
/// inside its domain, and a positive definite matrix stays so when rows and columns are dropped, so d is
/// valid after every step and for every smaller subset.
///
/// Cost:   step: 5/6 n^3 multiplications.
/// Source: S. Boyd, L. Vandenberghe, Convex Optimization, Cambridge 2004, section 9.6.
class DiagonalBarrier {
 public:
  DiagonalBarrier(int size, const ItemMatrix& pairs);

  /// A valid diagonal to begin with.
  ItemRow start() const;

  /// Changes d at the items of `subset`; leaves it as it is where rounding gets in the way.
  void step(ItemRow& diagonal, const ItemRow& weights, std::uint64_t subset, double mu);

 private:
  bool invert(int n);
  bool factorise(int n);
  void substitute(int n, double* x) const;

  int size_;
  const ItemMatrix& pairs_;
  std::unique_ptr<ItemMatrix> inverse_;  ///< upper half only: the matrix, then minus its inverse
  std::unique_ptr<ItemMatrix> hessian_;  ///< upper half only: the squares of that, then their Cholesky factor
};

}  // namespace lode::hybrid::detail
