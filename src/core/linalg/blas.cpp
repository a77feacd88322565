// What the LAPACK routines of lapack.hpp call: the routines of BLAS that their time is spent in, on the
// kernels of lode, and the few of LAPACK and of the Fortran run time that look at the machine or end the
// program. Arguments are those of BLAS, without the lengths of the strings.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>

#include "core/linalg/multiply.hpp"
#include "core/linalg/portable_math.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::detail {
namespace {

bool is(const char* option, char letter) { return (*option | 0x20) == (letter | 0x20); }
std::size_t size_of(const int* value) { return static_cast<std::size_t>(std::max(0, *value)); }

/// Element (0, 0) of op(X) and its steps.
MatrixOperand operand(const char* transpose, const double* data, const int* stride) {
  const MatrixOperand plain = column_major(data, size_of(stride));
  return is(transpose, 'N') ? plain : plain.transposed();
}

/// A vector of BLAS: element i is data[i * step], counted from the end where the step is negative.
template <class Value>
Value* first_of(Value* data, std::size_t n, int step) {
  return step < 0 && n > 0 ? data - static_cast<std::ptrdiff_t>(n - 1) * step : data;
}

/// The vector in one piece: itself or a copy.
class Contiguous {
 public:
  Contiguous(const double* data, std::size_t n, int step) : data_(data) {
    if (step == 1) return;
    copy_.resize(n);
    const double* const first = first_of(data, n, step);
    for (std::size_t i = 0; i < n; ++i) copy_[i] = first[static_cast<std::ptrdiff_t>(i) * step];
    data_ = copy_.data();
  }
  const double* data() const { return data_; }

 private:
  const double* data_;
  std::vector<double> copy_;
};

/// beta y in one piece, written back when the object goes.
class Accumulated {
 public:
  Accumulated(double* data, std::size_t n, int step, double beta) : target_(data), n_(n), step_(step) {
    if (step != 1) {
      copy_.resize(n);
      const double* const first = first_of(data, n, step);
      for (std::size_t i = 0; i < n; ++i) copy_[i] = first[static_cast<std::ptrdiff_t>(i) * step];
    }
    scale_matrix(n, 1, beta, this->data(), n);
  }
  Accumulated(const Accumulated&) = delete;
  Accumulated& operator=(const Accumulated&) = delete;
  ~Accumulated() {
    if (step_ == 1) return;
    double* const first = first_of(target_, n_, step_);
    for (std::size_t i = 0; i < n_; ++i) first[static_cast<std::ptrdiff_t>(i) * step_] = copy_[i];
  }
  double* data() { return step_ == 1 ? target_ : copy_.data(); }

 private:
  double* target_;
  std::size_t n_;
  int step_;
  std::vector<double> copy_;
};

/// y += alpha A x for the n x n symmetric matrix of which a triangle is read.
void add_symmetric_product(bool upper, std::size_t n, double alpha, const double* a, std::size_t stride,
                           const double* x, double* y) {
  const VectorKernels& kernels = vector_kernels();
  for (std::size_t j = 0; j < n; j += 4) {
    const std::size_t width = std::min<std::size_t>(4, n - j);
    const double* const columns = a + j * stride;
    // The rectangle above or below the diagonal block.
    const std::size_t first = upper ? 0 : j + width;
    const std::size_t count = upper ? j : n - first;
    double scaled[4];
    double sums[4];
    for (std::size_t c = 0; c < width; ++c) scaled[c] = alpha * x[j + c];
    if (width == 4) {
      kernels.add_and_dot_columns(count, columns + first, stride, scaled, y + first, x + first, sums);
    } else {
      for (std::size_t c = 0; c < width; ++c) {
        const double* const column = columns + c * stride + first;
        kernels.add_scaled(count, scaled[c], column, y + first);
        sums[c] = kernels.dot(count, column, x + first);
      }
    }
    for (std::size_t c = 0; c < width; ++c) {
      double sum = sums[c];
      for (std::size_t r = 0; r < width; ++r) {
        const bool stored = upper ? r <= c : r >= c;
        sum += (stored ? columns[c * stride + j + r] : columns[r * stride + j + c]) * x[j + r];
      }
      y[j + c] += alpha * sum;
    }
  }
}

/// The triangular matrix of a BLAS routine with 0 and 1 where it is not stored.
std::vector<double> full_triangle(const char* triangle, const char* unit, std::size_t n, const double* a,
                                  std::size_t stride) {
  std::vector<double> full(n * n);
  const bool upper = is(triangle, 'U');
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t first = upper ? 0 : j;
    const std::size_t last = upper ? j + 1 : n;
    std::copy(a + j * stride + first, a + j * stride + last, full.data() + j * n + first);
    if (is(unit, 'U')) full[j * n + j] = 1.0;
  }
  return full;
}

}  // namespace

extern "C" {

void lode_blas_dgemm(const char* transpose_a, const char* transpose_b, const int* rows, const int* columns,
                     const int* depth, const double* alpha, const double* a, const int* a_stride,
                     const double* b, const int* b_stride, const double* beta, double* c,
                     const int* c_stride) {
  scale_matrix(size_of(rows), size_of(columns), *beta, c, size_of(c_stride));
  if (*alpha == 0.0) return;
  add_product(size_of(rows), size_of(columns), size_of(depth), *alpha, operand(transpose_a, a, a_stride),
              operand(transpose_b, b, b_stride), c, size_of(c_stride));
}

void lode_blas_dsyr2k(const char* triangle, const char* transpose, const int* order, const int* depth,
                      const double* alpha, const double* a, const int* a_stride, const double* b,
                      const int* b_stride, const double* beta, double* c, const int* c_stride) {
  const std::size_t n = size_of(order);
  const std::size_t k = size_of(depth);
  const MatrixPart part = is(triangle, 'U') ? MatrixPart::upper : MatrixPart::lower;
  scale_matrix(n, n, *beta, c, size_of(c_stride), part);
  if (*alpha == 0.0 || n == 0) return;
  // [A B] [B A]', in one pass over C.
  const MatrixOperand left = operand(transpose, a, a_stride);
  const MatrixOperand right = operand(transpose, b, b_stride);
  std::vector<double> both(n * 2 * k);
  std::vector<double> swapped(n * 2 * k);
  for (std::size_t j = 0; j < k; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      both[j * n + i] = swapped[(k + j) * n + i] = *left.at(i, j);
      both[(k + j) * n + i] = swapped[j * n + i] = *right.at(i, j);
    }
  }
  add_product(n, n, 2 * k, *alpha, column_major(both.data(), n), column_major(swapped.data(), n).transposed(),
              c, size_of(c_stride), part);
}

void lode_blas_dtrmm(const char* side, const char* triangle, const char* transpose, const char* unit,
                     const int* rows, const int* columns, const double* alpha, const double* a,
                     const int* a_stride, double* b, const int* b_stride) {
  const std::size_t m = size_of(rows);
  const std::size_t n = size_of(columns);
  const std::size_t stride = size_of(b_stride);
  const std::size_t order = is(side, 'L') ? m : n;
  const std::vector<double> full = full_triangle(triangle, unit, order, a, size_of(a_stride));
  const int full_stride = static_cast<int>(order);
  const MatrixOperand triangular = operand(transpose, full.data(), &full_stride);
  std::vector<double> before(m * n);
  for (std::size_t j = 0; j < n; ++j) std::copy_n(b + j * stride, m, before.data() + j * m);
  scale_matrix(m, n, 0.0, b, stride);
  if (is(side, 'L')) {
    add_product(m, n, order, *alpha, triangular, column_major(before.data(), m), b, stride);
  } else {
    add_product(m, n, order, *alpha, column_major(before.data(), m), triangular, b, stride);
  }
}

void lode_blas_dsymv(const char* triangle, const int* order, const double* alpha, const double* a,
                     const int* stride, const double* x, const int* x_step, const double* beta, double* y,
                     const int* y_step) {
  const std::size_t n = size_of(order);
  const Contiguous in(x, n, *x_step);
  Accumulated out(y, n, *y_step, *beta);
  if (*alpha == 0.0) return;
  add_symmetric_product(is(triangle, 'U'), n, *alpha, a, size_of(stride), in.data(), out.data());
}

void lode_blas_dgemv(const char* transpose, const int* rows, const int* columns, const double* alpha,
                     const double* a, const int* a_stride, const double* x, const int* x_step,
                     const double* beta, double* y, const int* y_step) {
  const std::size_t m = size_of(rows);
  const std::size_t n = size_of(columns);
  const std::size_t stride = size_of(a_stride);
  const bool plain = is(transpose, 'N');
  const Contiguous in(x, plain ? n : m, *x_step);
  Accumulated out(y, plain ? m : n, *y_step, *beta);
  if (*alpha == 0.0) return;
  const VectorKernels& kernels = vector_kernels();
  for (std::size_t j = 0; j < n; j += 4) {
    const std::size_t width = std::min<std::size_t>(4, n - j);
    const double* const first = a + j * stride;
    double values[4];
    if (plain) {
      for (std::size_t c = 0; c < width; ++c) values[c] = *alpha * in.data()[j + c];
      if (width == 4) {
        kernels.add_columns(m, first, stride, values, out.data());
      } else {
        for (std::size_t c = 0; c < width; ++c) {
          kernels.add_scaled(m, values[c], first + c * stride, out.data());
        }
      }
    } else {
      if (width == 4) {
        kernels.dot_columns(m, first, stride, in.data(), values);
      } else {
        for (std::size_t c = 0; c < width; ++c) values[c] = kernels.dot(m, first + c * stride, in.data());
      }
      for (std::size_t c = 0; c < width; ++c) out.data()[j + c] += *alpha * values[c];
    }
  }
}

void lode_blas_dger(const int* rows, const int* columns, const double* alpha, const double* x,
                    const int* x_step, const double* y, const int* y_step, double* a, const int* stride) {
  const std::size_t m = size_of(rows);
  const std::size_t n = size_of(columns);
  const Contiguous column(x, m, *x_step);
  const Contiguous row(y, n, *y_step);
  for (std::size_t j = 0; j < n; ++j) {
    vector_kernels().add_scaled(m, *alpha * row.data()[j], column.data(), a + j * size_of(stride));
  }
}

double lode_blas_ddot(const int* n, const double* x, const int* x_step, const double* y, const int* y_step) {
  const std::size_t size = size_of(n);
  return vector_kernels().dot(size, Contiguous(x, size, *x_step).data(), Contiguous(y, size, *y_step).data());
}

void lode_blas_daxpy(const int* n, const double* t, const double* x, const int* x_step, double* y,
                     const int* y_step) {
  const std::size_t size = size_of(n);
  const Contiguous in(x, size, *x_step);
  Accumulated out(y, size, *y_step, 1.0);
  vector_kernels().add_scaled(size, *t, in.data(), out.data());
}

/// Block sizes and switches: netlib's own for these routines.
int lode_blas_ilaenv(const int* question, const char* name, const char*, const int*, const int*, const int*,
                     const int*, std::size_t name_size, std::size_t) {
  const std::string_view routine(name, name_size);
  switch (*question) {
    case 1:
      return 32;  // columns of a block
    case 2:
      return 2;  // the fewest
    case 3:
      return routine.find("SYTRD") != routine.npos ? 32 : 128;  // below this without blocks
    case 9:
      return 25;  // order at which divide and conquer ends
    case 10:
    case 11:
      return 1;  // IEEE arithmetic
    default:
      break;
  }
  throw InternalError("LAPACK asks ilaenv for parameter " + std::to_string(*question));
}

void lode_blas_xerbla(const char* name, const int* argument, std::size_t name_size) {
  throw InternalError("argument " + std::to_string(*argument) + " of the LAPACK routine " +
                      std::string(name, name_size) + " is invalid");
}

double lode_blas_log(double x) { return portable_log(x); }
double lode_blas_cos(double x) { return portable_cos(x); }

/// Fortran's a // b, filled up with blanks or cut.
void lode_blas_concatenate(std::size_t size, char* to, std::size_t first_size, const char* first,
                           std::size_t second_size, const char* second) {
  const std::size_t head = std::min(size, first_size);
  const std::size_t tail = std::min(size - head, second_size);
  std::memcpy(to, first, head);
  std::memcpy(to + head, second, tail);
  std::memset(to + head + tail, ' ', size - head - tail);
}

}  // extern "C"

}  // namespace lode::detail
