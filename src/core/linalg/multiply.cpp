#include "core/linalg/multiply.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/linalg/vector_kernels.hpp"

namespace lode::detail {
namespace {

// The blocks of A and B that are copied into the order in which the tiles read them: A for the second-level
// cache, B for the third. Only depth_block is part of the result.
constexpr std::size_t depth_block = 256;
constexpr std::size_t row_block = 96;
constexpr std::size_t column_block = 768;
constexpr std::size_t largest_tile = 64;

std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Copies a width x depth operand in panels of `panel` rows, k-major, the last filled up with zeros.
template <std::size_t panel>
void pack_panels(MatrixOperand x, std::size_t width, std::size_t depth, double* to) {
  for (std::size_t first = 0; first < width; first += panel, to += panel * depth) {
    const std::size_t count = std::min(panel, width - first);
    const double* const from = x.at(first, 0);
    if (count == panel && x.row_step == 1) {
      for (std::size_t k = 0; k < depth; ++k) {
        for (std::size_t i = 0; i < panel; ++i) to[k * panel + i] = from[k * x.column_step + i];
      }
      continue;
    }
    if (count < panel) std::fill_n(to, panel * depth, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      const double* const row = from + i * x.row_step;
      for (std::size_t k = 0; k < depth; ++k) to[k * panel + i] = row[k * x.column_step];
    }
  }
}

void pack_rows(std::size_t tile_rows, MatrixOperand x, std::size_t width, std::size_t depth, double* to) {
  if (tile_rows == 8) {
    pack_panels<8>(x, width, depth, to);
  } else {
    pack_panels<4>(x, width, depth, to);
  }
}

/// Whether element (i, j) is in the part.
bool contains(MatrixPart part, std::size_t i, std::size_t j) {
  return part == MatrixPart::all || (part == MatrixPart::upper ? i <= j : i >= j);
}

/// Whether the part has any element, or every element, of rows x columns from (i, j) on.
bool meets(MatrixPart part, std::size_t i, std::size_t j, std::size_t rows, std::size_t columns) {
  return part == MatrixPart::lower ? contains(part, i + rows - 1, j) : contains(part, i, j + columns - 1);
}
bool covers(MatrixPart part, std::size_t i, std::size_t j, std::size_t rows, std::size_t columns) {
  return part == MatrixPart::lower ? contains(part, i, j + columns - 1) : contains(part, i + rows - 1, j);
}

struct PackedBlock {
  std::size_t row;
  std::size_t column;
  std::size_t rows;
  std::size_t columns;
  std::size_t depth;
  const double* a;
  const double* b;
};

void add_block(const VectorKernels& kernels, const PackedBlock& block, double alpha, double* c,
               std::size_t stride, MatrixPart part) {
  const std::size_t height = kernels.tile_rows;
  for (std::size_t j = 0; j < block.columns; j += tile_columns) {
    const std::size_t columns = std::min(tile_columns, block.columns - j);
    const double* const b = block.b + j * block.depth;
    for (std::size_t i = 0; i < block.rows; i += height) {
      const std::size_t rows = std::min(height, block.rows - i);
      const std::size_t row = block.row + i;
      const std::size_t column = block.column + j;
      if (!meets(part, row, column, rows, columns)) continue;
      const double* const a = block.a + i * block.depth;
      double* const target = c + column * stride + row;
      if (rows == height && columns == tile_columns && covers(part, row, column, rows, columns)) {
        kernels.add_tile(block.depth, a, b, alpha, target, stride);
        continue;
      }
      double tile[largest_tile];
      // -0 is what every number, 0 and -0 included, can be added to without a change.
      std::fill_n(tile, height * tile_columns, -0.0);
      kernels.add_tile(block.depth, a, b, alpha, tile, height);
      for (std::size_t q = 0; q < columns; ++q) {
        for (std::size_t p = 0; p < rows; ++p) {
          if (contains(part, row + p, column + q)) target[q * stride + p] += tile[q * height + p];
        }
      }
    }
  }
}

}  // namespace

void add_product_by(const VectorKernels& kernels, std::size_t rows, std::size_t columns, std::size_t depth,
                    double alpha, MatrixOperand a, MatrixOperand b, double* c, std::size_t stride,
                    MatrixPart part) {
  if (rows == 0 || columns == 0 || depth == 0) return;
  thread_local std::vector<double> packed_a;
  thread_local std::vector<double> packed_b;
  const auto reserve = [](std::vector<double>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(size);
    return buffer.data();
  };
  const std::size_t deep = std::min(depth, depth_block);
  double* const block_a = reserve(packed_a, round_up(std::min(rows, row_block), kernels.tile_rows) * deep);
  double* const block_b = reserve(packed_b, round_up(std::min(columns, column_block), tile_columns) * deep);
  for (std::size_t j = 0; j < columns; j += column_block) {
    const std::size_t width = std::min(column_block, columns - j);
    for (std::size_t k = 0; k < depth; k += depth_block) {
      const std::size_t layers = std::min(depth_block, depth - k);
      const MatrixOperand right{b.at(k, j), b.row_step, b.column_step};
      pack_panels<tile_columns>(right.transposed(), width, layers, block_b);
      for (std::size_t i = 0; i < rows; i += row_block) {
        const std::size_t height = std::min(row_block, rows - i);
        if (!meets(part, i, j, height, width)) continue;
        pack_rows(kernels.tile_rows, {a.at(i, k), a.row_step, a.column_step}, height, layers, block_a);
        add_block(kernels, {i, j, height, width, layers, block_a, block_b}, alpha, c, stride, part);
      }
    }
  }
}

void add_product(std::size_t rows, std::size_t columns, std::size_t depth, double alpha, MatrixOperand a,
                 MatrixOperand b, double* c, std::size_t stride, MatrixPart part) {
  add_product_by(vector_kernels(), rows, columns, depth, alpha, a, b, c, stride, part);
}

void scale_matrix(std::size_t rows, std::size_t columns, double beta, double* c, std::size_t stride,
                  MatrixPart part) {
  if (beta == 1.0) return;
  for (std::size_t j = 0; j < columns; ++j) {
    const std::size_t first = part == MatrixPart::lower ? std::min(j, rows) : 0;
    const std::size_t last = part == MatrixPart::upper ? std::min(j + 1, rows) : rows;
    double* const column = c + j * stride;
    if (beta == 0.0) {
      std::fill(column + first, column + last, 0.0);
    } else {
      for (std::size_t i = first; i < last; ++i) column[i] *= beta;
    }
  }
}

void solve_transposed_upper(std::size_t order, std::size_t columns, const double* r, std::size_t r_stride,
                            double* b, std::size_t stride) {
  constexpr std::size_t block = 32;
  constexpr std::size_t most_columns = 64;
  const VectorKernels& kernels = vector_kernels();
  std::vector<double> rows(block * most_columns);  // a block of b transposed: its rows in one piece
  for (std::size_t k = 0; k < order; k += block) {
    const std::size_t size = std::min(block, order - k);
    const double* const corner = r + k * r_stride + k;
    add_product(size, columns, k, -1.0, column_major(r + k * r_stride, r_stride).transposed(),
                column_major(b, stride), b + k, stride);
    for (std::size_t first = 0; first < columns; first += most_columns) {
      const std::size_t width = std::min(most_columns, columns - first);
      double* const part = b + first * stride + k;
      for (std::size_t j = 0; j < width; ++j) {
        for (std::size_t i = 0; i < size; ++i) rows[i * most_columns + j] = part[j * stride + i];
      }
      for (std::size_t i = 0; i < size; ++i) {
        double* const row = rows.data() + i * most_columns;
        const double* const factors = corner + i * r_stride;
        std::size_t p = 0;
        for (; p + 4 <= i; p += 4) {
          const double taken[] = {-factors[p], -factors[p + 1], -factors[p + 2], -factors[p + 3]};
          kernels.add_columns(width, rows.data() + p * most_columns, most_columns, taken, row);
        }
        for (; p < i; ++p) kernels.add_scaled(width, -factors[p], rows.data() + p * most_columns, row);
        for (std::size_t j = 0; j < width; ++j) row[j] /= factors[i];
      }
      for (std::size_t j = 0; j < width; ++j) {
        for (std::size_t i = 0; i < size; ++i) part[j * stride + i] = rows[i * most_columns + j];
      }
    }
  }
}

bool factorise_cholesky(std::size_t order, double* a, std::size_t stride) {
  constexpr std::size_t block = 32;
  const VectorKernels& kernels = vector_kernels();
  for (std::size_t k = 0; k < order; k += block) {
    const std::size_t size = std::min(block, order - k);
    double* const corner = a + k * stride + k;
    for (std::size_t j = 0; j < size; ++j) {
      double* const column = corner + j * stride;
      for (std::size_t i = 0; i < j; ++i) {
        const double* const left = corner + i * stride;
        column[i] = (column[i] - kernels.dot(i, left, column)) / left[i];
      }
      const double pivot = column[j] - kernels.dot(j, column, column);
      if (!(pivot > 0.0)) return false;
      column[j] = std::sqrt(pivot);
    }
    const std::size_t rest = order - k - size;
    if (rest == 0) break;
    double* const right = corner + size * stride;
    solve_transposed_upper(size, rest, corner, stride, right, stride);
    add_product(rest, rest, size, -1.0, column_major(right, stride).transposed(), column_major(right, stride),
                right + size, stride, MatrixPart::upper);
  }
  return true;
}

}  // namespace lode::detail
