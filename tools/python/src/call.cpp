#include "call.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <thread>

#include <pybind11/stl.h>

namespace lode::python {
namespace {

/// Interval of checks for signals, well within the 0.1 s in which a search must end.
constexpr auto signal_interval = std::chrono::milliseconds(20);
/// Least time between two progress reports.
constexpr auto progress_interval = std::chrono::milliseconds(100);

/// Only the main thread of Python runs signal handlers.
bool on_main_thread() {
  const py::object main = py::module_::import("threading").attr("main_thread")();
  return main.attr("ident").cast<unsigned long>() == PyThread_get_thread_ident();
}

}  // namespace

void Cancel::set() {
  const std::scoped_lock lock(mutex_);
  set_ = true;
  for (std::atomic<bool>* flag : flags_) flag->store(true);
}

void Cancel::clear() {
  const std::scoped_lock lock(mutex_);
  set_ = false;
}

bool Cancel::is_set() const {
  const std::scoped_lock lock(mutex_);
  return set_;
}

void Cancel::listen(std::atomic<bool>& flag) {
  const std::scoped_lock lock(mutex_);
  if (set_) flag.store(true);
  flags_.push_back(&flag);
}

void Cancel::leave(std::atomic<bool>& flag) {
  const std::scoped_lock lock(mutex_);
  std::erase(flags_, &flag);
}

Call::Call(const How& how) : cancel_(how.cancel), progress_(how.progress), return_answer_(how.return_answer) {
  options_.seed = how.seed;
  options_.threads = how.threads;
  options_.time_limit = how.time.value_or(std::numeric_limits<double>::infinity());
  options_.cancel = &stop_;
  if (!progress_.is_none()) options_.progress = [this](const Progress& progress) { tell(progress); };
  if (cancel_) cancel_->listen(stop_);
}

Call::~Call() {
  if (cancel_) cancel_->leave(stop_);
}

void Call::tell(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  const bool first_values = !told_values_ && !(std::isnan(progress.best) && std::isnan(progress.bound));
  if (told_ && now - last_told_ < progress_interval && !first_values) return;
  told_ = true;
  told_values_ = told_values_ || first_values;
  last_told_ = now;
  call_back([&] {
    const auto known = [](double value) {
      return std::isnan(value) ? std::optional<double>() : std::optional(value);
    };
    using namespace py::literals;
    progress_("phase"_a = progress.phase,
              "s"_a = progress.size > 0 ? std::optional(progress.size) : std::nullopt,
              "best"_a = known(progress.best), "bound"_a = known(progress.bound),
              "iteration"_a = progress.iteration, "seconds"_a = progress.seconds,
              "time_limit"_a =
                  std::isfinite(progress.time_limit) ? std::optional(progress.time_limit) : std::nullopt);
  });
}

void Call::call_back(const std::function<void()>& callback) {
  const py::gil_scoped_acquire gil;
  if (callback_threw_) return;
  try {
    callback();
  } catch (...) {
    callback_threw_ = std::current_exception();
    stop_.store(true);
  }
}

void Call::execute(const std::function<void(const RunContext&)>& work) {
  const auto whole = [&] {
    std::optional<RunContext> run;
    try {
      run.emplace(options_);
      work(*run);
    } catch (...) {
      thrown_ = std::current_exception();
      out_of_time_ = run && run->should_stop();
    }
  };
  if (on_main_thread()) {
    run_beside(whole);
  } else {
    const py::gil_scoped_release release;
    whole();
  }
}

void Call::run_beside(const std::function<void()>& work) {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::thread worker([&] {
    work();
    const std::scoped_lock lock(mutex);
    done = true;
    ended.notify_one();
  });
  for (bool over = false; !over;) {
    {
      const py::gil_scoped_release release;
      std::unique_lock lock(mutex);
      over = ended.wait_for(lock, signal_interval, [&] { return done; });
      if (over) {
        lock.unlock();
        worker.join();
      }
    }
    if (!over) keep_signal();
  }
}

void Call::keep_signal() {
  if (PyErr_CheckSignals() == 0) return;
  py::error_already_set raised;
  if (!signal_) signal_.emplace(std::move(raised));
  stop_.store(true);
}

bool Call::finish(bool has_value) {
  if (callback_threw_) std::rethrow_exception(callback_threw_);
  if (signal_) return true;
  if (has_value) return false;
  try {
    std::rethrow_exception(thrown_);
  } catch (const SystemError& error) {
    if (out_of_time_) throw StoppedEarly(error.what());
    throw;
  }
}

void Call::raise_signal(const py::object& answer) {
  py::object value = signal_->value();
  if (!value || value.is_none() || !PyExceptionInstance_Check(value.ptr())) value = signal_->type()();
  PyObject_SetAttrString(value.ptr(), "result", Py_None);
  if (!answer.is_none()) PyObject_SetAttrString(value.ptr(), "lode_found", answer.ptr());
  if (PyErr_Occurred()) PyErr_Clear();
  PyErr_SetObject(signal_->type().ptr(), value.ptr());
  throw py::error_already_set();
}

void add_calls(py::module_& module) {
  py::class_<Cancel, std::shared_ptr<Cancel>>(module, "Cancel",
                                              "A flag that stops the calls to which it was given.")
      .def(py::init<>())
      .def("set", &Cancel::set)
      .def("clear", &Cancel::clear)
      .def("is_set", &Cancel::is_set);
  py::class_<How>(module, "How", "Arguments that every call with a computation takes: seed, threads, limits.")
      .def(py::init([](std::uint64_t seed, int threads, std::optional<double> time,
                       std::shared_ptr<Cancel> cancel, std::string_view on_interrupt, py::object progress) {
             return How{
                 seed, threads, time, std::move(cancel), on_interrupt == "return", std::move(progress)};
           }),
           py::kw_only(), py::arg("seed") = 1, py::arg("threads") = 0, py::arg("time") = py::none(),
           py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise",
           py::arg("progress") = py::none());
}

}  // namespace lode::python
