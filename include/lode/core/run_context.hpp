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

// The library works under the contexts of its callers. It does not compile where it makes one of its own,
// which would be deaf to the caller's cancel flag and time limit; default arguments of its functions are for
// callers.
#ifdef LODE_IN_LIBRARY
#define LODE_FOR_CALLERS [[gnu::error("the library must work under the context of its caller")]]
#else
#define LODE_FOR_CALLERS
#endif

namespace lode {

/// Source of time for deadlines and traces; replaceable in tests.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since any fixed moment; never falls.
  virtual double seconds() const = 0;
};

/// The process-wide monotonic clock.
const Clock& monotonic_clock();

/// Why a run ended.
enum class StopReason {
  converged,    ///< the method's own rule was met
  optimal,      ///< the answer meets a proven bound
  target,       ///< the requested objective was reached
  iterations,   ///< the iteration limit was reached
  deadline,     ///< the time limit was reached
  interrupted,  ///< the caller cancelled
};
std::string_view to_string(StopReason reason);

/// What the number is that a method reports.
enum class ProgressValue {
  best,   ///< the best objective so far
  bound,  ///< the bound so far
  none,   ///< there is none yet
};

/// What is told while a call runs. A method never prints; the sink decides.
///
/// `best` and `bound` are those of the whole problem that the caller asked about, never of a part of it that
/// a method works on.
struct Progress {
  std::string_view phase;  ///< what is being done, a few words; read it before the call ends
  Vertex size = 0;         ///< s of the problem; 0 where it has none, or where several are solved together
  double best = std::numeric_limits<double>::quiet_NaN();       ///< objective so far; NaN: there is none yet
  double bound = std::numeric_limits<double>::quiet_NaN();      ///< no set weighs more; NaN: nothing is known
  std::uint64_t iteration = 0;                                  ///< the method's own step count
  double seconds = 0.0;                                         ///< since the start of the whole call
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds of the whole call
};

/// One improvement of a run.
struct TracePoint {
  double seconds = 0.0;         ///< since the start of the run
  double weight = 0.0;          ///< best known then: a set's weight, or F in least_squares
  std::uint64_t iteration = 0;  ///< the method's own step count
};

/// Improvements in the order they happened: times and iterations never fall, nor do weights; F never rises.
using Trace = std::vector<TracePoint>;

struct RunOptions {
  std::uint64_t seed = 1;
  int threads = 0;                                              ///< at most; 0: as many as the machine has
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds
  const Clock* clock = nullptr;                                 ///< nullptr: monotonic_clock()
  const std::atomic<bool>* cancel = nullptr;                    ///< set by the caller to stop the run
  /// May be empty. Calls never overlap; a call must not start other work on the run that makes it, nor throw.
  /// Where nothing new is reported, the last news are told again about twice a second.
  std::function<void(const Progress&)> progress = {};
};

/// Everything a method may know of the world: seed, threads, deadline, cancel, progress sink.
///
/// A context that a caller makes may serve many calls: each of `solve`, `solve_sizes`, `solve_several` and
/// `solve_path` starts the clock anew (see `for_call`), so a limit of a second is a second for each of them.
///
/// Errors: InvalidArgument if the threads are negative or above `most_threads()`, or the time limit is
/// negative or
///         NaN.
/// Deterministic: nothing here depends on the machine but the clock and the cancel flag. No state of the
/// process is changed: every context has an arena of its own, of at most as many threads as TBB allows (the
/// machine's processors, or fewer by a tbb::global_control of the caller's); more than that take turns.
/// Thread-safety: `should_stop`, `elapsed` and `report` may be called from any thread if the clock may;
/// reports reach the sink one at a time. The rest belongs to one thread.
class RunContext {
 public:
  LODE_FOR_CALLERS RunContext();
  explicit RunContext(RunOptions options);
  /// Copies share threads and sink. There is no move: a context stays what it is.
  RunContext(const RunContext&) = default;
  RunContext& operator=(const RunContext&) = default;

  /// The most threads that may be asked for: 32 for every processor of the machine, and 256 at least.
  static int most_threads();

  std::uint64_t seed() const { return options_.seed; }
  int threads() const { return threads_; }
  double elapsed() const { return clock_->seconds() - start_; }
  double time_limit() const { return options_.time_limit; }
  /// Seconds until the limit; 0 after it.
  double time_left() const { return std::max(0.0, options_.time_limit - elapsed()); }

  /// True once cancelled or past the deadline. Reads the clock only when there is a deadline or a sink for
  /// progress.
  bool should_stop() const;
  /// The reason behind `should_stop()`: interrupted before deadline.
  StopReason stop_reason() const;
  bool interrupted() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }

  /// For work that is worth nothing half done.
  /// Errors: SystemError "`what` was stopped (interrupted)" or "(deadline)" once `should_stop()`.
  void require_time(std::string_view what) const;

  bool wants_progress() const { return static_cast<bool>(options_.progress); }
  /// Tells the sink. The number is taken for the problem's own, unless this context is for a part of it.
  void report(std::string_view phase, double weight, std::uint64_t iteration,
              ProgressValue value = ProgressValue::best) const;

  /// A context for the problem of one size: what is reported with it, and with contexts made of it, is told
  /// beside the best objective and the least bound reported so far.
  RunContext about(Vertex size) const;
  /// A context for work on parts of the problem, or on another one: its numbers are not told.
  RunContext on_parts() const;
  /// A context for the problem with its weights times a power of two: what is reported with it is told times
  /// 2^exponent.
  RunContext with_reports_times(int exponent) const;

  /// Runs `work` in this context's TBB arena, so that parallel algorithms inside use `threads()` threads.
  /// Errors: InvalidArgument for no function; SystemError where the system has no more threads; what `work`
  ///         throws.
  void parallel(const std::function<void()>& work) const;

  /// The context of one call to the library: its clock starts now, unless this is a part of a budget already,
  /// whose clock goes on.
  RunContext for_call() const;

  /// A context for a part of the work: its own start of time and limit (never later than this context's),
  /// the same seed, threads, cancel flag and sink.
  RunContext part(double time_limit) const;

  /// A context for work whose answer must not depend on who asks for it: of that seed, on one thread, without
  /// reports; start of time, limit and cancel flag are this context's.
  RunContext alone(std::uint64_t seed) const;

 private:
  struct Shared;
  /// A problem, and what is known of it.
  struct Subject;

  void tell(std::string_view phase, std::uint64_t iteration, double best, double bound) const;
  void tell_again() const;

  RunOptions options_;
  const Clock* clock_;
  int threads_;
  double start_;
  bool part_ = false;  ///< of a budget
  double call_start_;  ///< of the whole call, with its limit
  double call_limit_;
  bool on_parts_ = false;
  int report_exponent_ = 0;
  std::shared_ptr<Subject> subject_;  ///< null: none in particular
  std::shared_ptr<Shared> shared_;
};

}  // namespace lode
