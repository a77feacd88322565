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

/// Number of a column of A, which is a coordinate of x.
using Index = hybrid::Coordinate;

/// How the values of a dense matrix follow one another.
enum class Layout { column_major, row_major };

/// A dense matrix that lies in memory already.
struct DenseArray {
  std::span<const double> values;
  Layout layout = Layout::column_major;
  std::size_t stride = 0;                  ///< from a column (row-major: a row) to the next; 0: no gap
  std::shared_ptr<const void> owner = {};  ///< keeps the values alive; empty: the caller does
};

/// A real matrix, dense by columns or sparse by columns (CSC). Every value is finite.
///
/// A Matrix is a handle: copying costs O(1) and shares the arrays, which are owned or borrowed.
///
/// Shapes: rows and columns may be 0; columns < 2^32. Sparse: entries of a column have distinct, increasing
///         row numbers; explicit zeros are dropped. Vectors that stand for x have a value per column, those
///         that stand for r one per row.
/// Errors: InvalidArgument for a row, a column or a length that does not fit.
/// Memory: 8 bytes per value dense, 12 per nonzero and 8 per column sparse.
class Matrix {
 public:
  Matrix() = default;
  /// A matrix that was moved from stays what it was.
  Matrix(const Matrix&) = default;
  Matrix& operator=(const Matrix&) = default;

  /// `values` column-major, rows * columns of them.
  /// Errors: InvalidArgument for a size that does not match or a value that is not finite (names row and
  /// column, from 1).
  static Matrix dense(std::size_t rows, std::size_t columns, std::vector<double> values);
  /// Column-major values without gaps that start at an address divisible by 16 are read in place, at no
  /// memory; others, row-major ones among them, are copied, column by column. Either way every later result
  /// is that of `dense` on the same values, to the last bit.
  /// Cost:   O(rows * columns).
  /// Errors: as above, and InvalidArgument for a stride below the length of a column (row) and for fewer
  ///         values than the shape needs; more are left alone.
  static Matrix dense_array(std::size_t rows, std::size_t columns, const DenseArray& array);

  struct Entry {
    std::uint32_t row = 0;
    Index column = 0;
    double value = 0.0;
  };
  /// Entries in any order; several of one place are summed. Errors: InvalidArgument as above and for places
  /// outside the matrix.
  static Matrix sparse(std::size_t rows, std::size_t columns, std::vector<Entry> entries);
  /// Compressed sparse columns (scipy's csc_matrix, Eigen's SparseMatrix): the entries of column j are
  /// [offsets[j], offsets[j+1]) of `row_numbers` and `values`. Integers have 32 or 64 bits, signed or not.
  /// The caller keeps the arrays, or `owner` does; arrays that would be gone after the call do not compile.
  /// Offsets of 64 bits, row numbers of 32 bits and values are read in place when the row numbers of every
  /// column increase and no zero is stored. Otherwise they are copied, and entries of one place summed.
  /// Cost:   O(columns + entries), and O(entries log entries) when copied for their order.
  /// Errors: InvalidArgument naming the first offset, row number or value that is none.
  template <KeptIntegers Offsets, KeptIntegers Rows, KeptDoubles Values>
  static Matrix csc(std::size_t rows, std::size_t columns, Offsets&& offsets, Rows&& row_numbers,
                    Values&& values, std::shared_ptr<const void> owner = {}) {
    auto lent = std::make_shared<LentIntegers>();
    lent->owner = std::move(owner);
    const CscArrays arrays{lent->as_wide("offsets", offsets), lent->as_narrow("row numbers", row_numbers),
                           values, lent};
    return from_csc(rows, columns, arrays);
  }
  /// The same of arrays that are given up.
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

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool is_dense() const { return dense_; }
  std::size_t num_stored() const { return values_.size(); }

  /// Dense: the whole column, rows() values. InternalError on a sparse matrix.
  std::span<const double> dense_column(Index j) const;
  /// Sparse: the rows and the values of the column's entries. InternalError on a dense matrix.
  std::span<const std::uint32_t> entry_rows(Index j) const;
  std::span<const double> entry_values(Index j) const;
  /// Dense: all values, column-major. InternalError on a sparse matrix.
  std::span<const double> dense_values() const;

  double value(std::size_t row, Index column) const;  ///< O(1) dense, O(log) sparse
  /// a_j' r, O(entries of the column).
  double dot(Index j, std::span<const double> r) const;
  /// r += scale * a_j, O(entries of the column).
  void add_column(Index j, double scale, std::span<double> r) const;
  /// a_i' a_j.
  double dot_columns(Index i, Index j) const;
  /// A x, O(stored values).
  std::vector<double> multiply(std::span<const double> x) const;
  /// A' r, O(stored values).
  std::vector<double> multiply_transposed(std::span<const double> r) const;

 private:
  struct CscArrays {
    std::span<const std::uint64_t> offsets;
    std::span<const std::uint32_t> rows;
    std::span<const double> values;
    std::shared_ptr<const void> owner;
  };
  static Matrix from_csc(std::size_t rows, std::size_t columns, const CscArrays& arrays);

  /// What is given has been checked.
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

namespace detail {
class ScaledProblem;
struct ScaleExponents;
}  // namespace detail

/// A and b of min 1/2 |Ax - b|^2, with what every method derives from them: computed on first use, once, by
/// any thread, then shared.
///
/// Shapes: A is m x n, b has m values, all finite.
/// Memory: A, b, and 8 n^2 bytes for the Gram matrix when it fits the limit.
class Instance {
 public:
  /// Bytes that a Gram matrix may take unless said otherwise.
  static constexpr std::size_t default_gram_limit = std::size_t{1} << 30;

  /// Errors: InvalidArgument when b does not have A's number of rows or a value is not finite.
  Instance(Matrix a, std::vector<double> b, std::size_t gram_limit = default_gram_limit);
  ~Instance();

  std::size_t rows() const;
  Index columns() const;
  const Matrix& a() const;
  std::span<const double> b() const;
  double half_norm_b() const;  ///< 1/2 |b|^2

  bool gram_fits() const;
  /// Computes the Gram matrix now, in panels, polling `run` between them. False if the run should stop before
  /// it is complete (a later call starts again) or when it does not fit. O(1) once computed.
  bool prepare_gram(const RunContext& run) const;
  /// G = A'A, n x n, both triangles; empty when it does not fit or the run should stop before it is complete.
  /// First call: m n^2 multiply-adds dense, n times the stored values sparse.
  std::span<const double> gram(const RunContext& run = RunContext()) const;
  /// The same where it is there at no cost, else empty.
  std::span<const double> ready_gram() const;
  std::span<const double> correlations() const;    ///< q = A'b
  std::span<const double> column_squares() const;  ///< G_jj
  /// 1.01 times the largest eigenvalue of G as Lanczos finds it (relative tolerance 1e-6), or its trace where
  /// the iteration does not converge or the run should stop before: an upper bound. 0 only for A = 0.
  double largest_eigenvalue(const RunContext& run = RunContext()) const;
  /// True once `ready_gram()` has it.
  bool gram_ready() const;

 private:
  friend class detail::ScaledProblem;
  const detail::ScaleExponents& exponents() const;  ///< of A and b as they are
  /// The instance with A and b divided; kept for later calls.
  std::shared_ptr<const Instance> scaled(const detail::ScaleExponents& exponents) const;

  struct State;
  std::unique_ptr<State> state_;
};

/// The feasible sets (and the penalty) of the module.
enum class ConstraintKind {
  binary,    ///< x in {-1, 1}^n
  binary_c,  ///< x in {0, 1}^n with exactly s ones
  sparse,    ///< + lambda |x|_0, |x_i| <= box
  sparse_c,  ///< at most s nonzeros
};
/// Whether the constraint is one of those that count nonzeros.
constexpr bool is_sparse(ConstraintKind kind) {
  return kind == ConstraintKind::sparse || kind == ConstraintKind::sparse_c;
}
std::string_view to_string(ConstraintKind kind);

struct Constraint {
  ConstraintKind kind = ConstraintKind::sparse_c;
  Index s = 0;                                           ///< binary-c, sparse-c
  double lambda = 0.0;                                   ///< sparse
  double box = std::numeric_limits<double>::infinity();  ///< sparse
};

/// The loss l of the objective F(x) = l(Ax, b) (+ lambda |x|_0 under `sparse`).
enum class Loss {
  squared,   ///< 1/2 |Ax - b|^2
  logistic,  ///< sum_i log(1 + exp(-b_i (Ax)_i)), every b_i in {-1, 1}
};
std::string_view to_string(Loss loss);

/// "time limit" or "interrupted": why something was cut short.
std::string_view stop_words(StopReason reason);

/// min F(x) under a constraint.
///
/// Methods and certificates see numbers of ordinary size. Columns of A are out of the ordinary beyond 2^20,
/// below 2^-20 or further apart than 2^24, and b beyond 2^40 or below 2^-4. Then the methods work on a copy
/// divided by powers of two, and answers, F and traces are multiplied again. That rounds nothing. Settings
/// with a unit are those of the copy.
struct Problem {
  std::shared_ptr<const Instance> instance;
  Constraint constraint;
  Loss loss = Loss::squared;
  /// Where methods that need a start begin: n values, repaired to the constraint by its projection. Unset:
  /// the start the method or its preset prefers, drawn from the run's seed.
  std::optional<std::vector<double>> start = {};
  double target = -std::numeric_limits<double>::infinity();  ///< stop once F is at most this
  /// Sparse constraints: end with the least-squares minimiser on the support (boxed; of minimum norm when the
  /// support is rank-deficient). False: the method's own values.
  bool refit = true;
};

/// Which optimality an answer has been shown to have.
struct Certificate {
  enum class Mode { exhaustive, sampled };
  struct Stationarity {
    int k = 0;
    Mode mode = Mode::sampled;
    std::uint64_t blocks = 0;  ///< looked at
    bool holds = false;        ///< no block looked at improves
    bool complete = true;      ///< false: the run was stopped before all blocks were looked at
  };
  std::vector<Stationarity> stationarity;  ///< by increasing k; those begun before the run was stopped
  /// Sparse and sparse-c: no exchange of one nonzero for one zero, with full refit, lowers F. Unset: not
  /// checked.
  std::optional<bool> single_exchange = {};
  std::optional<StopReason> stopped = {};  ///< why some of it was not checked: deadline or interrupted
};

/// What a method returns.
struct Solution {
  std::vector<Index> support;  ///< increasing; nonzeros of x (binary: all coordinates)
  std::vector<double> x;       ///< aligned with `support`
  double objective = 0.0;      ///< F, recomputed from A, b and x
  StopReason stop_reason = StopReason::converged;
  std::uint64_t iterations = 0;
  double seconds = 0.0;
  double seconds_to_best = 0.0;
  Trace trace;  ///< `weight` holds F here, never rising
  std::optional<Certificate> certificate = {};
  std::string note = {};  ///< what a reader of the answer should know, one line; mostly empty
};

/// Throws InvalidArgument unless: an instance with at least one column is set; 0 <= s <= n under the
/// s-constraints (s > rows is allowed); lambda and box are not NaN and not negative, and lambda is finite; a
/// start has n finite values; logistic b is -1 or 1; the target is not NaN.
void check_problem(const Problem& problem);

/// The projection of x onto the feasible set: binary the sign (0 -> -1); binary-c ones at the s largest;
/// sparse-c the s largest magnitudes; sparse clipped to the box. Ties go to the smaller coordinate.
/// Errors: InvalidArgument for NaN, and under sparse for a box that is negative.
std::vector<double> project(const Constraint& constraint, std::vector<double> x);

/// The problem's start, or scale * normal values (stream 10 of the seed), projected. Errors: InvalidArgument
/// without an instance, and as project.
std::vector<double> start_point(const Problem& problem, double scale, std::uint64_t seed);

/// F at x (n values), from A and b themselves: O(stored values of A) at most. Errors: InvalidArgument without
/// an instance and for another number of values.
double objective_at(const Problem& problem, const std::vector<double>& x);

/// l at the product Ax (m values). Errors: as above.
double loss_at(const Problem& problem, const std::vector<double>& product);

/// lambda |x|_0 under the constraint sparse, otherwise 0.
double penalty_at(const Constraint& constraint, const std::vector<double>& x);

/// The answer that a method has found at `x`, n values. Recomputes F and fills the timing fields.
///
/// Under the sparse constraints it refits if asked for, and drops values below 1e-12 of the largest. `x`
/// stays where the refit is no better. A note says that there is no refit where the run should stop and the
/// fit would take long, and another one that the labels of a logistic loss are separated. A last trace point
/// is added when F is less than the trace's last by more than rounding, or there is none. Errors:
/// InternalError if x violates the constraint.
Solution finish_solution(const Problem& problem, std::vector<double> x, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
