#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/compare.hpp>

namespace lode {

/// One run of a grid of experiments.
template <class Outcome>
struct Job {
  std::string key;         ///< unique in its grid
  std::string kind;        ///< runs of one kind take about equally long; for the estimate of the time left
  std::uint64_t seed = 1;  ///< of this run's context
  std::function<Outcome(const RunContext&)> work;
};

struct GridOptions {
  double time_limit = 30.0;  ///< seconds per run
  int parallel = 1;          ///< runs at once, at most one per core; 0: one per core
  const Clock* clock = nullptr;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const GridProgress&)> progress = {};  ///< calls never overlap
};

/// The most runs that a comparison plans.
inline constexpr double most_planned_runs = 1e7;

namespace detail {

/// Refuses a plan before it is written down. Errors: InvalidArgument naming option 'starts'.
void check_planned_runs(double runs, int starts);

/// A run without its outcome's type. `run` keeps the outcome and `save` stores it; saves never overlap.
struct GridTask {
  std::string_view key;
  std::string_view kind;
  std::uint64_t seed = 1;
  std::function<void(const RunContext&)> run;
  std::function<void()> save;
};

void run_tasks(const std::vector<GridTask>& tasks, std::size_t finished_before, const GridOptions& options);

}  // namespace detail

/// Runs the jobs that are not in `finished`, in their order, each on one thread with its own seed and
/// deadline, and returns the outcomes aligned with `jobs`.
///
/// `save` is called with every new outcome as its run ends, one call at a time. After a cancel no run begins,
/// and those going on are left without outcome: what was saved is complete. An exception of a run or of
/// `save` ends the grid and is passed on.
///
/// Deterministic where the jobs are: the number of runs at once changes the order of `save`, nothing else.
template <class Outcome>
std::vector<std::optional<Outcome>> run_grid(
    const std::vector<Job<Outcome>>& jobs, std::map<std::string, Outcome> finished,
    const std::function<void(const Job<Outcome>&, const Outcome&)>& save, const GridOptions& options) {
  std::vector<std::optional<Outcome>> outcomes(jobs.size());
  // Outcomes of runs that were cut short stay here and are never given away.
  std::vector<std::optional<Outcome>> running(jobs.size());
  std::vector<detail::GridTask> tasks;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Job<Outcome>& job = jobs[i];
    if (const auto known = finished.find(job.key); known != finished.end()) {
      outcomes[i] = std::move(known->second);
      continue;
    }
    tasks.push_back({job.key, job.kind, job.seed,
                     [&job, &slot = running[i]](const RunContext& run) { slot.emplace(job.work(run)); },
                     [&job, &save, &from = running[i], &to = outcomes[i]] {
                       if (save) save(job, *from);
                       to = std::move(from);
                     }});
  }
  detail::run_tasks(tasks, jobs.size() - tasks.size(), options);
  return outcomes;
}

}  // namespace lode
