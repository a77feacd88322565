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

/// Graph in Python: the graph and its source.
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
/// The names for `labels`: None, a list of strings, or an array of integers.
VertexNames vertex_names(const py::object& labels);

/// "error", "sum", "max" or "min".
MergeRule merge_rule(std::string_view word);

using GraphClass = py::class_<PyGraph, std::shared_ptr<PyGraph>>;
void add_graph_makers(GraphClass& graph);
void add_graph(py::module_& module);

}  // namespace lode::python
