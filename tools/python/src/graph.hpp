#pragma once

#include <memory>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

namespace lode::python {

namespace py = pybind11;

/// What Graph is in Python: the graph and how it came to be.
struct PyGraph {
  Graph graph;
  InputReport input;  ///< of the file, or "arrays"
};

/// What a directed graph is in Python.
struct PyArcs {
  Arcs arcs;
  std::array<Vertex, 2> shape = {0, 0};  ///< rows and columns of a matrix in a file; else 0
};

/// A graph that no file holds. It was made of so many `pairs`, of its edges where none are given.
std::shared_ptr<PyGraph> made_graph(Graph graph, std::optional<std::uint64_t> pairs = {},
                                    std::uint64_t loops = 0);

/// Names of vertices: labels as a list, ids and numbers as an array.
py::object names_of(const VertexNames& names, std::span<const Vertex> vertices);
/// What `labels` means: None, a list of strings, or an array of integers.
VertexNames vertex_names(const py::object& labels);

/// "error", "sum", "max" or "min".
MergeRule merge_rule(std::string_view word);

using GraphClass = py::class_<PyGraph, std::shared_ptr<PyGraph>>;
void add_graph_makers(GraphClass& graph);
void add_graph(py::module_& module);

}  // namespace lode::python
