#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

namespace lode::python {

namespace py = pybind11;

/// What Graph is in Python: the graph and how it came to be.
struct PyGraph {
  Graph graph;
  InputReport input;             ///< of the file, or "arrays"
  py::dict report;               ///< as Graph.report gives it
  std::set<std::string> shared;  ///< arrays of the caller that are read in place
};

/// A graph from `source`; `more` goes into its report beside what every graph has.
std::shared_ptr<PyGraph> make_graph(Graph graph, const char* source, py::dict more = {});
/// The same of a file.
std::shared_ptr<PyGraph> make_graph(LoadedGraph loaded);

/// Names of vertices: labels as a list, ids and numbers as an array.
py::object names_of(const VertexNames& names, std::span<const Vertex> vertices);
/// What `labels` means: None, strings, or integers; n different ones.
/// Errors: TypeError, InvalidArgument.
VertexNames vertex_names(const py::object& labels, Vertex n);

/// Strings of a NumPy array or a sequence in UTF-8, one after the other.
struct Strings {
  std::string characters;
  std::vector<std::uint64_t> begin = {0};  ///< count + 1 values

  std::size_t size() const { return begin.size() - 1; }
  std::string_view at(std::size_t i) const {
    return std::string_view(characters).substr(begin[i], begin[i + 1] - begin[i]);
  }
};
/// Errors: TypeError naming `what` for anything but str.
Strings strings_of(const py::handle& object, const char* what);
/// Whether an object holds strings: an array of dtype U, S or O, or a sequence whose first entry is a str.
bool holds_strings(const py::handle& object);

using GraphClass = py::class_<PyGraph, std::shared_ptr<PyGraph>>;
void add_graph_makers(GraphClass& graph);
/// Graph.vertex and Graph.vertices.
void add_graph_lookups(GraphClass& graph);
void add_graph(py::module_& module);
void add_readers(py::module_& module);

}  // namespace lode::python
