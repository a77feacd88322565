#include <algorithm>
#include <chrono>
#include <string>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

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

struct RunContext::Arena {
  explicit Arena(int threads)
      : allowed(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(std::max(threads, tbb::info::default_concurrency()))),
        arena(threads) {}
  tbb::global_control allowed;  // more threads than cores are given too
  tbb::task_arena arena;
};

RunContext::RunContext(RunOptions options)
    : options_(std::move(options)),
      clock_(options_.clock ? options_.clock : &monotonic_clock()),
      threads_(options_.threads),
      start_(clock_->seconds()) {
  if (threads_ < 0) {
    throw InvalidArgument("threads", std::to_string(threads_), "must not be negative", "use 0 for all cores");
  }
  if (!(options_.time_limit >= 0.0)) {
    throw InvalidArgument("time limit", std::to_string(options_.time_limit),
                          "must be a number of seconds >= 0");
  }
  if (threads_ == 0) threads_ = tbb::info::default_concurrency();
  arena_ = std::make_shared<Arena>(threads_);
}

bool RunContext::should_stop() const {
  if (interrupted()) return true;
  return options_.time_limit != std::numeric_limits<double>::infinity() && elapsed() >= options_.time_limit;
}

StopReason RunContext::stop_reason() const {
  return interrupted() ? StopReason::interrupted : StopReason::deadline;
}

void RunContext::report(std::string_view phase, double weight, std::uint64_t iteration) const {
  if (options_.progress) options_.progress({phase, weight, iteration, elapsed()});
}

void RunContext::parallel(const std::function<void()>& work) const { arena_->arena.execute(work); }

RunContext RunContext::part(double time_limit) const {
  RunContext context = *this;
  context.start_ = clock_->seconds();
  if (!(time_limit >= 0.0)) {
    throw InvalidArgument("time limit", std::to_string(time_limit), "must be a number of seconds >= 0");
  }
  const double left = options_.time_limit - (context.start_ - start_);
  context.options_.time_limit = std::max(0.0, std::min(time_limit, left));
  return context;
}

}  // namespace lode
