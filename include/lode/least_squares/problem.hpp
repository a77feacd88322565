#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
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

/// "time limit" or "interrupted": why something was cut short.
std::string_view stop_words(StopReason reason);

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

/// Under the sparse constraints refits if asked for (keeping `x` where that is no better, and with a note
/// where the run should stop and the fit would take long) and drops values below 1e-12 of the largest;
/// recomputes F, and fills the timing fields. A note says so when the labels of a logistic loss are
/// separated. A last trace point is added when F is less than the trace's last by more than rounding, or
/// there is none. `x` has n values.
/// Errors: InternalError if x violates the constraint.
Solution finish_solution(const Problem& problem, std::vector<double> x, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::least_squares
