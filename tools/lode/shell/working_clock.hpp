#pragma once

#include <atomic>

#include <lode/core/run_context.hpp>

namespace lode::tool {

/// Seconds in which the process was not suspended (Ctrl-Z, SIGSTOP): time limits go by it.
///
/// When the process goes on, the time since the clock was read last is taken for the suspension, so the clock
/// is exact to the time between two readings. Pauses below a third of a second count as work.
class WorkingClock final : public Clock {
 public:
  /// The clock of the process; `time` in place of the monotonic clock in tests.
  explicit WorkingClock(const Clock& time = monotonic_clock());
  double seconds() const override;
  /// Called when the process goes on, by a handler of SIGCONT: it uses lock-free atomics alone.
  void continued() const;

 private:
  static constexpr double least_pause = 1.0 / 3.0;

  const Clock* time_;
  mutable std::atomic<double> read_;  ///< when the clock was read last
  /// The last long time between two readings: another thread may read the clock before the signal is handled.
  mutable std::atomic<double> gap_begin_{0.0};
  mutable std::atomic<double> gap_end_{0.0};
  mutable std::atomic<double> suspended_{0.0};
};

}  // namespace lode::tool
