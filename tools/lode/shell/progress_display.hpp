#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <lode/core/run_context.hpp>

namespace lode::tool {

/// Columns of the terminal of a stream, by default standard error; 80 without a terminal.
std::size_t terminal_columns(int stream = 2);

/// A progress line at the foot of a terminal with the current activity and its time. The line is redrawn on
/// news, at most ten times a second, and every second without news. It is cut to the width of the terminal
/// and never shares a line with other text: all other writers to the terminal use `quietly`.
///
/// Draws on standard error, and only on a terminal that can erase a line (TERM is neither unset, empty nor
/// "dumb"). Thread-safety: all calls may come from any thread.
class ProgressDisplay {
 public:
  ProgressDisplay() = default;
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// True if standard error is a suitable terminal.
  static bool possible();

  /// Begins to show `label` with the seconds from now on.
  void begin(std::string_view label);
  /// Shows the activity under the current label.
  void tell(const Progress& progress);
  void tell(std::string_view news) { tell(Progress{.phase = news}); }
  /// Reads the clock regularly from now on, so that the beginning of a suspension of the process is known.
  void keep_clock();
  /// Erases the line until it is next updated.
  void end();

  /// Erases the line and runs `write`, which writes whole lines to the terminal.
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
  void beat(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread heart_;
  std::string label_, phase_;
  Progress news_;  ///< news of `phase_`
  Moment begun_{}, drawn_{};
  bool shown_ = false;    ///< there is a line to draw
  bool on_line_ = false;  ///< the line is drawn
};

}  // namespace lode::tool
