#pragma once

// Dense linear algebra, with the same bits on every processor. Those said to be parallel use the threads of
// the TBB arena they are called in, with the same result for any number of them; the others the calling
// thread alone.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace lode::detail {

/// Columns [first, last) of A'A from row 0 down to the diagonal, for a dense column-major A of `rows` rows,
/// into `gram`, columns x columns, column-major: the panels of all columns fill its upper triangle. Cost:
/// rows * last * (last - first) multiply-adds. Errors: InvalidArgument when a dimension exceeds 2^31 - 1, or
/// `a` or `gram` has another number of values.
void gram_panel(std::span<const double> a, std::size_t rows, std::size_t first, std::size_t last,
                std::span<double> gram);

/// Copies the upper triangle of an n x n matrix, column-major, onto the lower one.
void mirror_upper_triangle(std::span<double> matrix, std::size_t n);

/// A'A into `gram` (columns x columns), both triangles filled. Parallel. Cost and errors: as above.
void gram_matrix_into(std::span<const double> a, std::size_t rows, std::span<double> gram);

/// Calls body(first, last) for ranges of rows that cover 0 ... n, in parallel.
void over_rows(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body);

/// (a + a')/2 of an n x n matrix into `result`.
void symmetric_part(std::span<const double> a, std::size_t n, std::span<double> result);

/// The eigen-decomposition of a dense symmetric matrix.
struct SymmetricEigen {
  std::vector<double> values;   ///< increasing
  std::vector<double> vectors;  ///< column-major: column i belongs to values[i]; orthonormal to rounding
};

/// All eigenvalues and eigenvectors of the symmetric n x n matrix `a` (its lower triangle is read), by divide
/// and conquer. Cost: about 10 n^3 operations, 3 n^2 more doubles, no poll in between. Errors:
/// InvalidArgument as above and for values that are not finite, InternalError when the iteration fails.
SymmetricEigen symmetric_eigen(std::span<const double> a, std::size_t n);

/// All eigenvalues, and the eigenvectors of the largest ones: `how_many` is given the eigenvalues,
/// increasing, and says how many eigenvectors it wants (at most n). `vectors` has that many columns, column i
/// belonging to values[n - columns + i].
///
/// Cost:   4/3 n^3 operations for the values, some 2 n^2 more per vector; no poll in between.
/// Errors: as above.
SymmetricEigen largest_eigenpairs(std::span<const double> a, std::size_t n,
                                  const std::function<std::size_t(std::span<const double>)>& how_many);

/// y = alpha a x + beta y for the symmetric n x n matrix `a` (both triangles filled) and columns x, y of n
/// values each, column-major. Parallel. Cost: 2 n^2 operations per column. Errors: InvalidArgument for shapes
/// as above.
void multiply_symmetric(double alpha, std::span<const double> a, std::size_t n, std::span<const double> x,
                        double beta, std::span<double> y);

/// x'y of two column-major matrices of n rows and as many columns each. Errors: as above.
std::vector<double> inner_products(std::span<const double> x, std::span<const double> y, std::size_t n);

/// x r of a column-major matrix of n rows and a square one of order `columns`. Errors: as above.
std::vector<double> product(std::span<const double> x, std::size_t n, std::span<const double> r,
                            std::size_t columns);

/// Replaces the columns of x (n rows, column-major, columns <= n) by an orthonormal basis of what they span,
/// by Householder reflections. Cost: 4 n columns^2 operations. Errors: as above.
void orthonormalise(std::span<double> x, std::size_t n, std::size_t columns);

/// Whether the Cholesky factorisation of the symmetric n x n matrix `a` (its upper triangle in the
/// column-major sense is read and overwritten) runs to its end; nothing once `stop` says yes, which is asked
/// about every 10 ms. Parallel. Cost: n^3 / 3 operations. Errors: InvalidArgument as above.
std::optional<bool> cholesky_succeeds(
    std::span<double> a, std::size_t n, const std::function<bool()>& stop = [] { return false; });

}  // namespace lode::detail
