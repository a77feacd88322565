#pragma once

#include <atomic>

#include <lode/core/run_context.hpp>

namespace lode::tool {

/// Seconds during which the process was not suspended (Ctrl-Z, SIGSTOP), for time limits.
///
/// When the process continues, the time since the last reading counts as suspension, so the clock is exact up
/// to the time between two readings. Pauses below a third of a second count as work.
class WorkingClock final : public Clock {
 public:
  /// The clock of the process; `time` replaces the monotonic clock in tests.
  explicit WorkingClock(const Clock& time = monotonic_clock());
  double seconds() const override;
  /// Called by a handler of SIGCONT when the process continues; uses only lock-free atomics.
  void continued() const;

 private:
  static constexpr double least_pause = 1.0 / 3.0;

  const Clock* time_;
  mutable std::atomic<double> read_;  ///< time of the last reading
  /// The last long gap between two readings: another thread may read the clock before the signal is handled.
  mutable std::atomic<double> gap_begin_{0.0};
  mutable std::atomic<double> gap_end_{0.0};
  mutable std::atomic<double> suspended_{0.0};
};

}  // namespace lode::tool
