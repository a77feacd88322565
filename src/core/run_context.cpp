#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <pthread.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

#include "core/thread_errors.hpp"

namespace lode {

const Clock& monotonic_clock() {
  class MonotonicClock final : public Clock {
   public:
    double seconds() const override {
      return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
  };
  static const MonotonicClock clock;
  return clock;
}

std::string_view to_string(StopReason reason) {
  switch (reason) {
    case StopReason::converged:
      return "converged";
    case StopReason::optimal:
      return "optimal";
    case StopReason::target:
      return "target";
    case StopReason::iterations:
      return "iterations";
    case StopReason::deadline:
      return "deadline";
    case StopReason::interrupted:
      return "interrupted";
  }
  throw InternalError("unknown stop reason");
}

namespace {

/// More threads than that would only make TBB complain.
int allowed_threads() {
  using tbb::global_control;
  const std::size_t most = global_control::active_value(global_control::max_allowed_parallelism);
  return static_cast<int>(std::min<std::size_t>(most, std::numeric_limits<int>::max()));
}

using Arena = std::unique_ptr<tbb::task_arena>;

/// Arenas that no context has at the moment, by their threads. They are used again, since TBB (2021.8) keeps
/// the memory of an arena that is destroyed before a worker has come.
///
/// Nobody waits for the lock: a fork may have left it to a thread that does not exist.
struct IdleArenas {
  Arena take(int threads) {
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock || by_threads[threads].empty()) return std::make_unique<tbb::task_arena>(threads);
    Arena arena = std::move(by_threads[threads].back());
    by_threads[threads].pop_back();
    return arena;
  }
  void put(int threads, Arena arena) noexcept {
    try {
      const std::unique_lock lock(mutex, std::try_to_lock);
      if (lock) by_threads[threads].push_back(std::move(arena));
    } catch (const std::exception&) {  // no memory to keep it
    }
  }

  std::mutex mutex;
  std::map<int, std::vector<Arena>> by_threads;
};

/// It outlives every context, so it is never destroyed.
IdleArenas& idle_arenas() {
  static auto* const arenas = new IdleArenas;
  return *arenas;
}

std::atomic<int> calls_at_work = 0;  // calls of `parallel` at this moment
/// True in a child process whose parent was inside `parallel` when it forked. TBB's lists of waiting threads
/// then name threads that this process does not have, and any parallel work could follow them.
std::atomic<bool> forked_at_work = false;

}  // namespace

struct RunContext::Shared {
  explicit Shared(int wanted)
      : threads(std::min(wanted, allowed_threads())), arena(idle_arenas().take(threads)) {}
  ~Shared() { idle_arenas().put(threads, std::move(arena)); }

  int threads;
  Arena arena;
  std::recursive_mutex reporting;  // a sink may report, too
  // Of the last report.
  std::string phase;
  std::uint64_t iteration = 0;
  std::atomic<double> reported_at = -std::numeric_limits<double>::infinity();  // by the clock
};

struct RunContext::Subject {
  Vertex size = 0;
  // Read and written under `reporting`.
  double best = std::numeric_limits<double>::quiet_NaN();
  double bound = std::numeric_limits<double>::quiet_NaN();
};

int RunContext::most_threads() { return std::max(256, 32 * tbb::info::default_concurrency()); }

RunContext::RunContext() : RunContext(RunOptions{}) {}

RunContext::RunContext(RunOptions options)
    : options_(std::move(options)),
      clock_(options_.clock ? options_.clock : &monotonic_clock()),
      threads_(options_.threads),
      start_(clock_->seconds()) {
  if (threads_ < 0) {
    throw InvalidArgument("threads", std::to_string(threads_), "must be >= 0", "use 0 for all cores");
  }
  if (threads_ > most_threads()) {
    throw InvalidArgument("threads", std::to_string(threads_),
                          "must be at most " + std::to_string(most_threads()), "use 0 for all cores");
  }
  if (!(options_.time_limit >= 0.0)) {
    throw InvalidArgument("time limit", std::to_string(options_.time_limit),
                          "must be a number of seconds >= 0");
  }
  if (threads_ == 0) threads_ = tbb::info::default_concurrency();
  call_start_ = start_;
  call_limit_ = options_.time_limit;
  shared_ = std::make_shared<Shared>(threads_);
}

bool RunContext::should_stop() const {
  if (options_.progress) repeat_report();
  if (interrupted()) return true;
  return options_.time_limit != std::numeric_limits<double>::infinity() && elapsed() >= options_.time_limit;
}

StopReason RunContext::stop_reason() const {
  return interrupted() ? StopReason::interrupted : StopReason::deadline;
}

void RunContext::require_time(std::string_view what) const {
  if (!should_stop()) return;
  throw SystemError(std::string(what).append(" was stopped (").append(to_string(stop_reason())).append(")"));
}

void RunContext::report(std::string_view phase, double weight, std::uint64_t iteration,
                        ProgressValue value) const {
  if (!options_.progress) return;
  weight = report_factor_ * weight + report_added_;
  const std::lock_guard one_at_a_time(shared_->reporting);
  const bool own = !on_parts_;
  if (!subject_) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return send_report(phase, iteration, own && value == ProgressValue::best ? weight : unknown,
                       own && value == ProgressValue::bound ? weight : unknown);
  }
  // fmax and fmin ignore a NaN.
  if (own && value == ProgressValue::best) subject_->best = std::fmax(subject_->best, weight);
  if (own && value == ProgressValue::bound) subject_->bound = std::fmin(subject_->bound, weight);
  send_report(phase, iteration, subject_->best, subject_->bound);
}

void RunContext::send_report(std::string_view phase, std::uint64_t iteration, double best,
                             double bound) const {
  const double now = clock_->seconds();
  shared_->reported_at.store(now, std::memory_order_relaxed);
  if (phase.data() != shared_->phase.data()) shared_->phase = phase;
  shared_->iteration = iteration;
  options_.progress(
      {phase, subject_ ? subject_->size : 0, best, bound, iteration, now - call_start_, call_limit_});
}

/// For work that reports nothing for long, but asks whether it should stop.
void RunContext::repeat_report() const {
  constexpr double pause = 0.5;
  if (clock_->seconds() - shared_->reported_at.load(std::memory_order_relaxed) < pause) return;
  const std::unique_lock one_at_a_time(shared_->reporting, std::try_to_lock);
  if (!one_at_a_time || shared_->phase.empty()) return;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  send_report(shared_->phase, shared_->iteration, subject_ ? subject_->best : unknown,
              subject_ ? subject_->bound : unknown);
}

RunContext RunContext::about(Vertex size) const {
  RunContext context = *this;
  context.on_parts_ = false;
  context.subject_ = std::make_shared<Subject>();
  context.subject_->size = size;
  return context;
}

RunContext RunContext::on_parts() const {
  RunContext context = *this;
  context.on_parts_ = true;
  return context;
}

RunContext RunContext::with_reports_as(double factor, double added) const {
  RunContext context = *this;
  context.report_added_ += report_factor_ * added;
  context.report_factor_ *= factor;
  return context;
}

void RunContext::parallel(const std::function<void()>& work) const {
  if (!work) throw InvalidArgument("work", "empty", "must be a function");
  [[maybe_unused]] static const int registered =
      pthread_atfork(nullptr, nullptr, [] { forked_at_work = forked_at_work || calls_at_work != 0; });
  if (forked_at_work) {
    throw SystemError(
        "this process was forked while another thread was inside lode, so lode cannot run in it; "
        "start processes without fork, in Python with multiprocessing's method 'spawn'");
  }
  struct Call {
    Call() { ++calls_at_work; }
    ~Call() { --calls_at_work; }
  } const call;
  detail::with_thread_errors([&] { shared_->arena->execute(work); });
}

RunContext RunContext::for_call() const {
  RunContext context = *this;
  if (!part_) context.call_start_ = context.start_ = clock_->seconds();
  context.part_ = true;  // inner calls share the budget of this call
  return context;
}

RunContext RunContext::alone(std::uint64_t seed) const {
  RunContext context = *this;
  context.options_.seed = seed;
  context.options_.progress = {};
  context.threads_ = 1;
  context.shared_ = std::make_shared<Shared>(context.threads_);
  return context;
}

RunContext RunContext::without_limit() const {
  RunContext context = *this;
  context.part_ = true;
  context.options_.time_limit = std::numeric_limits<double>::infinity();
  return context;
}

RunContext RunContext::part(double time_limit) const {
  RunContext context = *this;
  context.part_ = true;
  context.start_ = clock_->seconds();
  if (!(time_limit >= 0.0)) {
    throw InvalidArgument("time limit", std::to_string(time_limit), "must be a number of seconds >= 0");
  }
  const double left = options_.time_limit - (context.start_ - start_);
  context.options_.time_limit = std::max(0.0, std::min(time_limit, left));
  return context;
}

}  // namespace lode
