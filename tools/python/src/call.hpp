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
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

// How a call of Python runs C++: without the GIL, stopped by signals, by a Cancel and by what callbacks
// raise.

namespace lode::python {

namespace py = pybind11;

/// Work that was stopped by its caller before it had anything to return: Interrupted in Python.
class StoppedEarly : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Errors of the library become those of the module lode.errors, in the words of Python.
void translate_errors();

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

/// What every call that computes is given besides its own arguments; `_core.How` in Python.
struct How {
  std::uint64_t seed = 1;
  int threads = 0;
  std::optional<double> time = {};  ///< of the whole call
  std::shared_ptr<Cancel> cancel = {};
  bool return_answer = false;  ///< when a signal ends the call
  /// Told by keyword, from any thread: phase, s, best, bound, iteration, seconds, time_limit.
  py::object progress = py::none();
};

/// One call. Made and destroyed with the GIL; used once.
class Call {
 public:
  explicit Call(const How& how);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Runs work(const RunContext&) without the GIL and returns what `convert` makes of its value with it.
  ///
  /// On the main thread the work has a thread of its own, and signals are looked for every 20 ms; what a
  /// Python handler raises stops the work. It is raised with `result` None and, where there is an answer,
  /// with that as `lode_found`, of which the package makes the `result`. Errors: StoppedEarly for work that
  /// was stopped with nothing to return.
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
  /// Calls Python from any thread of the work; what it raises stops the work.
  void call_back(const std::function<void()>& callback);

 private:
  void execute(const std::function<void(const RunContext&)>& work);
  void run_beside(const std::function<void()>& work);
  void keep_signal();
  /// Raises what callbacks or the work have thrown. True if a signal was caught.
  bool finish(bool has_value);
  [[noreturn]] void raise_signal(const py::object& answer);
  void tell(const Progress& progress);

  std::atomic<bool> stop_{false};
  RunOptions options_;
  std::shared_ptr<Cancel> cancel_;
  py::object progress_;
  std::chrono::steady_clock::time_point last_told_ = {};
  bool told_ = false;
  bool told_values_ = false;  ///< these do not wait for their turn the first time
  bool return_answer_ = false;
  bool out_of_time_ = false;
  std::exception_ptr thrown_;          ///< by the work
  std::exception_ptr callback_threw_;  ///< under the GIL
  std::optional<py::error_already_set> signal_;
};

/// Adds Cancel and How to the module.
void add_calls(py::module_& module);

}  // namespace lode::python
