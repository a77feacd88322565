#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <lode/core/run_context.hpp>

namespace lode::tool {

/// One line at the foot of a terminal that tells what goes on and for how long. It is redrawn when something
/// is told, at most ten times a second, and each second when nothing is, so that it is seen to live. It is
/// cut to the width of the terminal and never stands on a line with other text: whoever writes to the
/// terminal holds `quietly`.
///
/// Draws on standard error, and only if that is a terminal which can erase a line (TERM is neither unset,
/// empty nor "dumb"). Thread-safety: all calls may come from any thread.
class ProgressDisplay {
 public:
  ProgressDisplay() = default;
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Whether there is anything to draw on.
  static bool possible();

  /// Begins to show `label` and the seconds from now on.
  void begin(std::string_view label);
  /// What is being done under the label that was begun.
  void tell(std::string_view news);
  void tell(const Progress& progress);
  /// Erases the line until something is begun or told.
  void end();

  /// Runs `write`, which writes whole lines to the terminal, with the line out of the way.
  template <class Write>
  void quietly(const Write& write) {
    const std::lock_guard lock(mutex_);
    erase();
    write();
  }

 private:
  using Moment = std::chrono::steady_clock::time_point;

  void show(Moment now);
  void erase();
  void beat();

  std::mutex mutex_;
  std::condition_variable ended_;
  std::thread heart_;
  std::string label_, phase_;
  Progress news_;  ///< of `phase_`
  Moment begun_{}, drawn_{};
  bool shown_ = false;    ///< something is to be shown
  bool on_line_ = false;  ///< something stands on the line now
  bool over_ = false;     ///< the heart is to stop
};

}  // namespace lode::tool
