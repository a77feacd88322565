#pragma once

#include <string>
#include <utility>

#include <lode/study/compare.hpp>

namespace lode::detail {

/// What the runner of a comparison asks of what is compared. The cases, methods and options of the comparison
/// are those the task was made for.
class ComparisonTask {
 public:
  /// How a task is called in its journal.
  struct Words {
    const char* command;     ///< "lode compare"
    const char* place;       ///< field of a case: "graph"
    const char* no_case;     ///< said before the name of a case that is not there
    const char* not_proven;  ///< said of an answer that does not hold what it claims
  };

  virtual ~ComparisonTask() = default;

  virtual Words words() const = 0;
  /// What a case is, in words that change with anything that changes its runs. Sizes may differ.
  virtual std::string identity(std::size_t place) const = 0;
  /// Called once before the runs: fills what the instances need.
  virtual void prepare(std::vector<ComparisonInstance>& instances, const RunContext& whole) = 0;
  /// Fills a run with the answer of a method. One that was interrupted may be left as it is.
  virtual void solve(const ComparisonInstance& instance, const ComparisonMethod& method,
                     const RunContext& run, ComparisonRun& result) = 0;
  /// Replaces the objective of a run by that of its answer; false if the answer is not feasible or does not
  /// have the objective it claimed.
  virtual bool recount(ComparisonRun& result, const RunContext& whole) = 0;
  /// Fills in what only readers of the result need.
  virtual void describe(ComparisonRun& result) const = 0;
};

/// What the answers of graphs and of least squares say alike of a run.
template <class Solution>
void take_course(Solution& solution, ComparisonRun& result) {
  result.stop_reason = solution.stop_reason;
  result.iterations = solution.iterations;
  result.seconds = solution.seconds;
  result.seconds_to_best = solution.seconds_to_best;
  result.trace = std::move(solution.trace);
}

/// A comparison with what the options say of it. Errors: InvalidArgument for fewer than one start, or a time
/// limit that is none.
Comparison begun_comparison(ComparisonKind kind, const ComparisonOptions& options);

/// Makes the runs that the journal does not have, `run_limit` seconds each, and scores them all.
/// Errors: as compare_methods.
Comparison run_comparison(Comparison comparison, ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit);

}  // namespace lode::detail
