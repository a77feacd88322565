#include "core/dense_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <cblas.h>

#include <lode/core/error.hpp>

extern "C" void dsyevd_(const char* jobs, const char* triangle, const int* n, double* a, const int* stride,
                        double* values, double* work, const int* work_size, int* integers,
                        const int* integers_size, int* info);

namespace lode::detail {
namespace {

/// OpenBLAS builds with threads of their own are told to use the caller's alone: threads are TBB's to give.
void use_one_thread() {
  static const bool done = [] {
    openblas_set_num_threads(1);
    return true;
  }();
  static_cast<void>(done);
}

int checked_dimension(std::size_t dimension) {
  if (dimension > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw InvalidArgument("dimension", std::to_string(dimension), "exceeds 2^31 - 1");
  }
  return static_cast<int>(dimension);
}

void check_size(std::size_t given, std::size_t needed) {
  if (given != needed) {
    throw InvalidArgument("values", std::to_string(given),
                          "does not match the shape, which needs " + std::to_string(needed));
  }
}

}  // namespace

std::vector<double> gram_matrix(std::span<const double> a, std::size_t rows, std::size_t columns) {
  checked_dimension(rows);
  checked_dimension(columns);
  check_size(a.size(), rows * columns);
  std::vector<double> gram(columns * columns);
  gram_panel(a, rows, 0, columns, gram);
  mirror_upper_triangle(gram, columns);
  return gram;
}

void gram_panel(std::span<const double> a, std::size_t rows, std::size_t first, std::size_t last,
                std::span<double> gram) {
  const std::size_t columns = rows == 0 ? 0 : a.size() / rows;
  if (columns == 0 || first >= last) return;
  const int m = checked_dimension(rows);
  const int n = checked_dimension(columns);
  check_size(a.size(), rows * columns);
  check_size(gram.size(), columns * columns);
  use_one_thread();
  const int width = static_cast<int>(last - first);
  const double* const right = a.data() + first * rows;
  double* const target = gram.data() + first * columns;
  if (first > 0) {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, static_cast<int>(first), width, m, 1.0, a.data(), m,
                right, m, 0.0, target, n);
  }
  cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, width, m, 1.0, right, m, 0.0, target + first, n);
}

void mirror_upper_triangle(std::span<double> matrix, std::size_t n) {
  check_size(matrix.size(), n * n);
  constexpr std::size_t tile = 32;
  for (std::size_t left = 0; left < n; left += tile) {
    for (std::size_t top = left; top < n; top += tile) {
      for (std::size_t j = left; j < std::min(left + tile, n); ++j) {
        for (std::size_t i = std::max(top, j + 1); i < std::min(top + tile, n); ++i) {
          matrix[j * n + i] = matrix[i * n + j];
        }
      }
    }
  }
}

SymmetricEigen symmetric_eigen(std::span<const double> a, std::size_t n) {
  const int size = checked_dimension(n);
  check_size(a.size(), n * n);
  if (!std::all_of(a.begin(), a.end(), [](double value) { return std::isfinite(value); })) {
    throw InvalidArgument("matrix", "not finite", "has no eigenvalues");
  }
  SymmetricEigen result;
  result.vectors.assign(a.begin(), a.end());
  result.values.resize(n);
  if (n == 0) return result;
  use_one_thread();
  int info = 0;
  double work_size = 0.0;
  int integers_size = 0;
  const int query = -1;
  dsyevd_("V", "L", &size, result.vectors.data(), &size, result.values.data(), &work_size, &query,
          &integers_size, &query, &info);
  if (work_size > static_cast<double>(std::numeric_limits<int>::max())) {
    throw InvalidArgument("dimension", std::to_string(n), "needs more workspace than LAPACK can address");
  }
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> integers(static_cast<std::size_t>(integers_size));
  const int given = static_cast<int>(work.size());
  dsyevd_("V", "L", &size, result.vectors.data(), &size, result.values.data(), work.data(), &given,
          integers.data(), &integers_size, &info);
  if (info != 0) throw InternalError("the symmetric eigenvalue iteration of LAPACK did not converge");
  return result;
}

}  // namespace lode::detail
