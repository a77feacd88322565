#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <mutex>
#include <string>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

#include "core/thread_errors.hpp"

namespace lode {
namespace {

class MonotonicClock final : public Clock {
 public:
  double seconds() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

}  // namespace

const Clock& monotonic_clock() {
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

struct RunContext::Shared {
  explicit Shared(int threads) : arena(std::min(threads, allowed())) {}
  /// More would only make TBB complain.
  static int allowed() {
    using tbb::global_control;
    const std::size_t most = global_control::active_value(global_control::max_allowed_parallelism);
    return static_cast<int>(std::min<std::size_t>(most, std::numeric_limits<int>::max()));
  }
  tbb::task_arena arena;
  std::recursive_mutex reporting;  // a sink may report, too
};

int RunContext::most_threads() { return std::max(256, 32 * tbb::info::default_concurrency()); }

RunContext::RunContext() : RunContext(RunOptions{}) {}

RunContext::RunContext(RunOptions options)
    : options_(std::move(options)),
      clock_(options_.clock ? options_.clock : &monotonic_clock()),
      threads_(options_.threads),
      start_(clock_->seconds()) {
  if (threads_ < 0) {
    throw InvalidArgument("threads", std::to_string(threads_), "must not be negative", "use 0 for all cores");
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
  shared_ = std::make_shared<Shared>(threads_);
}

bool RunContext::should_stop() const {
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
  const std::lock_guard one_at_a_time(shared_->reporting);
  options_.progress({phase, weight, iteration, elapsed(), value});
}

void RunContext::parallel(const std::function<void()>& work) const {
  if (!work) throw InvalidArgument("work", "empty", "must be a function");
  detail::with_thread_errors([&] { shared_->arena.execute(work); });
}

RunContext RunContext::for_call() const {
  RunContext context = *this;
  if (!part_) context.start_ = clock_->seconds();
  context.part_ = true;  // what is called inside shares the budget of the call
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
