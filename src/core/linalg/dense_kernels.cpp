#include "core/linalg/dense_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "core/linalg/lapack.hpp"
#include "core/linalg/multiply.hpp"

namespace lode::detail {
namespace {

/// Rows or columns of a task: fixed, so that the threads do not change how sums are split.
constexpr std::size_t panel_rows = 192;

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

/// The matrix, checked: n x n finite values.
void check_symmetric(std::span<const double> a, std::size_t n) {
  check_size(a.size(), n * n);
  if (!std::all_of(a.begin(), a.end(), [](double value) { return std::isfinite(value); })) {
    throw InvalidArgument("matrix", "not finite", "has no eigenvalues");
  }
}

void check_converged(int info) {
  if (info != 0) throw InternalError("the symmetric eigenvalue iteration of LAPACK did not converge");
}

/// A = Q T Q' with T tridiagonal.
struct Tridiagonal {
  std::vector<double> diagonal;
  std::vector<double> off_diagonal;  ///< n values, the last unused
  std::vector<double> reflectors;    ///< Q, with what is stored in the matrix
  std::vector<double> work;
};

/// Overwrites the upper triangle of `a`, which it reads.
Tridiagonal tridiagonalise(std::vector<double>& a, int n) {
  const auto size = static_cast<std::size_t>(n);
  Tridiagonal t;
  t.diagonal.resize(size);
  t.off_diagonal.resize(size);
  t.reflectors.resize(size);
  t.work.resize(64 * size);
  const int work_size = static_cast<int>(t.work.size());
  int info = 0;
  LAPACK_dsytrd("U", &n, a.data(), &n, t.diagonal.data(), t.off_diagonal.data(), t.reflectors.data(),
                t.work.data(), &work_size, &info);
  check_converged(info);
  return t;
}

/// Eigenvectors first ... n of a tridiagonal matrix (counted from 1), column-major; nothing where the method
/// of relatively robust representations fails, as it does on some clusters.
std::vector<double> tridiagonal_vectors(Tridiagonal t, int n, int first) {
  const auto size = static_cast<std::size_t>(n);
  const int columns = n - first + 1;
  std::vector<double> vectors(size * static_cast<std::size_t>(columns));
  std::vector<double> values(size);
  std::vector<double> work(18 * size);
  std::vector<int> integers(10 * size);
  std::vector<int> support(2 * static_cast<std::size_t>(columns));
  const int work_size = static_cast<int>(work.size());
  const int integers_size = static_cast<int>(integers.size());
  const double unused = 0.0;
  int found = 0;
  int high_accuracy = 1;
  int info = 0;
  LAPACK_dstemr("V", "I", &n, t.diagonal.data(), t.off_diagonal.data(), &unused, &unused, &first, &n, &found,
                values.data(), vectors.data(), &n, &columns, support.data(), &high_accuracy, work.data(),
                &work_size, integers.data(), &integers_size, &info);
  if (info != 0) vectors.clear();
  return vectors;
}

}  // namespace

void gram_panel(std::span<const double> a, std::size_t rows, std::size_t first, std::size_t last,
                std::span<double> gram) {
  const std::size_t columns = rows == 0 ? 0 : a.size() / rows;
  if (columns == 0 || first >= last) return;
  checked_dimension(rows);
  checked_dimension(columns);
  check_size(a.size(), rows * columns);
  check_size(gram.size(), columns * columns);
  const std::size_t width = last - first;
  const MatrixOperand left = column_major(a.data(), rows).transposed();
  const MatrixOperand right = column_major(a.data() + first * rows, rows);
  double* const target = gram.data() + first * columns;
  scale_matrix(first, width, 0.0, target, columns);
  add_product(first, width, rows, 1.0, left, right, target, columns);
  scale_matrix(width, width, 0.0, target + first, columns, MatrixPart::upper);
  add_product(width, width, rows, 1.0, right.transposed(), right, target + first, columns, MatrixPart::upper);
}

namespace {

/// Calls visit(i, j) for i < j, tile by tile, so that both a(i, j) and a(j, i) stay in the cache.
template <class Visit>
void over_upper_triangle(std::size_t n, Visit&& visit) {
  constexpr std::size_t tile = 32;
  for (std::size_t left = 0; left < n; left += tile) {
    for (std::size_t top = left; top < n; top += tile) {
      for (std::size_t i = left; i < std::min(left + tile, n); ++i) {
        for (std::size_t j = std::max(top, i + 1); j < std::min(top + tile, n); ++j) visit(i, j);
      }
    }
  }
}

}  // namespace

void mirror_upper_triangle(std::span<double> matrix, std::size_t n) {
  check_size(matrix.size(), n * n);
  over_upper_triangle(n, [&](std::size_t i, std::size_t j) { matrix[i * n + j] = matrix[j * n + i]; });
}

void symmetric_part(std::span<const double> a, std::size_t n, std::span<double> result) {
  check_size(a.size(), n * n);
  check_size(result.size(), n * n);
  for (std::size_t i = 0; i < n; ++i) result[i * n + i] = a[i * n + i];
  over_upper_triangle(n, [&](std::size_t i, std::size_t j) {
    result[i * n + j] = result[j * n + i] = 0.5 * (a[i * n + j] + a[j * n + i]);
  });
}

SymmetricEigen symmetric_eigen(std::span<const double> a, std::size_t n) {
  const int size = checked_dimension(n);
  check_symmetric(a, n);
  SymmetricEigen result;
  result.vectors.assign(a.begin(), a.end());
  result.values.resize(n);
  if (n == 0) return result;
  int info = 0;
  double work_size = 0.0;
  int integers_size = 0;
  const int query = -1;
  LAPACK_dsyevd("V", "L", &size, result.vectors.data(), &size, result.values.data(), &work_size, &query,
                &integers_size, &query, &info);
  if (work_size > static_cast<double>(std::numeric_limits<int>::max())) {
    throw InvalidArgument("dimension", std::to_string(n), "needs more workspace than LAPACK can address");
  }
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> integers(static_cast<std::size_t>(integers_size));
  const int given = static_cast<int>(work.size());
  LAPACK_dsyevd("V", "L", &size, result.vectors.data(), &size, result.values.data(), work.data(), &given,
                integers.data(), &integers_size, &info);
  check_converged(info);
  return result;
}

SymmetricEigen largest_eigenpairs(std::span<const double> a, std::size_t n,
                                  const std::function<std::size_t(std::span<const double>)>& how_many) {
  const int size = checked_dimension(n);
  check_symmetric(a, n);
  SymmetricEigen result;
  if (n == 0) return result;
  std::vector<double> reduced(a.begin(), a.end());
  Tridiagonal t = tridiagonalise(reduced, size);
  result.values = t.diagonal;
  std::vector<double> off_diagonal = t.off_diagonal;
  int info = 0;
  LAPACK_dsterf(&size, result.values.data(), off_diagonal.data(), &info);
  check_converged(info);
  const int columns = checked_dimension(std::min(how_many(result.values), n));
  if (columns == 0) return result;
  result.vectors = tridiagonal_vectors(t, size, size - columns + 1);
  if (result.vectors.empty()) {
    result = symmetric_eigen(a, n);
    result.vectors.erase(result.vectors.begin(),
                         result.vectors.end() - static_cast<std::ptrdiff_t>(columns) * size);
    return result;
  }
  const int work_size = static_cast<int>(t.work.size());
  LAPACK_dormtr("L", "U", "N", &size, &columns, reduced.data(), &size, t.reflectors.data(),
                result.vectors.data(), &size, t.work.data(), &work_size, &info);
  check_converged(info);
  return result;
}

void gram_matrix_into(std::span<const double> a, std::size_t rows, std::span<double> gram) {
  const std::size_t columns = rows == 0 ? 0 : a.size() / rows;
  tbb::parallel_for(std::size_t{0}, (columns + panel_rows - 1) / panel_rows, [&](std::size_t panel) {
    gram_panel(a, rows, panel * panel_rows, std::min(columns, (panel + 1) * panel_rows), gram);
  });
  mirror_upper_triangle(gram, columns);
}

void over_rows(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body) {
  constexpr std::size_t grain = 32;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
                    [&](const tbb::blocked_range<std::size_t>& rows) { body(rows.begin(), rows.end()); });
}

void multiply_symmetric(double alpha, std::span<const double> a, std::size_t n, std::span<const double> x,
                        double beta, std::span<double> y) {
  checked_dimension(n);
  if (n == 0) return;
  const std::size_t columns = x.size() / n;
  check_size(a.size(), n * n);
  check_size(x.size(), n * columns);
  check_size(y.size(), x.size());
  const std::size_t panels = (n + panel_rows - 1) / panel_rows;
  tbb::parallel_for(std::size_t{0}, panels, [&](std::size_t panel) {
    const std::size_t first = panel * panel_rows;
    const std::size_t rows = std::min(panel_rows, n - first);
    double* const target = y.data() + first;
    scale_matrix(rows, columns, beta, target, n);
    add_product(rows, columns, n, alpha, column_major(a.data() + first, n), column_major(x.data(), n), target,
                n);
  });
}

std::vector<double> inner_products(std::span<const double> x, std::span<const double> y, std::size_t n) {
  checked_dimension(n);
  if (n == 0) return {};
  const std::size_t columns = x.size() / n;
  check_size(x.size(), n * columns);
  check_size(y.size(), x.size());
  std::vector<double> products(columns * columns);
  add_product(columns, columns, n, 1.0, column_major(x.data(), n).transposed(), column_major(y.data(), n),
              products.data(), columns);
  return products;
}

std::vector<double> product(std::span<const double> x, std::size_t n, std::span<const double> r,
                            std::size_t columns) {
  checked_dimension(n);
  checked_dimension(columns);
  check_size(x.size(), n * columns);
  check_size(r.size(), columns * columns);
  std::vector<double> result(x.size());
  add_product(n, columns, columns, 1.0, column_major(x.data(), n), column_major(r.data(), columns),
              result.data(), n);
  return result;
}

void orthonormalise(std::span<double> x, std::size_t n, std::size_t columns) {
  const int rows = checked_dimension(n);
  const int count = checked_dimension(columns);
  check_size(x.size(), n * columns);
  if (columns > n) throw InvalidArgument("columns", std::to_string(columns), "exceed the number of rows");
  if (columns == 0) return;
  std::vector<double> reflectors(columns);
  std::vector<double> work(64 * columns);
  const int work_size = static_cast<int>(work.size());
  int info = 0;
  LAPACK_dgeqrf(&rows, &count, x.data(), &rows, reflectors.data(), work.data(), &work_size, &info);
  LAPACK_dorgqr(&rows, &count, &count, x.data(), &rows, reflectors.data(), work.data(), &work_size, &info);
}

std::optional<bool> cholesky_succeeds(std::span<double> a, std::size_t n, const std::function<bool()>& stop) {
  checked_dimension(n);
  check_size(a.size(), n * n);
  const auto at = [&](std::size_t row, std::size_t column) { return a.data() + column * n + row; };
  for (std::size_t k = 0; k < n; k += panel_rows) {
    const std::size_t order = std::min(panel_rows, n - k);
    if (!factorise_cholesky(order, at(k, k), n)) return false;
    // The rows of the factor to the right of the block, then what is left of the matrix.
    const std::size_t rest = k + panel_rows;
    const std::size_t panels = rest < n ? (n - rest + panel_rows - 1) / panel_rows : 0;
    const auto width = [&](std::size_t panel) { return std::min(panel_rows, n - rest - panel * panel_rows); };
    tbb::parallel_for(std::size_t{0}, panels, [&](std::size_t panel) {
      solve_transposed_upper(order, width(panel), at(k, k), n, at(k, rest + panel * panel_rows), n);
    });
    std::atomic<bool> stopped{false};
    tbb::parallel_for(std::size_t{0}, panels, [&](std::size_t panel) {
      if (stopped || stop()) {
        stopped = true;
        return;
      }
      const std::size_t first = rest + panel * panel_rows;
      const MatrixOperand right = column_major(at(k, first), n);
      add_product(first - rest, width(panel), order, -1.0, column_major(at(k, rest), n).transposed(), right,
                  at(rest, first), n);
      add_product(width(panel), width(panel), order, -1.0, right.transposed(), right, at(first, first), n,
                  MatrixPart::upper);
    });
    if (stopped) return std::nullopt;
  }
  return true;
}

}  // namespace lode::detail
