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

// Calls from Python into C++: without the GIL, stopped by signals, by a Cancel or by exceptions of callbacks.

namespace lode::python {

namespace py = pybind11;

/// Thrown if the caller stopped the work before it had a result: Interrupted in Python.
class StoppedEarly : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Translates errors of the library to errors of lode.errors, with Python's names of parameters.
void translate_errors();

/// Stops all calls that listen. Thread-safe.
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

/// Arguments common to all calls that compute; `_core.How` in Python.
struct How {
  std::uint64_t seed = 1;
  int threads = 0;
  std::optional<double> time = {};  ///< time limit of the whole call
  std::shared_ptr<Cancel> cancel = {};
  bool return_answer = false;  ///< returns the answer if a signal ends the call
  /// Called with keywords, from any thread: phase, s, best, bound, iteration, seconds, time_limit.
  py::object progress = py::none();
};

/// One call. Made and destroyed with the GIL; used once.
class Call {
 public:
  explicit Call(const How& how);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Runs work(const RunContext&) without the GIL, and returns convert(its value), which runs with the GIL.
  ///
  /// On the main thread, the work runs in a separate thread, and signals are checked every 20 ms. An
  /// exception of a Python handler stops the work. The exception gets the attribute `result` = None and, if
  /// there is an answer, `lode_found`, from which the package makes `result`. Errors: StoppedEarly for
  /// stopped work without an answer.
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
  /// Calls Python from any thread of the work. Its exceptions stop the work.
  void call_back(const std::function<void()>& callback);

 private:
  void execute(const std::function<void(const RunContext&)>& work);
  void run_beside(const std::function<void()>& work);
  void keep_signal();
  /// Raises exceptions of callbacks or the work. True if a signal was caught.
  bool finish(bool has_value);
  [[noreturn]] void raise_signal(const py::object& answer);
  void tell(const Progress& progress);

  std::atomic<bool> stop_{false};
  RunOptions options_;
  std::shared_ptr<Cancel> cancel_;
  py::object progress_;
  std::chrono::steady_clock::time_point last_told_ = {};
  bool told_ = false;
  bool told_values_ = false;  ///< the first values are reported without a pause
  bool return_answer_ = false;
  bool out_of_time_ = false;
  std::exception_ptr thrown_;          ///< by the work
  std::exception_ptr callback_threw_;  ///< under the GIL
  std::optional<py::error_already_set> signal_;
};

/// Adds Cancel and How to the module.
void add_calls(py::module_& module);

}  // namespace lode::python
