#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/core/version.hpp>

// Library code that makes a new context does not compile: such a context would not see the caller's cancel
// flag and time limit. Default arguments are for callers.
#ifdef LODE_IN_LIBRARY
#define LODE_FOR_CALLERS [[gnu::error("the library must work under the context of its caller")]]
#else
#define LODE_FOR_CALLERS
#endif

#pragma GCC visibility push(default)
namespace lode {

/// The source of time for deadlines and traces. Tests replace it by a fake clock.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some fixed moment. The value never falls. Threads of a run read it concurrently.
  virtual double seconds() const = 0;
};

/// The process-wide monotonic clock.
const Clock& monotonic_clock();

/// Why a run ended.
enum class StopReason {
  converged,    ///< the method's own rule for the end was met
  optimal,      ///< the answer meets a proven bound
  target,       ///< the requested objective was reached
  iterations,   ///< the iteration limit was reached
  deadline,     ///< the time limit was reached
  interrupted,  ///< the caller cancelled
};
/// The reason as a word, as JSON and tables print it.
std::string_view to_string(StopReason reason);

/// Meaning of the number in a progress report.
enum class ProgressValue {
  best,   ///< the best objective found
  bound,  ///< the current bound
  none,   ///< no number yet
};

/// News of a call that is running. A method never prints; it calls the progress function of the caller.
///
/// `best` and `bound` belong to the whole problem that the caller asked about. They never belong to a part of
/// the problem that a method works on.
struct Progress {
  std::string_view phase;  ///< current activity, in a few words; the text is valid during the call
  Vertex size = 0;         ///< s of the problem; 0: no size, or several sizes solved together
  double best = std::numeric_limits<double>::quiet_NaN();       ///< best objective found; NaN: not known yet
  double bound = std::numeric_limits<double>::quiet_NaN();      ///< current upper bound; NaN: not known
  std::uint64_t iteration = 0;                                  ///< step count of the method
  double seconds = 0.0;                                         ///< seconds since the start of the whole call
  double time_limit = std::numeric_limits<double>::infinity();  ///< time limit of the whole call, in seconds
};

/// One improvement of a run.
struct TracePoint {
  double seconds = 0.0;         ///< seconds since the start of the run
  double weight = 0.0;          ///< best objective at that time: the weight of a set, or F in least_squares
  std::uint64_t iteration = 0;  ///< step count of the method
};

/// Improvements in the order in which they happened. Times, iterations and weights never fall. F never rises.
using Trace = std::vector<TracePoint>;

/// Options of a run: seed, threads, limits and progress function.
struct RunOptions {
  std::uint64_t seed = 1;  ///< seed of all random draws
  int threads = 0;         ///< largest number of threads; 0: one for each processor of the machine
  double time_limit = std::numeric_limits<double>::infinity();  ///< time limit in seconds
  const Clock* clock = nullptr;  ///< clock of the run; nullptr: monotonic_clock()
  /// The caller sets it to true to stop the run. With nullptr the run cannot be cancelled.
  const std::atomic<bool>* cancel = nullptr;
  /// Called with news of the run; may be empty. Calls never overlap. A call must not throw, and it must not
  /// start other work on the same run. When nothing new happens, the last news are repeated about twice a
  /// second.
  std::function<void(const Progress&)> progress = {};
};

/// The environment of a method: seed, threads, deadline, cancel flag, progress function.
///
/// One context may serve many calls. Each call of `solve`, `solve_sizes`, `solve_several` and `solve_path`
/// starts the clock anew (see `for_call`). So a limit of one second is one second for each call.
///
/// Errors:  InvalidArgument if the number of threads is negative or above `most_threads()`, or if the time
///          limit is negative or NaN.
/// Deterministic: only the clock and the cancel flag depend on the machine.
/// State of the process: a context changes none. Every context has its own TBB arena. Its number of threads
///          is limited by TBB: the processors of the machine, or fewer by the caller's tbb::global_control.
///          Further threads take turns.
/// Thread-safety: any thread may call `should_stop`, `elapsed` and `report` if the clock allows that. Reports
///          reach the progress function one at a time. All other members belong to one thread.
class RunContext {
 public:
  /// The context of default options: seed 1, all processors, no limit.
  LODE_FOR_CALLERS RunContext();
  /// The context of these options. Its clock starts now.
  explicit RunContext(RunOptions options);
  /// Copies share threads and progress function. There is no move.
  RunContext(const RunContext&) = default;
  /// Copies share threads and progress function.
  RunContext& operator=(const RunContext&) = default;

  /// The largest number of threads that you may ask for: 32 for every processor, but at least 256.
  static int most_threads();

  /// The seed of all random draws.
  std::uint64_t seed() const { return options_.seed; }
  /// The number of threads that may be used, at least 1.
  int threads() const { return threads_; }
  /// Seconds since the start.
  double elapsed() const { return clock_->seconds() - start_; }
  /// The time limit in seconds, or infinity.
  double time_limit() const { return options_.time_limit; }
  /// Seconds until the limit; 0 after the limit.
  double time_left() const { return std::max(0.0, options_.time_limit - elapsed()); }

  /// True once the run is cancelled or past its deadline. The clock is read only when there is a deadline or
  /// a progress function.
  bool should_stop() const;
  /// Why `should_stop()` is true. When both reasons hold, the answer is `interrupted`.
  StopReason stop_reason() const;
  /// True once the caller has set the cancel flag.
  bool interrupted() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }

  /// Checks the time before work that is useless when half done.
  ///
  /// Errors:  SystemError "`what` was stopped (interrupted)" or "`what` was stopped (deadline)" once
  ///          `should_stop()` is true.
  void require_time(std::string_view what) const;

  /// True if there is a progress function.
  bool wants_progress() const { return static_cast<bool>(options_.progress); }
  /// Reports a number to the progress function. The number counts for the whole problem, unless this context
  /// is one for a part.
  void report(std::string_view phase, double weight, std::uint64_t iteration,
              ProgressValue value = ProgressValue::best) const;

  /// A context for the problem of one size. It remembers the best objective and the least upper bound that
  /// were reported with this context or with contexts made of it. It adds both to every report.
  RunContext about(Vertex size) const;
  /// A context for work on a part of the problem, or on another problem. Its numbers are not passed on.
  RunContext on_parts() const;
  /// A context for the same problem with its objective in other terms. A reported number x is passed on as
  /// factor * x + added.
  RunContext with_reports_as(double factor, double added) const;

  /// Runs `work` in the TBB arena of this context. Parallel algorithms inside use `threads()` threads.
  ///
  /// Errors:  InvalidArgument for an empty function. SystemError if the system has no more threads, or in a
  ///          child process that was forked while `parallel` ran; whatever `work` throws.
  void parallel(const std::function<void()>& work) const;

  /// The context of one call to the library. Its clock starts now. If this context is already a part of a
  /// time budget, the clock of the budget keeps running.
  RunContext for_call() const;

  /// A context for a part of the work. Its clock starts now, and it never ends later than this context. Seed,
  /// threads, cancel flag and progress function are the same.
  RunContext part(double time_limit) const;

  /// A context without a time limit, for work after the deadline such as writing results. Everything else,
  /// including the cancel flag, is as in this context.
  RunContext without_limit() const;

  /// A context for work whose answer must not depend on the caller: one thread, the given seed, no reports.
  /// Clock, limit and cancel flag are unchanged.
  RunContext alone(std::uint64_t seed) const;

 private:
  struct Shared;
  /// A problem with its best objective and least upper bound.
  struct Subject;

  void send_report(std::string_view phase, std::uint64_t iteration, double best, double bound) const;
  void repeat_report() const;

  RunOptions options_;
  const Clock* clock_;
  int threads_;
  double start_;
  bool part_ = false;  ///< of a budget
  double call_start_;  ///< of the whole call, with its limit
  double call_limit_;
  bool on_parts_ = false;
  double report_factor_ = 1.0;
  double report_added_ = 0.0;
  std::shared_ptr<Subject> subject_;  ///< null: none in particular
  std::shared_ptr<Shared> shared_;
};

}  // namespace lode
#pragma GCC visibility pop
