#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/compare.hpp>

namespace lode {

/// One run of a grid of experiments.
struct GridRun {
  std::string key;         ///< unique in its grid
  std::string kind;        ///< runs of one kind take about equally long; for the estimate of the time left
  std::uint64_t seed = 1;  ///< of this run's context
  std::function<void(const RunContext&)> work;  ///< keeps its outcome
  std::function<void()> save;                   ///< called once the work is complete
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

/// Refuses a plan before it is written down. Errors: InvalidArgument naming option 'starts'.
void check_planned_runs(double runs, int starts);

/// Makes the runs in their order, each on one thread with its own seed and deadline. `finished_before`: runs
/// of the grid that have an outcome already, for the progress.
///
/// Saves never overlap. After a cancel no run begins, and those going on are not saved: what was saved is
/// complete. An exception of a run or of a save ends the grid and is passed on.
///
/// Deterministic where the runs are: the number of runs at once changes the order of the saves, nothing else.
void run_grid(const std::vector<GridRun>& runs, std::size_t finished_before, const GridOptions& options);

}  // namespace lode
