#pragma once

// Products of dense matrices, with the same bits on every processor.

#include <cstddef>

namespace lode::detail {

/// Element (i, j) is data[i * row_step + j * column_step].
struct MatrixOperand {
  const double* data;
  std::size_t row_step;
  std::size_t column_step;

  const double* at(std::size_t i, std::size_t j) const { return data + i * row_step + j * column_step; }
  MatrixOperand transposed() const { return {data, column_step, row_step}; }
};

inline MatrixOperand column_major(const double* data, std::size_t stride) { return {data, 1, stride}; }

/// The elements of a matrix that are meant: all, or those on the diagonal and above or below it.
enum class MatrixPart { all, upper, lower };

struct VectorKernels;

/// C += alpha A B on `part` of the column-major rows x columns matrix `c`; A is rows x depth, B depth x
/// columns; `c` overlaps neither. Each element is summed over k = 0, 1, ... in blocks of 256, which are then
/// added to it one after the other, for any shape and processor.
///
/// Cost: rows * columns * depth multiplications and additions (half for a triangle) on the calling thread,
/// which keeps up to 2 MB for the next call.
void add_product(std::size_t rows, std::size_t columns, std::size_t depth, double alpha, MatrixOperand a,
                 MatrixOperand b, double* c, std::size_t stride, MatrixPart part = MatrixPart::all);

/// The same by given kernels.
void add_product_by(const VectorKernels& kernels, std::size_t rows, std::size_t columns, std::size_t depth,
                    double alpha, MatrixOperand a, MatrixOperand b, double* c, std::size_t stride,
                    MatrixPart part);

/// Multiplies `part` of the column-major matrix `c` by beta; 0 clears whatever is there.
void scale_matrix(std::size_t rows, std::size_t columns, double beta, double* c, std::size_t stride,
                  MatrixPart part = MatrixPart::all);

/// Replaces the columns of the order x columns matrix `b` by inverse(R') times them, R the upper triangle of
/// the column-major `r`, which has no 0 on its diagonal. Cost: order^2 * columns / 2 multiply-adds.
void solve_transposed_upper(std::size_t order, std::size_t columns, const double* r, std::size_t r_stride,
                            double* b, std::size_t stride);

/// The Cholesky factor R, R'R = A, of a symmetric matrix, whose upper triangle it replaces. False, with the
/// rest undefined, at a pivot that is not positive.
bool factorise_cholesky(std::size_t order, double* a, std::size_t stride);

}  // namespace lode::detail
