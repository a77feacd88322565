#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/problem.hpp>

// Common parts of the module lode._core: graphs in Python, and conversions between the library and Python. A
// question of the package is a function of a graph (or other data) and the keywords of the Python function.
// The package has checked the keywords, and has made arrays of the widths below.

namespace lode::python {

namespace py = pybind11;

// --- calls: without the GIL, stopped by signals, by a Cancel or by exceptions of callbacks --------------

/// Thrown if the caller stopped the work before it had a result: Interrupted in Python.
class StoppedEarly : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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
  /// called with the fields of lode.Progress, from any thread.
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

  /// A run for one of several parts of the work. The time limit counts `parts` times.
  RunContext part(std::size_t parts) const {
    RunOptions options = options_;
    options.time_limit *= static_cast<double>(parts);
    return RunContext(options);
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

// --- conversions ----------------------------------------------------------------------------------------

/// Contiguous values. Other arrays are an error of the package, a TypeError.
template <class T>
using Values = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> span_of(const Values<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// A keyword of a question. Errors: InvalidArgument for a value that does not fit.
template <class T>
T keyword(const py::dict& asked, const char* name) {
  try {
    return asked[name].cast<T>();
  } catch (const py::cast_error&) {
    throw InvalidArgument(name, py::repr(asked[name]).cast<std::string>(),
                          "has the wrong type or is out of range");
  }
}
template <class T>
void take(T& to, const py::dict& asked, const char* name) {
  to = keyword<T>(asked, name);
}

/// Keeps a Python object alive; may be released from any thread.
std::shared_ptr<const void> owner_of(py::object object);

/// A new array of another width.
template <class T, class Range>
py::array_t<T> new_array(const Range& values) {
  py::array_t<T> array(static_cast<py::ssize_t>(std::size(values)));
  T* to = array.mutable_data();
  for (const auto& value : values) *to++ = static_cast<T>(value);
  return array;
}
/// The array as it is, but read-only.
template <class T>
py::array read_only(py::array_t<T> array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}
inline py::array_t<std::int64_t> vertex_array(std::span<const Vertex> vertices) {
  return new_array<std::int64_t>(vertices);
}
inline py::array set_array(std::span<const Vertex> vertices) { return read_only(vertex_array(vertices)); }

/// Text of the library, which may contain any bytes, as a Python str.
py::str text_of(std::string_view text);

/// A graph in Python: the graph and its source.
struct PyGraph {
  Graph graph;
  InputReport input;  ///< the input file, or "arrays"
};

/// A directed graph in Python.
struct PyArcs {
  Arcs arcs;
  InputReport input;  ///< of the file; of arrays, only the shape of a matrix
};

/// A graph without a file, made of `pairs` pairs; by default, the number of its edges.
std::shared_ptr<PyGraph> made_graph(Graph graph, std::optional<std::uint64_t> pairs = {},
                                    std::uint64_t loops = 0);
/// Names of vertices: labels as a list, ids and numbers as an array.
py::object names_of(const VertexNames& names, std::span<const Vertex> vertices);
/// Names of the vertices 0, 1, ..., n-1.
py::object all_names(const VertexNames& names, Vertex n);
/// Refuses vertex counts whose memory no machine of this size has. Errors: InvalidArgument.
void check_vertex_memory(std::uint64_t vertices, const char* what, const char* remedy);

/// "error", "sum", "max" or "min".
MergeRule merge_rule(const std::string& word);
/// "degree", "random" or "peeling".
subgraph::StartKind start_of(const std::string& word);
inline WeightSigns signs_of(bool with_signs) {
  return with_signs ? WeightSigns::any : WeightSigns::from_zero;
}

// Each adds the contents of one source to the module.
void add_graph(py::module_& module);
void add_readers(py::module_& module);
void add_find(py::module_& module);
void add_structure(py::module_& module);
void add_studies(py::module_& module);

}  // namespace lode::python
