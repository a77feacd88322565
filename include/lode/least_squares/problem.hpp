#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/trace.hpp>
#include <lode/least_squares/instance.hpp>

namespace lode::least_squares {

/// The feasible sets (and the penalty) of the module.
enum class ConstraintKind {
  binary,    ///< x in {-1, 1}^n
  binary_c,  ///< x in {0, 1}^n with exactly s ones
  sparse,    ///< + lambda |x|_0, |x_i| <= box
  sparse_c,  ///< at most s nonzeros
};
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

/// min F(x) under a constraint.
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
    bool holds = false;
    bool complete = true;  ///< false: the run was stopped before all blocks were looked at
  };
  std::vector<Stationarity> stationarity;  ///< by increasing k
  /// Sparse and sparse-c: no exchange of one nonzero for one zero, with full refit, lowers F. Unset: not
  /// checked.
  std::optional<bool> single_exchange = {};
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

/// Throws InvalidArgument unless: an instance is set; s is given where the constraint needs it, 0 <= s <= n
/// for sparse-c (s > rows is allowed: the minimiser of minimum norm), 0 <= s <= n for binary-c; lambda and
/// box are not negative and not NaN; a start has n finite values; logistic b is -1 or 1.
void check_problem(const Problem& problem);

/// F at x (n values), from A and b themselves: O(stored values of A) at most.
double objective_at(const Problem& problem, const std::vector<double>& x);

/// Refits if asked for, drops values below 1e-12 of the largest under the sparse constraints, recomputes F,
/// and fills the timing fields from the trace. `x` has n values.
/// Errors: InternalError if x violates the constraint.
Solution finish_solution(const Problem& problem, std::vector<double> x, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::least_squares
