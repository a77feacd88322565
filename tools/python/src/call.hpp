#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

#include "errors.hpp"

// How a call of Python runs C++: without the GIL, stopped by signals, by a Cancel and by what callbacks
// raise.

namespace lode::python {

/// Stops every call that listens. Thread-safe.
class Cancel {
 public:
  void set();
  void clear();
  bool is_set() const;
  /// Sets `flag` now or with the next `set`, until `leave`.
  void listen(std::atomic<bool>& flag);
  void leave(std::atomic<bool>& flag);

 private:
  mutable std::mutex mutex_;
  bool set_ = false;
  std::vector<std::atomic<bool>*> flags_;
};

enum class OnInterrupt { raise, answer };
/// Errors: InvalidArgument for another word than "raise" and "return".
OnInterrupt parse_on_interrupt(const std::string& word);

/// What Progress is in Python: it outlives the report it was made of.
struct ProgressCopy {
  std::string phase;
  std::optional<std::uint64_t> s;  ///< size of the problem; none: it has none, or several
  std::optional<double> best;
  std::optional<double> bound;
  std::uint64_t iteration = 0;
  double seconds = 0.0;              ///< of the whole call
  std::optional<double> time_limit;  ///< of the whole call
};

/// What a call is given by keyword besides its own.
struct CallOptions {
  std::uint64_t seed = 1;
  int threads = 0;
  std::optional<double> time = {};  ///< of the whole call
  std::shared_ptr<Cancel> cancel = {};
  std::string on_interrupt = "raise";
  py::object progress = py::none();
  double progress_interval = 0.0;  ///< seconds between two reports, at least
};

/// One call. Made and destroyed with the GIL; used once.
class Call {
 public:
  explicit Call(const CallOptions& options);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Runs work(const RunContext&) without the GIL and returns what `convert` makes of its value with it.
  ///
  /// On the main thread the work has a thread of its own, and signals are looked for every 20 ms; what a
  /// Python handler raises stops the work, and is raised with the answer as its attribute `result`.
  /// Errors: StoppedEarly for work that was stopped with nothing to return.
  template <class Work, class Convert>
  py::object operator()(const Work& work, const Convert& convert) {
    using Value = decltype(work(std::declval<const RunContext&>()));
    std::optional<Value> value;
    execute([&](const RunContext& run) { value.emplace(work(run)); });
    if (!finish(value.has_value())) return convert(std::move(*value));
    py::object answer = py::none();
    if (value) answer = convert(std::move(*value));
    if (value && return_answer_) return answer;
    raise_signal(answer);
  }

  /// The flag that stops the work.
  const std::atomic<bool>* stop_flag() const { return &stop_; }
  bool interrupted() const { return stop_.load(); }
  /// Calls Python from any thread of the work; what it raises stops the work.
  void call_back(const std::function<void()>& callback);

 private:
  void execute(const std::function<void(const RunContext&)>& work);
  void run_beside(const std::function<void()>& work);
  void run_here(const std::function<void()>& work);
  void keep_signal();
  /// Raises what callbacks or the work have thrown. True if a signal was caught.
  bool finish(bool has_value);
  [[noreturn]] void raise_signal(const py::object& answer);
  void tell(const Progress& progress);

  std::atomic<bool> stop_{false};
  RunOptions options_;
  std::shared_ptr<Cancel> cancel_;
  py::object progress_;
  std::chrono::duration<double> interval_;
  std::chrono::steady_clock::time_point last_told_ = {};
  bool told_ = false;
  bool told_values_ = false;  ///< these do not wait for the interval to be over the first time
  bool return_answer_ = false;
  bool out_of_time_ = false;
  std::exception_ptr thrown_;          ///< by the work
  std::exception_ptr callback_threw_;  ///< under the GIL
  std::optional<py::error_already_set> signal_;
};

/// Adds Cancel and Progress to the module.
void add_calls(py::module_& module);

}  // namespace lode::python
