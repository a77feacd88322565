#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "study/compare/records.hpp"
#include "study/compare/run_columns.hpp"
#include "study/compare/run_grid.hpp"
#include "study/compare/scores.hpp"
#include "study/compare/task.hpp"

namespace lode::detail {
namespace {

using ComparisonJobs = std::vector<Job<ComparisonRun>>;

int starts_of(const Comparison& comparison, std::size_t method) {
  return comparison.methods[method].once ? 1 : comparison.starts;
}

void check_plan(const Comparison& comparison) {
  double runs = 0.0;
  for (const ComparisonCase& one : comparison.cases) {
    for (const std::size_t m : one.methods) {
      runs += static_cast<double>(one.sizes.size()) * starts_of(comparison, m);
    }
  }
  check_planned_runs(runs, comparison.starts);
}

/// Writes down the instances and the runs of each. The jobs refer to the comparison, the task and the
/// options.
ComparisonJobs plan_runs(Comparison& comparison, ComparisonTask& task, const ComparisonOptions& options) {
  check_plan(comparison);
  ComparisonJobs jobs;
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    const ComparisonCase& one = comparison.cases[place];
    for (const std::uint32_t s : one.sizes) {
      const std::size_t instance = comparison.instances.size();
      comparison.instances.push_back({place, s});
      for (const std::size_t m : one.methods) {
        const std::string& label = comparison.methods[m].label;
        for (int start = 1; start <= starts_of(comparison, m); ++start) {
          const auto work = [&comparison, &task, &options, instance, m, start](const RunContext& run) {
            const ComparisonInstance& at = comparison.instances[instance];
            ComparisonRun result{at.place, at.s, m, start, run.seed()};
            result.parallel = options.parallel && options.threads != 1;
            task.solve(at, comparison.methods[m], run, result);
            result.trace = thinned_trace(result.trace, comparison_trace_limit);
            return result;
          };
          jobs.push_back({run_key(one.name, s, label, start), label,
                          options.seed + static_cast<std::uint64_t>(start - 1), work});
        }
      }
    }
  }
  return jobs;
}

}  // namespace

Comparison begun_comparison(ComparisonKind kind, const ComparisonOptions& options) {
  if (options.starts < 1) {
    throw InvalidArgument("starts", std::to_string(options.starts), "must be at least 1");
  }
  if (!(options.time_limit >= 0.0)) {
    throw InvalidArgument("time limit", fmt::format("{}", options.time_limit),
                          "must be a number of seconds >= 0");
  }
  Comparison comparison;
  comparison.kind = kind;
  comparison.starts = options.starts;
  comparison.seed = options.seed;
  comparison.time_limit = options.time_limit;
  return comparison;
}

Comparison run_comparison(Comparison comparison, ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit) {
  const RunContext whole(
      {.seed = options.seed, .threads = options.threads, .clock = options.clock, .cancel = options.cancel});
  const ComparisonJobs jobs = plan_runs(comparison, task, options);
  comparison.total_runs = jobs.size();
  std::optional<Journal> journal;
  std::map<std::string, ComparisonRun> finished;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, journal_header(comparison, task));
    finished = recorded_runs(*journal, comparison, task, whole);
  }
  task.prepare(comparison.instances, whole);
  for (const auto& job : jobs) comparison.resumed_runs += finished.count(job.key);
  const Columns<ComparisonRun> columns = run_columns(comparison);
  const auto save = [&](const Job<ComparisonRun>&, const ComparisonRun& run) {
    if (journal) journal->append(run_record(run, columns));
  };
  auto outcomes = run_grid<ComparisonRun>(jobs, std::move(finished), save,
                                          {.time_limit = run_limit,
                                           .parallel = options.parallel ? options.threads : 1,
                                           .clock = options.clock,
                                           .cancel = options.cancel,
                                           .progress = options.progress});
  for (auto& outcome : outcomes) {
    if (!outcome) continue;
    comparison.parallel = comparison.parallel || outcome->parallel;
    task.describe(*outcome);
    comparison.runs.push_back(std::move(*outcome));
  }
  score_comparison(comparison);
  comparison.interrupted = whole.interrupted();
  comparison.seconds = whole.elapsed();
  return comparison;
}

}  // namespace lode::detail
