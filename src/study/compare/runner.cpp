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

/// A run of the plan.
struct PlannedRun {
  std::string key;
  std::size_t instance = 0;
  std::size_t method = 0;
  int start = 1;
  ComparisonRun running = {};  ///< worth nothing if the run was cut short
  std::optional<ComparisonRun> outcome = {};
};

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

/// Writes down the instances and the runs of each.
std::vector<PlannedRun> plan_runs(Comparison& comparison) {
  check_plan(comparison);
  std::vector<PlannedRun> plan;
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    const ComparisonCase& one = comparison.cases[place];
    for (const std::uint32_t s : one.sizes) {
      for (const std::size_t m : one.methods) {
        for (int start = 1; start <= starts_of(comparison, m); ++start) {
          plan.push_back({run_key(one.name, s, comparison.methods[m].label, start),
                          comparison.instances.size(), m, start});
        }
      }
      comparison.instances.push_back({place, s});
    }
  }
  return plan;
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
  std::vector<PlannedRun> plan = plan_runs(comparison);
  comparison.total_runs = plan.size();
  std::optional<Journal> journal;
  std::map<std::string, ComparisonRun> finished;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, journal_header(comparison, task));
    finished = recorded_runs(*journal, comparison, task, whole);
  }
  task.prepare(comparison.instances, whole);
  const Columns<ComparisonRun> columns = run_columns(comparison);
  std::vector<GridRun> runs;
  for (PlannedRun& planned : plan) {
    if (const auto known = finished.find(planned.key); known != finished.end()) {
      planned.outcome = std::move(known->second);
      ++comparison.resumed_runs;
      continue;
    }
    const ComparisonMethod& method = comparison.methods[planned.method];
    const auto work = [&](const RunContext& run) {
      const ComparisonInstance& at = comparison.instances[planned.instance];
      planned.running = {at.place, at.s, planned.method, planned.start, run.seed()};
      planned.running.parallel = options.parallel && options.threads != 1;
      task.solve(at, method, run, planned.running);
      planned.running.trace = thinned_trace(planned.running.trace, comparison_trace_limit);
    };
    const auto save = [&] {
      if (journal) journal->append(run_record(planned.running, columns));
      planned.outcome = std::move(planned.running);
    };
    runs.push_back({planned.key, method.label, options.seed + static_cast<std::uint64_t>(planned.start - 1),
                    work, save});
  }
  run_grid(runs, comparison.resumed_runs,
           {.time_limit = run_limit,
            .parallel = options.parallel ? options.threads : 1,
            .clock = options.clock,
            .cancel = options.cancel,
            .progress = options.progress});
  for (PlannedRun& planned : plan) {
    if (!planned.outcome) continue;
    comparison.parallel = comparison.parallel || planned.outcome->parallel;
    task.describe(*planned.outcome);
    comparison.runs.push_back(*std::move(planned.outcome));
  }
  score_comparison(comparison);
  comparison.interrupted = whole.interrupted();
  comparison.seconds = whole.elapsed();
  return comparison;
}

}  // namespace lode::detail
