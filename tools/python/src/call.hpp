#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

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

/// A flag of the caller, which any thread may set. Calls look at it every 20 ms.
struct Cancel {
  std::atomic<bool> is_set{false};
};

/// A value of the library, or a Python object, as an object.
template <class T>
py::object object_of(T value) {
  if constexpr (std::is_base_of_v<py::handle, T>) {
    return value;
  } else {
    return py::cast(std::move(value));
  }
}

/// One call. Made and destroyed with the GIL; used once.
class Call {
 public:
  /// `asked` may have seed, threads, time (for each of `sizes`), cancel, on_interrupt, and progress, which is
  /// called with keywords, from any thread: phase, s, best, bound, iteration, seconds, time_limit.
  explicit Call(const py::dict& asked, std::size_t sizes = 1);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Runs work(const RunContext&) without the GIL, and returns convert(its value), which runs with the GIL.
  ///
  /// The work runs in a separate thread; signals and the flag of the caller are checked every 20 ms. An
  /// exception of a Python handler stops the work. The exception gets the attribute `result` = None and, if
  /// there is an answer, `lode_found`, from which the package makes `result`. Errors: StoppedEarly for
  /// stopped work without an answer.
  template <class Work, class Convert = std::identity>
  py::object operator()(const Work& work, const Convert& convert = {}) {
    using Value = decltype(work(std::declval<const RunContext&>()));
    std::optional<Value> value;
    execute([&](const RunContext& run) { value.emplace(work(run)); });
    if (!finish(value.has_value())) return object_of(convert(std::move(*value)));
    py::object answer = py::none();
    if (value) answer = object_of(convert(std::move(*value)));
    if (value && return_answer_) return answer;
    raise_signal(answer);
  }

  /// The flag that stops the work.
  const std::atomic<bool>* stop_flag() const { return &stop_; }
  /// Calls Python from any thread of the work. Its exceptions stop the work.
  void call_back(const std::function<void()>& callback);

 private:
  void execute(const std::function<void(const RunContext&)>& work);
  void keep_signal();
  /// Raises exceptions of callbacks or the work. True if a signal was caught.
  bool finish(bool has_value);
  [[noreturn]] void raise_signal(const py::object& answer);
  void tell(const Progress& progress);

  std::atomic<bool> stop_{false};
  RunOptions options_;
  std::shared_ptr<Cancel> cancel_;
  py::object progress_ = py::none();
  std::chrono::steady_clock::time_point last_told_ = {};
  bool told_ = false;
  bool told_values_ = false;  ///< the first values are reported without a pause
  bool return_answer_ = false;
  bool out_of_time_ = false;
  std::exception_ptr thrown_;          ///< by the work
  std::exception_ptr callback_threw_;  ///< under the GIL
  std::optional<py::error_already_set> signal_;
};

/// Adds Cancel to the module.
void add_calls(py::module_& module);

}  // namespace lode::python
