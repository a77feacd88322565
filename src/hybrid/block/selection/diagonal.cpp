#include "hybrid/block/selection/diagonal.hpp"

#include <algorithm>
#include <cmath>

#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid::detail {
namespace {

/// c: large against the entries of W, so that vectors that do not sum to zero hardly matter.
constexpr double ones_weight = 20.0;

constexpr double least_pivot = 1e-10;

/// Rows are gone through from a multiple of this on, which suits vector instructions; what lies left of the
/// diagonal is never read.
constexpr int alignment = 4;
constexpr int aligned(int i) { return i / alignment * alignment; }

}  // namespace

DiagonalBarrier::DiagonalBarrier(int size, const ItemMatrix& pairs)
    : size_(size),
      pairs_(pairs),
      inverse_(std::make_unique<ItemMatrix>()),
      hessian_(std::make_unique<ItemMatrix>()) {}

/// Diagonal dominance of diag(d) - W + mJ with m the mean entry; the rest of cJ does no harm.
ItemRow DiagonalBarrier::start() const {
  double sum = 0.0;
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) sum += pairs_[i][j];
  }
  const double mean = std::clamp(sum / (size_ * size_), 0.0, ones_weight);
  ItemRow diagonal;
  for (int i = 0; i < size_; ++i) {
    diagonal[i] = 0.1;
    for (int j = 0; j < size_; ++j) diagonal[i] += std::abs(pairs_[i][j] - mean);
  }
  return diagonal;
}

void DiagonalBarrier::step(ItemRow& diagonal, const ItemRow& weights, std::uint64_t subset, double mu) {
  std::array<int, max_block_size> ids;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  int n = 0;
  for_each_item(subset, [&](int item) { ids[static_cast<std::size_t>(n++)] = item; });
  const auto id = [&](int i) { return ids[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < n; ++i) {
    const ItemRow& from = pairs_[id(i)];
    ItemRow& to = (*inverse_)[i];
    for (int j = i; j < n; ++j) to[j] = ones_weight - from[id(j)];
    to[i] += diagonal[id(i)];
  }
  if (!invert(n)) return;
  ItemRow gradient;
  for (int i = 0; i < n; ++i) {
    const double* const from = (*inverse_)[i].data();
    double* const to = (*hessian_)[i].data();
    gradient[i] = weights[id(i)] / mu + from[i];
    for (int j = aligned(i); j < n; ++j) to[j] = from[j] * from[j];
  }
  if (!factorise(n)) return;
  ItemRow direction = gradient;
  substitute(n, direction.data());
  double decrement = 0.0;
  for (int i = 0; i < n; ++i) decrement += gradient[i] * direction[i];
  decrement = std::sqrt(decrement);
  if (!std::isfinite(decrement)) return;
  const double length = decrement > 0.5 ? 1.0 / (1.0 + decrement) : 1.0;
  for (int i = 0; i < n; ++i) diagonal[id(i)] -= length * direction[i];
}

/// Sweeps the leading n x n part of inverse_: the symmetric matrix becomes minus its inverse; false if it is
/// not positive definite.
bool DiagonalBarrier::invert(int n) {
  ItemMatrix& a = *inverse_;
  ItemRow column;
  for (int p = 0; p < n; ++p) {
    const double pivot = a[p][p];
    if (!(pivot > least_pivot)) return false;
    const double scale = 1.0 / pivot;
    for (int j = 0; j < p; ++j) column[j] = a[j][p];
    for (int j = p; j < n; ++j) column[j] = a[p][j];
    for (int i = 0; i < n; ++i) {
      double* const row = a[i].data();
      const double factor = column[i] * scale;
      for (int j = aligned(i); j < n; ++j) row[j] -= factor * column[j];
    }
    for (int j = 0; j < p; ++j) a[j][p] = column[j] * scale;
    for (int j = p + 1; j < n; ++j) a[p][j] = column[j] * scale;
    a[p][p] = -scale;
  }
  return true;
}

/// Cholesky factor of hessian_, upper half, in place.
/// Written out: these loops use all of the processor's vector registers, where Eigen's LLT is held to two
/// doubles a packet (core/linalg/eigen.hpp) and takes 1.2 (12 items) to 2 times (64 items) as long.
bool DiagonalBarrier::factorise(int n) {
  ItemMatrix& a = *hessian_;
  for (int p = 0; p < n; ++p) {
    double* const row = a[p].data();
    if (!(row[p] > 0.0)) return false;
    const double scale = 1.0 / std::sqrt(row[p]);
    for (int j = p; j < n; ++j) row[j] *= scale;
    for (int i = p + 1; i < n; ++i) {
      double* const below = a[i].data();
      const double factor = row[i];
      for (int j = aligned(i); j < n; ++j) below[j] -= factor * row[j];
    }
  }
  return true;
}

/// x becomes the solution of hessian_ y = x.
void DiagonalBarrier::substitute(int n, double* x) const {
  const ItemMatrix& a = *hessian_;
  for (int p = 0; p < n; ++p) {
    const double* const row = a[p].data();
    x[p] /= row[p];
    for (int j = p + 1; j < n; ++j) x[j] -= row[j] * x[p];
  }
  for (int p = n - 1; p >= 0; --p) {
    const double* const row = a[p].data();
    for (int j = p + 1; j < n; ++j) x[p] -= row[j] * x[j];
    x[p] /= row[p];
  }
}

}  // namespace lode::hybrid::detail
