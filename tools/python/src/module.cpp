// The module lode._core, and calls from Python into the library.

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include <lode/core/version.hpp>

#include "bindings.hpp"

namespace lode::python {
namespace {

/// Interval of checks for signals and flags, well within the 0.1 s in which a search must end.
constexpr auto polling_interval = std::chrono::milliseconds(20);
/// Least time between two progress reports.
constexpr auto progress_interval = std::chrono::milliseconds(100);

/// Raises an error of lode.errors by the name of its class. File names in its text may contain any bytes.
template <class... Facts>
void raise(const char* kind, const char* what, Facts&&... facts) {
  const py::object error =
      py::module_::import("lode.errors").attr("error_of")(kind, text_of(what), std::forward<Facts>(facts)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
}

void translate(std::exception_ptr thrown) {
  using namespace py::literals;
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    raise("InvalidArgument", error.what(), "parameter"_a = text_of(error.parameter()));
  } catch (const InputError& error) {
    raise("InputError", error.what(), "file"_a = text_of(error.position().file),
          "line"_a = error.position().line, "column"_a = error.position().column,
          "problem"_a = text_of(error.problem()), "remedy"_a = text_of(error.remedy()));
  } catch (const VerificationError& error) {
    raise("VerificationError", error.what());
  } catch (const StoppedEarly& error) {
    raise("Interrupted", error.what());
  } catch (const Error& error) {
    raise("LodeError", error.what());
  } catch (const std::system_error& error) {
    raise("LodeError", error.what());
  }
}

/// Replaces pickle protocols 0 and 1 by protocol 2, which raises TypeError for a class without state. In the
/// older protocols, object.__reduce_ex__ makes an instance of pybind11's base class, which ends the process.
void mend_old_pickle_protocols(const py::module_& module) {
  const py::object reduce = py::module_::import("builtins").attr("object").attr("__reduce_ex__");
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr()) ||
        py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr())) == nullptr) {
      continue;
    }
    value.attr("__reduce_ex__") = py::cpp_function(
        [reduce](const py::object& self, int protocol) { return reduce(self, std::max(protocol, 2)); },
        py::name("__reduce_ex__"), py::is_method(value), py::arg("protocol"));
  }
}

}  // namespace

Call::Call(const py::dict& asked, std::size_t sizes) {
  const auto given = [&](const char* name) -> py::object {
    return asked.contains(name) ? py::object(asked[name]) : py::none();
  };
  if (const py::object seed = given("seed"); !seed.is_none()) options_.seed = seed.cast<std::uint64_t>();
  if (const py::object threads = given("threads"); !threads.is_none()) options_.threads = threads.cast<int>();
  if (const py::object time = given("time"); !time.is_none()) {
    options_.time_limit = time.cast<double>() * static_cast<double>(std::max<std::size_t>(1, sizes));
  }
  cancel_ = given("cancel").cast<std::shared_ptr<Cancel>>();
  stop_ = cancel_ && cancel_->is_set;
  return_answer_ = given("on_interrupt").equal(py::str("return"));
  options_.cancel = &stop_;
  progress_ = given("progress");
  if (!progress_.is_none()) options_.progress = [this](const Progress& progress) { tell(progress); };
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
    progress_(progress.phase, progress.size > 0 ? std::optional(progress.size) : std::nullopt,
              known(progress.best), known(progress.bound), progress.iteration, progress.seconds,
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
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::thread worker([&] {
    std::optional<RunContext> run;
    try {
      run.emplace(options_);
      work(*run);
    } catch (...) {
      thrown_ = std::current_exception();
      out_of_time_ = run && run->should_stop();
    }
    const std::scoped_lock lock(mutex);
    done = true;
    ended.notify_one();
  });
  for (bool over = false; !over;) {
    {
      const py::gil_scoped_release release;
      std::unique_lock lock(mutex);
      over = ended.wait_for(lock, polling_interval, [&] { return done; });
      if (over) {
        lock.unlock();
        worker.join();
      }
    }
    if (cancel_ && cancel_->is_set) stop_ = true;
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

}  // namespace lode::python

PYBIND11_MODULE(_core, module) {
  using namespace lode::python;
  namespace py = pybind11;
  if (const std::string_view missing = lode::missing_instructions(); !missing.empty()) {
    throw py::import_error("this build of lode needs a processor with " + std::string(missing));
  }
  module.doc() = "The C++ library, call for call. Private: the package lode is what programs use.";
  module.attr("__version__") = std::string(lode::version());
  py::register_local_exception_translator(&translate);
  py::class_<Cancel, std::shared_ptr<Cancel>>(module, "Cancel",
                                              "A flag that stops the calls to which it was given.")
      .def(py::init<>())
      .def("set", [](Cancel& self) { self.is_set = true; })
      .def("clear", [](Cancel& self) { self.is_set = false; })
      .def("is_set", [](const Cancel& self) { return self.is_set.load(); });
  add_graph(module);
  add_readers(module);
  add_find(module);
  add_structure(module);
  add_studies(module);
  mend_old_pickle_protocols(module);
}
