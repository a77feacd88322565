#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <lode/graph/graph.hpp>

// Conversions between the library and NumPy arrays and text. The package checks arguments and makes arrays of
// the widths below before each call.

namespace lode::python {

namespace py = pybind11;

/// Contiguous values. Other arrays are an error of the package, a TypeError.
template <class T>
using Values = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> span_of(const Values<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// Keeps a Python object alive; may be released from any thread.
std::shared_ptr<const void> owner_of(py::object object);

/// New arrays of NumPy's usual widths.
template <class T, class Range>
py::array_t<T> new_array(const Range& values) {
  py::array_t<T> array(static_cast<py::ssize_t>(std::size(values)));
  T* to = array.mutable_data();
  for (const auto& value : values) *to++ = static_cast<T>(value);
  return array;
}
inline py::array_t<std::int64_t> vertex_array(std::span<const Vertex> vertices) {
  return new_array<std::int64_t>(vertices);
}

/// A read-only array of `count` values at `data`, which `base` keeps alive.
template <class T>
py::array read_only_view(const T* data, std::size_t count, const py::object& base) {
  py::array_t<T> view(static_cast<py::ssize_t>(count), data, base);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

/// Text of the library, which may contain any bytes, as a Python str.
py::str text_of(std::string_view text);

/// Refuses vertex counts whose memory no machine of this size has. Errors: InvalidArgument.
void check_vertex_memory(std::uint64_t vertices, const char* what, const char* remedy);

/// Throws InvalidArgument "WHAT is WORD: is not known; use A, B or C".
[[noreturn]] void reject_word(const char* what, std::string_view word,
                              const std::vector<std::string_view>& known);

/// The value of a caller's word. Errors: InvalidArgument naming `what` and the words.
template <class T>
T word_of(const char* what, std::string_view word,
          std::initializer_list<std::pair<std::string_view, T>> words) {
  std::vector<std::string_view> known;
  for (const auto& [name, value] : words) {
    if (name == word) return value;
    known.push_back(name);
  }
  reject_word(what, word, known);
}

}  // namespace lode::python
