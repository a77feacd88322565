#include "shell/working_clock.hpp"

namespace lode::tool {

static_assert(std::atomic<double>::is_always_lock_free);

WorkingClock::WorkingClock(const Clock& time) : time_(&time), read_(time.seconds()) {}

double WorkingClock::seconds() const {
  const double now = time_->seconds();
  const double before = read_.exchange(now, std::memory_order_relaxed);
  if (now - before > least_pause) {
    gap_begin_.store(before, std::memory_order_relaxed);
    gap_end_.store(now, std::memory_order_relaxed);
  }
  return now - suspended_.load(std::memory_order_relaxed);
}

void WorkingClock::continued() const {
  const double now = time_->seconds();
  double pause = now - read_.exchange(now, std::memory_order_relaxed);
  if (pause <= least_pause) {
    // Another thread has read the clock since the process continued, a short time ago.
    const double end = gap_end_.exchange(0.0, std::memory_order_relaxed);
    const double begin = gap_begin_.exchange(0.0, std::memory_order_relaxed);
    pause = now - end < least_pause ? end - begin : 0.0;
  }
  if (pause <= least_pause) return;
  suspended_.store(suspended_.load(std::memory_order_relaxed) + pause, std::memory_order_relaxed);
}

}  // namespace lode::tool
