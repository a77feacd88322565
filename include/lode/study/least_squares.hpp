#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// An answer, and how it was found.
struct LeastSquaresResult {
  least_squares::Constraint constraint;                     ///< the constraint
  least_squares::Loss loss = least_squares::Loss::squared;  ///< the loss
  std::string method;                                       ///< name of the method
  std::string preset;                                       ///< preset of the method; empty: it has none
  std::uint64_t seed = 1;                                   ///< seed of the run
  int threads = 1;                                          ///< threads of the run
  bool refit = true;                                        ///< values were refitted on the support
  least_squares::Solution solution;                         ///< the answer
  double certificate_seconds = 0.0;                         ///< time of the optimality check
};

/// Test of the optimality conditions of an answer.
enum class OptimalityCheck { yes, no };

/// Solves a problem, and tests which optimality conditions the answer satisfies. This is what `lode lsq
/// solve` does.
///
/// The test gets a tenth of a time limit, but at most 10 s. It reads at most the values of A that eight
/// forward selections of s columns read, or 1e8. With a time limit and without a setting `work`, searches
/// continue until the limit.
///
/// Cost:    the cost of least_squares::solve and certify.
/// Errors:  the errors of least_squares::solve and certify.
/// Deterministic as least_squares::solve.
LeastSquaresResult solve_and_check(const least_squares::Problem& problem, const std::string& method,
                                   const least_squares::MethodSettings& settings, OptimalityCheck check,
                                   const RunContext& run = RunContext());

/// Finds answers of every size up to the problem's s, and tests block-1 and block-2 stationarity. This is
/// what `lode lsq path` does. Time is shared in the same way, and the work of one test is shared by all
/// sizes.
std::vector<LeastSquaresResult> solve_path_and_check(const least_squares::Problem& problem,
                                                     const least_squares::PathOptions& options,
                                                     OptimalityCheck check,
                                                     const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
