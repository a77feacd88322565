#pragma once

#include <string>
#include <utility>

#include <lode/study/compare.hpp>

namespace lode::detail {

/// The interface between the runner of a comparison and its subject. A task is made for one comparison, with
/// its cases, methods and options.
class ComparisonTask {
 public:
  virtual ~ComparisonTask() = default;

  /// A text that identifies a case: it changes with everything that changes the runs, except sizes.
  virtual std::string identity(std::size_t place) const = 0;
  /// Fills the instances; called once before the runs.
  virtual void prepare(std::vector<ComparisonInstance>& instances, const RunContext& whole) = 0;
  /// Fills a run with the answer of a method. An interrupted run may be left unchanged.
  virtual void solve(const ComparisonInstance& instance, const ComparisonMethod& method,
                     const RunContext& run, ComparisonRun& result) = 0;
  /// Recomputes the objective of a run from its answer; false if the answer is not feasible or has another
  /// objective.
  virtual bool recount(ComparisonRun& result, const RunContext& whole) = 0;
};

/// Copies the fields that solutions of both kinds have.
template <class Solution>
void take_course(Solution& solution, ComparisonRun& result) {
  result.stop_reason = solution.stop_reason;
  result.iterations = solution.iterations;
  result.seconds = solution.seconds;
  result.seconds_to_best = solution.seconds_to_best;
  result.trace = std::move(solution.trace);
}

/// A comparison with its options filled in. Errors: InvalidArgument for fewer than one start or an invalid
/// time limit.
Comparison begun_comparison(ComparisonKind kind, const ComparisonOptions& options);

/// Makes all runs missing in the journal, `run_limit` seconds each, and scores the comparison. Errors: as
/// compare_methods.
Comparison run_comparison(Comparison comparison, ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit);

}  // namespace lode::detail
