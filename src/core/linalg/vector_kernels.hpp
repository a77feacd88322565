#pragma once

// Inner loops of dense linear algebra for the vector registers of this processor. Every result has the same
// bits with every set of registers: an element of a product is summed in the order of k, a sum over a vector
// in lanes whose number is fixed, and no multiply-add is fused.

#include <cstddef>

namespace lode::detail {

inline constexpr std::size_t tile_columns = 6;

struct VectorKernels {
  std::size_t tile_rows;

  /// c += alpha a b for a tile_rows x tile_columns tile of the column-major c. Column k of the panel `a` is
  /// at a + k tile_rows, row k of the panel `b` at b + k tile_columns. Each element is summed from 0 in the
  /// order of k, then scaled and added to c.
  void (*add_tile)(std::size_t depth, const double* a, const double* b, double alpha, double* c,
                   std::size_t stride);

  /// The inner product of x and y, in eight lanes.
  double (*dot)(std::size_t n, const double* x, const double* y);

  /// y += t x.
  void (*add_scaled)(std::size_t n, double t, const double* x, double* y);

  /// z_i += t (x_i y_i).
  void (*add_scaled_products)(std::size_t n, double t, const double* x, const double* y, double* z);

  /// The least x_i + y_i, infinity for n = 0; no sum may be NaN.
  double (*least_sum)(std::size_t n, const double* x, const double* y);

  /// y += t[0] a_0, then t[1] a_1, t[2] a_2 and t[3] a_3: four columns, `stride` apart.
  void (*add_columns)(std::size_t n, const double* a, std::size_t stride, const double* t, double* y);

  /// sums[c] = a_c' x for four columns, in four lanes.
  void (*dot_columns)(std::size_t n, const double* a, std::size_t stride, const double* x, double* sums);

  /// Both of the above in one pass over the columns.
  void (*add_and_dot_columns)(std::size_t n, const double* a, std::size_t stride, const double* t, double* y,
                              const double* x, double* sums);
};

/// For the registers that every processor of this architecture has.
const VectorKernels& baseline_kernels();

#if defined(__x86_64__)
/// For processors with AVX2: nothing else may call these.
const VectorKernels& avx2_kernels();
#endif

/// The fastest that this processor has.
const VectorKernels& vector_kernels();

}  // namespace lode::detail
