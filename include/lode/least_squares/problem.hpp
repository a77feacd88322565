#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/constraints.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// Number of a column of A. It is also the number of a coordinate of x.
using Index = hybrid::Coordinate;

/// A real matrix, dense or sparse. Every value is in the domain (core/domain.hpp).
///
/// A Matrix is a handle. Copying it costs O(1) and shares the values, which are owned or borrowed.
///
/// Shapes:  rows and columns may be 0 and are below 2^32 - 1. A vector x has one value per column. A vector r
///          has one value per row.
/// Errors:  InvalidArgument for a row, a column or a length that does not fit.
/// Memory:  8 bytes per value dense; 16 bytes per nonzero and 8 per column sparse.
class Matrix {
 public:
  /// The matrix of 0 rows and 0 columns.
  Matrix();
  /// A dense matrix. `values` are column-major, rows * columns of them.
  ///
  /// Errors:  InvalidArgument for a size that does not match, and for a value outside the domain (the message
  ///          names its row and column, from 1).
  static Matrix dense(std::size_t rows, std::size_t columns, std::vector<double> values);
  /// A matrix over values already in memory. The caller keeps them alive, or `owner` does. They are
  /// read in place if their address is divisible by 16, and copied otherwise. Every later result is the same
  /// as with `dense`, to the last bit.
  static Matrix dense_array(std::size_t rows, std::size_t columns, std::span<const double> values,
                            std::shared_ptr<const void> owner = {});

  /// A nonzero of a sparse matrix.
  struct Entry {
    std::uint32_t row = 0;  ///< row, from 0
    Index column = 0;       ///< column, from 0
    double value = 0.0;     ///< value
  };
  /// A sparse matrix of entries in any order. Entries of one place are summed, and zeros are dropped.
  ///
  /// Errors:  InvalidArgument as `dense`, and for places outside the matrix.
  static Matrix sparse(std::size_t rows, std::size_t columns, const std::vector<Entry>& entries);

  /// The matrix times a number, which may leave the domain.
  Matrix times(double factor) const;

  /// Number of rows.
  std::size_t rows() const;
  /// Number of columns.
  std::size_t columns() const;
  /// Number of stored values.
  std::size_t num_stored() const;
  /// All values of a dense matrix, column-major. Errors: InternalError for a sparse matrix.
  std::span<const double> dense_values() const;

  double value(std::size_t row, Index column) const;  ///< value of one place; O(1) dense, O(log) sparse
  /// The product a_j' r of column j and r. Cost: O(entries of the column).
  double dot(Index j, std::span<const double> r) const;
  /// Adds scale * a_j to r. Cost: O(entries of the column).
  void add_column(Index j, double scale, std::span<double> r) const;
  /// The product a_i' a_j of two columns.
  double dot_columns(Index i, Index j) const;
  /// The product A x. Cost: O(stored values).
  std::vector<double> multiply(std::span<const double> x) const;
  /// The product A' r. Cost: O(stored values).
  std::vector<double> multiply_transposed(std::span<const double> r) const;

  struct Data;                                 ///< the values as the library stores them
  const Data& data() const { return *data_; }  ///< values of this matrix

 private:
  explicit Matrix(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// The data A and b of min 1/2 |Ax - b|^2, with everything that methods derive from them. Derived data are
/// computed once, on first use by any thread, and then shared.
///
/// Shapes:  A is m x n, b has m values, all in the domain.
/// Memory:  A, b, and 8 n^2 bytes for the Gram matrix if it fits the limit.
class Instance {
 public:
  /// Largest size of a Gram matrix in bytes, if the caller does not choose another.
  static constexpr std::size_t default_gram_limit = std::size_t{1} << 30;

  /// The instance of A and b.
  ///
  /// Errors:  InvalidArgument if b does not have one value per row of A, and for a value outside the domain.
  Instance(Matrix a, std::vector<double> b, std::size_t gram_limit = default_gram_limit);
  ~Instance();

  std::size_t rows() const { return a_.rows(); }                          ///< number of rows m
  Index columns() const { return static_cast<Index>(a_.columns()); }      ///< number of columns n
  const Matrix& a() const { return a_; }                                  ///< the matrix A
  std::span<const double> b() const { return b_; }                        ///< the vector b
  double half_norm_b() const { return half_norm_b_; }                     ///< 1/2 |b|^2
  std::span<const double> correlations() const { return correlations_; }  ///< q = A'b
  std::span<const double> column_squares() const { return squares_; }     ///< the diagonal of G

  /// The Gram matrix G = A'A, n x n, both triangles. Empty if it does not fit the limit, or if the run should
  /// stop before it is complete (a later call starts again). Cost of the first call: m n^2 multiply-adds
  /// dense, n times the stored values sparse.
  std::span<const double> gram(const RunContext& run = RunContext()) const;
  /// The Gram matrix if it is computed already, otherwise empty.
  std::span<const double> ready_gram() const;
  /// An upper bound on the largest eigenvalue of G: 1.01 times the value that Lanczos finds (relative
  /// tolerance 1e-6). If the iteration does not converge, or if the run should stop before, it is the trace
  /// of G. It is 0 only for A = 0.
  double largest_eigenvalue(const RunContext& run = RunContext()) const;

 private:
  Matrix a_;
  std::vector<double> b_;
  std::size_t gram_limit_;
  double half_norm_b_ = 0.0;
  std::vector<double> correlations_;
  std::vector<double> squares_;
  struct Derived;
  std::unique_ptr<Derived> derived_;
};

/// The feasible sets (and the penalty) of this module.
enum class ConstraintKind {
  binary,    ///< x in {-1, 1}^n
  binary_c,  ///< x in {0, 1}^n with exactly s ones
  sparse,    ///< lambda |x|_0 is added to F, and |x_i| <= box
  sparse_c,  ///< at most s nonzeros
};
/// True for the constraints that count nonzeros.
constexpr bool is_sparse(ConstraintKind kind) {
  return kind == ConstraintKind::sparse || kind == ConstraintKind::sparse_c;
}
/// The constraint as a word: "binary", "binary-c", "sparse", "sparse-c".
std::string_view to_string(ConstraintKind kind);

/// A constraint with its numbers.
struct Constraint {
  ConstraintKind kind = ConstraintKind::sparse_c;  ///< which constraint it is
  Index s = 0;                                     ///< number of ones or nonzeros, for binary-c and sparse-c
  double lambda = 0.0;                             ///< price of a nonzero, for sparse
  double box = std::numeric_limits<double>::infinity();  ///< largest magnitude of a value, for sparse
};

/// The loss l of the objective F(x) = l(Ax, b). Under `sparse`, F has the term lambda |x|_0 besides.
enum class Loss {
  squared,   ///< 1/2 |Ax - b|^2
  logistic,  ///< sum_i log(1 + exp(-b_i (Ax)_i)), every b_i in {-1, 1}
};
/// The loss as a word: "squared", "logistic".
std::string_view to_string(Loss loss);

/// Why something was cut short, in words: "time limit", "interrupted" or "limit of work".
std::string_view stop_words(StopReason reason);

/// The problem min F(x) under a constraint.
///
/// Data are 0 or between 1e-100 and 1e100 in magnitude. Tolerances are relative to the size of A and b: where
/// the largest value of A is not between 2^-20 and 2^20, or that of b not between 2^-4 and 2^40, methods and
/// certificates work on a copy that is divided by powers of two, and multiply the answers again. Settings
/// with a unit refer to the copy.
struct Problem {
  std::shared_ptr<const Instance> instance;  ///< A and b
  Constraint constraint;                     ///< the constraint
  Loss loss = Loss::squared;                 ///< the loss
  /// Where methods that need a start begin: n values, which are projected onto the constraint. Unset: the
  /// start that the method or its preset prefers, drawn from the seed of the run.
  std::optional<std::vector<double>> start = {};
  double target = -std::numeric_limits<double>::infinity();  ///< the run stops once F is at most this
  /// Sparse constraints, true: the answer is the least-squares minimiser on its support (within the box; of
  /// minimum norm if the support is rank-deficient). False: the answer has the method's own values.
  bool refit = true;
};

/// The optimality conditions that an answer was tested for, and the results.
struct Certificate {
  /// All blocks were tested, or random blocks.
  enum class Mode { exhaustive, sampled };
  /// The result of a test for block-k stationarity.
  struct Stationarity {
    int k = 0;                  ///< block size
    Mode mode = Mode::sampled;  ///< how the test was made
    std::uint64_t blocks = 0;   ///< blocks tested
    bool holds = false;         ///< no block that was tested improves
    /// False: the run was stopped before all blocks were tested, or rounding hides whether one improves.
    bool complete = true;
  };
  std::vector<Stationarity> stationarity;  ///< by increasing k; the tests that were begun
  /// Sparse and sparse-c: true if no exchange of one nonzero for one zero, with full refit, lowers F. Unset:
  /// not tested, or not known.
  std::optional<bool> single_exchange = {};
  /// Why some tests are missing: deadline, interrupted, or iterations for the limit of work.
  std::optional<StopReason> stopped = {};
  double work = 0.0;  ///< values of A that the tests read, about
};

/// The answer of a method.
struct Solution {
  std::vector<Index> support;  ///< nonzeros of x, in increasing order (binary: all coordinates)
  std::vector<double> x;       ///< the values of x, in the order of `support`
  double objective = 0.0;      ///< F, recomputed from A, b and x
  StopReason stop_reason = StopReason::converged;  ///< why the method ended
  std::uint64_t iterations = 0;                    ///< step count of the method
  double seconds = 0.0;                            ///< time of the whole run
  double seconds_to_best = 0.0;                    ///< time until the answer was found
  Trace trace;                                     ///< improvements; `weight` holds F here, which never rises
  std::optional<Certificate> certificate = {};     ///< optimality conditions, if they were tested
  std::string note = {};  ///< one line that a reader of the answer should know; mostly empty
};

/// Checks a problem. An instance with at least one column must be set. Under the constraints with s, 0 <= s
/// <= n must hold (s > rows is allowed). lambda and box must not be NaN or negative, and lambda must be
/// finite. A start must have n finite values. b must be -1 or 1 for the logistic loss. The target must not be
/// NaN.
///
/// Errors:  InvalidArgument if a rule is broken.
void check_problem(const Problem& problem);

/// The projection of x onto the feasible set. For binary it is the sign (0 -> -1). For binary-c the s largest
/// become ones. For sparse-c the s largest magnitudes stay. For sparse, x is clipped to the box. Ties go to
/// the smaller coordinate.
///
/// Errors:  InvalidArgument for NaN, and under sparse for a negative box.
std::vector<double> project(const Constraint& constraint, std::vector<double> x);

/// F at x (n values), computed from A and b. Cost: at most O(stored values of A).
///
/// Errors:  InvalidArgument without an instance, and for another number of values.
double objective_at(const Problem& problem, const std::vector<double>& x);

/// The loss at the product Ax (m values). Errors: as objective_at.
double loss_at(const Problem& problem, const std::vector<double>& product);

/// Makes the answer of a method that ended at `x`, n values. F is recomputed, and times are taken from the
/// trace.
///
/// Under the sparse constraints x is refitted if the problem asks for it, and values below 1e-12 of the
/// largest, each times the length of its column, are dropped where F stays the same. `x` is kept if the refit
/// is no better. A note says if there is no refit because the run should stop and the fit would take long.
/// Another note says if the labels of a logistic loss are separated. A last trace point is added if the trace
/// is empty, or if F is below its last value by more than rounding.
///
/// Errors:  InternalError if x violates the constraint.
Solution finish_solution(const Problem& problem, std::vector<double> x, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
