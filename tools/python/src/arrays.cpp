#include "arrays.hpp"

#include <limits>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>

namespace lode::python {
namespace {

/// What a row of a trace is in NumPy.
struct TraceRow {
  double seconds;
  double weight;
  std::uint64_t iteration;
};

char kind_of(const py::array& array) { return array.dtype().kind(); }

/// The values lie one after the other, aligned, in this machine's order of bytes.
bool is_plain(const py::array& array) {
  const int flags = array.flags();
  return (flags & py::array::c_style) != 0 && (flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 &&
         array.dtype().attr("isnative").cast<bool>();
}

/// A copy that is_plain. (numpy.ascontiguousarray leaves values where they are not aligned.)
py::array converted(const py::array& array, const char* type) {
  return py::module_::import("numpy").attr("array")(array, type, py::arg("copy") = true,
                                                    py::arg("order") = "C");
}

template <class T>
std::span<const T> span_of(const py::array& array) {
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

[[noreturn]] void reject_type(const char* what, const char* wanted, const py::array& array) {
  throw py::type_error(fmt::format("{} must be {}, not {}", what, wanted,
                                   py::str(py::object(array.dtype())).cast<std::string>()));
}

}  // namespace

std::shared_ptr<const void> owner_of(py::object object) {
  PyObject* const raw = object.release().ptr();
  return {static_cast<const void*>(raw), [raw](const void*) {
            if (!Py_IsInitialized()) return;
            const py::gil_scoped_acquire gil;
            Py_DECREF(raw);
          }};
}

py::array array_of(const py::handle& object, const char* what, int dimensions) {
  const py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{} must be an array of numbers", what));
  }
  if (array.ndim() != dimensions) {
    throw InvalidArgument(what, fmt::format("an array of {} dimensions", array.ndim()),
                          fmt::format("must have {}", dimensions));
  }
  return array;
}

Integers integers_of(const py::handle& object, const char* what) {
  const py::array given = array_of(object, what, 1);
  py::array array = given;
  char kind = kind_of(array);
  if (array.size() == 0 && kind == 'f') {  // what numpy makes of an empty list
    array = converted(array, "int64");
    kind = 'i';
  }
  if (kind != 'i' && kind != 'u') reject_type(what, "integers", given);
  const bool narrow = array.itemsize() < 4;
  if (narrow || !is_plain(array)) {
    const char* wide = kind == 'i' ? "int64" : "uint64";
    const char* same = kind == 'i' ? "int32" : "uint32";
    array = converted(array, array.itemsize() <= 4 ? same : wide);
  }
  Integers result{array, {}, array.ptr() == object.ptr() || array.ptr() == given.ptr()};
  const bool is_signed = kind == 'i';
  if (array.itemsize() == 4) {
    if (is_signed) {
      result.values = span_of<std::int32_t>(array);
    } else {
      result.values = span_of<std::uint32_t>(array);
    }
  } else if (is_signed) {
    result.values = span_of<std::int64_t>(array);
  } else {
    result.values = span_of<std::uint64_t>(array);
  }
  return result;
}

Doubles doubles_of(const py::handle& object, const char* what) {
  const py::array given = array_of(object, what, 1);
  const char kind = kind_of(given);
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b') reject_type(what, "real numbers", given);
  py::array array = given;
  if (kind != 'f' || array.itemsize() != 8 || !is_plain(array)) array = converted(array, "float64");
  return {array, span_of<double>(array), array.ptr() == given.ptr()};
}

std::vector<Vertex> vertices_of(const py::handle& object, const char* what) {
  const Integers given = integers_of(object, what);
  std::vector<Vertex> vertices;
  vertices.reserve(given.size());
  std::visit(
      [&](auto values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (!std::in_range<Vertex>(values[i]) || std::cmp_equal(values[i], no_vertex)) {
            reject_integer(what, i, std::to_string(values[i]));
          }
          vertices.push_back(static_cast<Vertex>(values[i]));
        }
      },
      given.values);
  return vertices;
}

std::uint64_t whole_number(const py::handle& object, const char* what, std::uint64_t most) {
  PyObject* index = PyNumber_Index(object.ptr());
  if (index == nullptr) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{} must be an integer", what));
  }
  const py::object number = py::reinterpret_steal<py::object>(index);
  const std::uint64_t value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr || value > most) {
    PyErr_Clear();
    throw InvalidArgument(what, py::str(number).cast<std::string>(), "is negative or too large");
  }
  return value;
}

py::array trace_array(const Trace& trace) {
  py::array_t<TraceRow> rows(static_cast<py::ssize_t>(trace.size()));
  TraceRow* to = rows.mutable_data();
  for (const TracePoint& point : trace) *to++ = {point.seconds, point.weight, point.iteration};
  return rows;
}

py::str text_of(std::string_view text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

void check_vertex_memory(std::uint64_t vertices, const char* what, const char* remedy) {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  const std::uint64_t bytes = vertices * sizeof(ArcIndex);
  if (pages * page == 0 || bytes <= pages * page) return;
  throw InvalidArgument(what, std::to_string(vertices),
                        fmt::format("asks for {} GB of offsets, more than this machine has", bytes >> 30),
                        remedy);
}

void reject_word(const char* what, std::string_view word, const std::vector<std::string_view>& known) {
  std::string words;
  for (std::size_t i = 0; i < known.size(); ++i) {
    words += fmt::format("{}{}", i == 0 ? "" : i + 1 == known.size() ? " or " : ", ", known[i]);
  }
  throw InvalidArgument(what, std::string(word), "is not known", "use " + words);
}

void register_trace_rows() { PYBIND11_NUMPY_DTYPE(TraceRow, seconds, weight, iteration); }

}  // namespace lode::python
