#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// An answer with how it came about.
struct LeastSquaresResult {
  least_squares::Constraint constraint;
  least_squares::Loss loss = least_squares::Loss::squared;
  std::string method;
  std::string preset;  ///< empty when the method has none
  std::uint64_t seed = 1;
  int threads = 1;
  bool refit = true;
  least_squares::Solution solution;
  double certificate_seconds = 0.0;
};

enum class OptimalityCheck { yes, no };

/// Solves, and checks which optimality conditions the answer satisfies: what `lode lsq solve` does.
///
/// A tenth of a time limit, 10 s at most, is kept for the check; it takes 10 s at most without one. `work` is
/// without limit when left out and the run has a time limit, for methods whose preset ends by work: time that
/// is given is there to be used.
/// Cost and errors: those of least_squares::solve and certify. Deterministic as they are.
LeastSquaresResult solve_and_check(const least_squares::Problem& problem, const std::string& method,
                                   const least_squares::MethodSettings& settings, OptimalityCheck check,
                                   const RunContext& run = RunContext());

/// Answers of every size up to the problem's s, block-1 and block-2 stationarity checked: what `lode lsq
/// path` does, in the same shares of time.
std::vector<LeastSquaresResult> solve_path_and_check(const least_squares::Problem& problem,
                                                     const least_squares::PathOptions& options,
                                                     OptimalityCheck check,
                                                     const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
