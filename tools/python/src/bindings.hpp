#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "call.hpp"

// Common parts of the module lode._core: graphs in Python, and conversions between the library and Python. A
// question of the package is a function of a graph (or other data), the keywords of the Python function, and
// How. The package has checked the keywords, and has made arrays of the widths below.

namespace lode::python {

/// Contiguous values. Other arrays are an error of the package, a TypeError.
template <class T>
using Values = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> span_of(const Values<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// A keyword of a question.
template <class T>
T keyword(const py::dict& asked, const char* name) {
  return asked[name].cast<T>();
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
  std::array<Vertex, 2> shape = {0, 0};  ///< rows and columns of a matrix in a file; else 0
};

/// A graph without a file, made of `pairs` pairs; by default, the number of its edges.
std::shared_ptr<PyGraph> made_graph(Graph graph, std::optional<std::uint64_t> pairs = {},
                                    std::uint64_t loops = 0);
/// Names of vertices: labels as a list, ids and numbers as an array.
py::object names_of(const VertexNames& names, std::span<const Vertex> vertices);
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
void add_least_squares(py::module_& module);

}  // namespace lode::python
