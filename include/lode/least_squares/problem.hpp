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

#include <lode/core/arrays.hpp>
#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// Number of a column of A. It is also the number of a coordinate of x.
using Index = hybrid::Coordinate;

/// The order in which the values of a dense matrix are stored.
enum class Layout { column_major, row_major };

/// A dense matrix that is in memory already.
struct DenseArray {
  std::span<const double> values;        ///< the values
  Layout layout = Layout::column_major;  ///< their order
  std::size_t stride = 0;                ///< distance from one column (row-major: row) to the next; 0: no gap
  std::shared_ptr<const void> owner = {};  ///< keeps the values alive; empty: the caller does
};

/// A real matrix, either dense and stored by columns, or sparse and stored by columns (CSC). Every value is
/// in the domain (core/domain.hpp).
///
/// A Matrix is a handle. Copying it costs O(1) and shares the arrays, which are owned or borrowed.
///
/// Shapes:  rows and columns may be 0; columns < 2^32. In a sparse matrix, the entries of a column have
///          distinct, increasing row numbers; explicit zeros are dropped. A vector x has one value per
///          column. A vector r has one value per row.
/// Errors:  InvalidArgument for a row, a column or a length that does not fit.
/// Memory:  8 bytes per value dense; 12 bytes per nonzero and 8 per column sparse.
class Matrix {
 public:
  /// The matrix of 0 rows and 0 columns.
  Matrix() = default;
  /// A matrix that was moved from stays what it was.
  Matrix(const Matrix&) = default;
  /// Copies share the arrays.
  Matrix& operator=(const Matrix&) = default;

  /// A dense matrix. `values` are column-major, rows * columns of them.
  ///
  /// Errors:  InvalidArgument for a size that does not match, and for a value outside the domain (the message
  ///          names its row and column, from 1).
  static Matrix dense(std::size_t rows, std::size_t columns, std::vector<double> values);
  /// A dense matrix over values that are in memory already.
  ///
  /// Column-major values without gaps that start at an address divisible by 16 are read in place. All others
  /// are copied, column by column. In both cases every later result is the same as with `dense` on the same
  /// values, to the last bit.
  ///
  /// Cost:    O(rows * columns).
  /// Errors:  as `dense`. InvalidArgument also for a stride below the length of a column (row), and for fewer
  ///          values than the shape needs. Further values are ignored.
  static Matrix dense_array(std::size_t rows, std::size_t columns, const DenseArray& array);

  /// A nonzero of a sparse matrix.
  struct Entry {
    std::uint32_t row = 0;  ///< row, from 0
    Index column = 0;       ///< column, from 0
    double value = 0.0;     ///< value
  };
  /// A sparse matrix of entries in any order. Entries of one place are summed.
  ///
  /// Errors:  InvalidArgument as `dense`, and for places outside the matrix.
  static Matrix sparse(std::size_t rows, std::size_t columns, std::vector<Entry> entries);
  /// A sparse matrix in compressed columns, as scipy's csc_matrix and Eigen's SparseMatrix store it. The
  /// entries of column j are [offsets[j], offsets[j+1]) of `row_numbers` and `values`. Integers have 32 or 64
  /// bits, signed or not. The caller keeps the arrays alive, or `owner` does. A call with an array that would
  /// not outlive the call does not compile.
  ///
  /// Offsets of 64 bits, row numbers of 32 bits and values are read in place if the row numbers of every
  /// column increase and no zero is stored. Otherwise they are copied, and entries of one place are summed.
  ///
  /// Cost:    O(columns + entries); O(entries log entries) if they are copied because of their order.
  /// Errors:  InvalidArgument naming the first offset, row number or value that is not valid.
  template <KeptIntegers Offsets, KeptIntegers Rows, KeptDoubles Values>
  static Matrix csc(std::size_t rows, std::size_t columns, Offsets&& offsets, Rows&& row_numbers,
                    Values&& values, std::shared_ptr<const void> owner = {}) {
    auto lent = std::make_shared<LentIntegers>();
    lent->owner = std::move(owner);
    const CscArrays arrays{lent->as_wide("offsets", offsets), lent->as_narrow("row numbers", row_numbers),
                           values, lent};
    return from_csc(rows, columns, arrays);
  }
  /// The same with arrays that the matrix takes over.
  template <IndexInteger Offset, IndexInteger Row>
  static Matrix csc(std::size_t rows, std::size_t columns, std::vector<Offset>&& offsets,
                    std::vector<Row>&& row_numbers, std::vector<double>&& values) {
    struct Given {
      std::vector<Offset> offsets;
      std::vector<Row> row_numbers;
      std::vector<double> values;
    };
    const auto given =
        std::make_shared<const Given>(Given{std::move(offsets), std::move(row_numbers), std::move(values)});
    return csc(rows, columns, given->offsets, given->row_numbers, given->values, given);
  }

  /// Number of rows.
  std::size_t rows() const { return rows_; }
  /// Number of columns.
  std::size_t columns() const { return columns_; }
  /// True if the matrix is dense.
  bool is_dense() const { return dense_; }
  /// Number of stored values.
  std::size_t num_stored() const { return values_.size(); }

  /// Column j of a dense matrix, rows() values. Errors: InternalError for a sparse matrix.
  std::span<const double> dense_column(Index j) const;
  /// Row numbers of the entries of column j of a sparse matrix. Errors: InternalError for a dense matrix.
  std::span<const std::uint32_t> entry_rows(Index j) const;
  /// Values of these entries. Errors: InternalError for a dense matrix.
  std::span<const double> entry_values(Index j) const;
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

 private:
  struct CscArrays {
    std::span<const std::uint64_t> offsets;
    std::span<const std::uint32_t> rows;
    std::span<const double> values;
    std::shared_ptr<const void> owner;
  };
  static Matrix from_csc(std::size_t rows, std::size_t columns, const CscArrays& arrays);

  /// The arguments have been checked.
  Matrix(std::size_t rows, std::size_t columns, std::span<const double> values,
         std::shared_ptr<const void> owner)
      : rows_(rows), columns_(columns), values_(values), owner_(std::move(owner)) {}
  Matrix(std::size_t rows, std::size_t columns, const CscArrays& arrays)
      : rows_(rows),
        columns_(columns),
        dense_(false),
        values_(arrays.values),
        entry_rows_(arrays.rows),
        offsets_(arrays.offsets),
        owner_(arrays.owner) {}

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  bool dense_ = true;
  std::span<const double> values_;
  std::span<const std::uint32_t> entry_rows_;
  std::span<const std::uint64_t> offsets_;
  std::shared_ptr<const void> owner_;
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

  /// Number of rows m.
  std::size_t rows() const;
  /// Number of columns n.
  Index columns() const;
  /// The matrix A.
  const Matrix& a() const;
  /// The vector b.
  std::span<const double> b() const;
  double half_norm_b() const;  ///< 1/2 |b|^2

  /// True if the Gram matrix fits the limit.
  bool gram_fits() const;
  /// Computes the Gram matrix now, in panels, and asks `run` between them. Returns false if the run should
  /// stop before the matrix is complete (a later call starts again), or if the matrix does not fit. Cost:
  /// O(1) once it is computed.
  bool prepare_gram(const RunContext& run) const;
  /// The Gram matrix G = A'A, n x n, both triangles. Empty if it does not fit, or if the run should stop
  /// before it is complete. Cost of the first call: m n^2 multiply-adds dense, n times the stored values
  /// sparse.
  std::span<const double> gram(const RunContext& run = RunContext()) const;
  /// The Gram matrix if it is computed already, otherwise empty.
  std::span<const double> ready_gram() const;
  std::span<const double> correlations() const;    ///< q = A'b
  std::span<const double> column_squares() const;  ///< the diagonal of G
  /// An upper bound on the largest eigenvalue of G: 1.01 times the value that Lanczos finds (relative
  /// tolerance 1e-6). If the iteration does not converge, or if the run should stop before, it is the trace
  /// of G. It is 0 only for A = 0.
  double largest_eigenvalue(const RunContext& run = RunContext()) const;
  /// True once `ready_gram()` has the matrix.
  bool gram_ready() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
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
/// with a unit are those of the copy.
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

/// The start of the problem, or scale * normal values (stream 10 of the seed), projected.
///
/// Errors:  InvalidArgument without an instance, and as project.
std::vector<double> start_point(const Problem& problem, double scale, std::uint64_t seed);

/// F at x (n values), computed from A and b. Cost: at most O(stored values of A).
///
/// Errors:  InvalidArgument without an instance, and for another number of values.
double objective_at(const Problem& problem, const std::vector<double>& x);

/// The loss at the product Ax (m values). Errors: as objective_at.
double loss_at(const Problem& problem, const std::vector<double>& product);

/// lambda |x|_0 under the constraint sparse, otherwise 0.
double penalty_at(const Constraint& constraint, const std::vector<double>& x);

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
