#include "study/compare/run_grid.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>

namespace lode {
namespace {

/// Mean duration of each kind of run so far, and how many of each are left.
class Estimate {
 public:
  explicit Estimate(const std::vector<GridRun>& runs) {
    for (const GridRun& one : runs) ++kinds_[one.kind].left;
  }

  void ended(std::string_view kind, double seconds) {
    Kind& entry = kinds_[kind];
    --entry.left;
    ++entry.count;
    entry.seconds += seconds;
    ++count_;
    seconds_ += seconds;
  }

  /// Kinds not met yet are taken to last as long as the average run.
  std::optional<double> seconds_left(int at_once) const {
    if (count_ == 0) return std::nullopt;
    const double overall = seconds_ / static_cast<double>(count_);
    double left = 0.0;
    for (const auto& [name, kind] : kinds_) {
      const double mean = kind.count > 0 ? kind.seconds / static_cast<double>(kind.count) : overall;
      left += mean * static_cast<double>(kind.left);
    }
    return left / at_once;
  }

 private:
  struct Kind {
    std::size_t left = 0;
    std::size_t count = 0;
    double seconds = 0.0;
  };
  std::map<std::string_view, Kind> kinds_;
  std::size_t count_ = 0;
  double seconds_ = 0.0;
};

class Grid {
 public:
  Grid(const std::vector<GridRun>& runs, std::size_t finished_before, const GridOptions& options, int at_once)
      : runs_(runs),
        options_(options),
        at_once_(at_once),
        estimate_(runs),
        finished_(finished_before),
        left_(runs.size()),
        whole_({.threads = 1, .clock = options.clock, .cancel = options.cancel}) {}

  /// Takes the next run until there is none.
  void work() {
    while (!failed_.load() && !whole_.interrupted()) {
      const std::size_t i = next_.fetch_add(1);
      if (i >= runs_.size()) return;
      try {
        run(runs_[i]);
      } catch (...) {
        failed_.store(true);
        throw;
      }
    }
  }

 private:
  void run(const GridRun& one) {
    {
      const std::lock_guard lock(mutex_);
      tell(GridProgress::Event::began, one);
    }
    RunContext context({.seed = one.seed,
                        .threads = 1,
                        .time_limit = options_.time_limit,
                        .clock = options_.clock,
                        .cancel = options_.cancel});
    // Inside the context's arena of one thread, whatever the work does in parallel stays on this thread.
    context.parallel([&] { one.work(context); });
    const double seconds = context.elapsed();
    if (context.interrupted()) return;
    const std::lock_guard lock(mutex_);
    one.save();
    estimate_.ended(one.kind, seconds);
    ++finished_;
    --left_;
    tell(GridProgress::Event::ended, one);
  }

  void tell(GridProgress::Event event, const GridRun& one) {
    if (!options_.progress) return;
    options_.progress({event, one.key, finished_, left_, whole_.elapsed(), estimate_.seconds_left(at_once_)});
  }

  const std::vector<GridRun>& runs_;
  const GridOptions& options_;
  int at_once_;
  std::mutex mutex_;
  Estimate estimate_;
  std::size_t finished_;
  std::size_t left_;
  RunContext whole_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace

void check_planned_runs(double runs, int starts) {
  if (runs <= most_planned_runs) return;
  throw InvalidArgument("option 'starts'", std::to_string(starts),
                        fmt::format("with the sizes and methods given asks for {:.3g} runs, more than {:.0f}",
                                    runs, most_planned_runs),
                        "ask for fewer starts, sizes or methods");
}

void run_grid(const std::vector<GridRun>& runs, std::size_t finished_before, const GridOptions& options) {
  if (options.parallel < 0) {
    throw InvalidArgument("runs at once", std::to_string(options.parallel), "must not be negative",
                          "use 0 for all cores");
  }
  const int cores = tbb::info::default_concurrency();
  const int at_once = options.parallel == 0 ? cores : std::min(options.parallel, cores);
  Grid grid(runs, finished_before, options, at_once);
  if (at_once == 1) return grid.work();
  tbb::task_arena arena(at_once);
  arena.execute([&] {
    tbb::parallel_for(
        0, at_once, [&](int) { grid.work(); }, tbb::simple_partitioner{});
  });
}

}  // namespace lode
