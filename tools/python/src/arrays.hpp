#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

// NumPy arrays and what the library takes and gives.

namespace lode::python {

namespace py = pybind11;

/// Keeps a Python object alive; given up from any thread.
std::shared_ptr<const void> owner_of(py::object object);

/// What is asked of an array-like object: an array of `dimensions` dimensions.
/// Errors: TypeError naming `what`; InvalidArgument for another number of dimensions.
py::array array_of(const py::handle& object, const char* what, int dimensions);

/// Integers of a width that the library takes, in place where they can be.
struct Integers {
  py::array array;  ///< keeps them alive
  std::variant<std::span<const std::int32_t>, std::span<const std::uint32_t>, std::span<const std::int64_t>,
               std::span<const std::uint64_t>>
      values;
  bool in_place = false;  ///< they are the caller's

  std::size_t size() const {
    return std::visit([](auto span) { return span.size(); }, values);
  }
};
/// A one-dimensional array of integers. Errors: TypeError for other values; InvalidArgument for other shapes.
Integers integers_of(const py::handle& object, const char* what);

/// Doubles, in place where they can be.
struct Doubles {
  py::array array;
  std::span<const double> values;
  bool in_place = false;
};
/// A one-dimensional array of real numbers, errors as above.
Doubles doubles_of(const py::handle& object, const char* what);

/// Integers that are neither negative nor above `most`.
/// Errors: InvalidArgument naming the first that is not: "sizes[2] is -1: ...".
std::vector<Vertex> vertices_of(const py::handle& object, const char* what);
/// A scalar. Errors: as above; TypeError for what is no integer.
std::uint64_t whole_number(const py::handle& object, const char* what, std::uint64_t most);

/// New arrays of NumPy's usual widths.
template <class T, class Values>
py::array_t<T> new_array(const Values& values) {
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

/// Tells NumPy what a row of a trace is; once, before the first one.
void register_trace_rows();
/// Rows of "seconds", "weight" and "iteration".
py::array trace_array(const Trace& trace);

/// Text of the library, which may hold any bytes, as Python's.
py::str text_of(std::string_view text);

/// Words that a caller gives and what they stand for.
/// Errors: InvalidArgument naming `what` and the words.
template <class T>
T word_of(const char* what, std::string_view word,
          std::initializer_list<std::pair<std::string_view, T>> words);

/// Memory that is asked for and that no machine of this size has.
/// Errors: InvalidArgument.
void check_vertex_memory(std::uint64_t vertices, const char* what, const char* remedy);

/// Throws InvalidArgument "WHAT is WORD: is not known; use A, B or C".
[[noreturn]] void reject_word(const char* what, std::string_view word,
                              const std::vector<std::string_view>& known);

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
