// The class Graph and its methods.

#include "graph.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/study/density_report.hpp>

#include "arrays.hpp"

namespace lode::python {
namespace {

// --- arrays ---------------------------------------------------------------------------------------------

py::object handle_of(const PyGraph& self) { return py::cast(&self, py::return_value_policy::reference); }

py::array indptr(const PyGraph& self) {
  const auto offsets = self.graph.offsets();
  return read_only_view(reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size(),
                        handle_of(self));
}

/// Indices for SciPy: int32, with the same bits below 2^31.
py::array indices(const PyGraph& self) {
  const auto targets = self.graph.targets();
  if (self.graph.num_vertices() < (Vertex{1} << 31)) {
    return read_only_view(reinterpret_cast<const std::int32_t*>(targets.data()), targets.size(),
                          handle_of(self));
  }
  return read_only_view(targets.data(), targets.size(), handle_of(self));
}

py::object weights(const PyGraph& self) {
  if (!self.graph.weighted()) return py::none();
  const auto values = self.graph.weights();
  return read_only_view(values.data(), values.size(), handle_of(self));
}

template <class T, class Value>
py::array_t<T> by_vertex(const PyGraph& self, Value value) {
  py::array_t<T> array(static_cast<py::ssize_t>(self.graph.num_vertices()));
  T* to = array.mutable_data();
  for (Vertex v = 0; v < self.graph.num_vertices(); ++v) *to++ = static_cast<T>((self.graph.*value)(v));
  return array;
}

py::tuple edges(const PyGraph& self) {
  const Graph& graph = self.graph;
  const auto count = static_cast<py::ssize_t>(graph.num_edges());
  py::array_t<std::int64_t> from(count);
  py::array_t<std::int64_t> to(count);
  py::array_t<double> weight(graph.weighted() ? count : 0);
  std::int64_t* u = from.mutable_data();
  std::int64_t* v = to.mutable_data();
  double* w = weight.mutable_data();
  {
    const py::gil_scoped_release release;
    for (Vertex vertex = 0; vertex < graph.num_vertices(); ++vertex) {
      graph.for_each_neighbor(vertex, [&](Vertex neighbor, Weight value) {
        if (neighbor < vertex) return;
        *u++ = vertex;
        *v++ = neighbor;
        if (graph.weighted()) *w++ = value;
      });
    }
  }
  return py::make_tuple(from, to, graph.weighted() ? py::object(weight) : py::none());
}

// --- names ----------------------------------------------------------------------------------------------

const char* names_kind(const PyGraph& self) {
  switch (self.graph.names().kind()) {
    case VertexNames::Kind::ids:
      return "ids";
    case VertexNames::Kind::labels:
      return "labels";
    default:
      return "numbers";
  }
}

py::object labels(const PyGraph& self) {
  const VertexNames& names = self.graph.names();
  if (names.kind() == VertexNames::Kind::numbers) return py::none();
  if (names.kind() == VertexNames::Kind::ids) {
    return read_only_view(names.ids().data(), names.ids().size(), handle_of(self));
  }
  py::list list(names.size());
  for (Vertex v = 0; v < self.graph.num_vertices(); ++v) list[v] = text_of(names.label(v));
  return list;
}

std::shared_ptr<PyGraph> with_names(const PyGraph& self, const py::object& given) {
  auto copy = std::make_shared<PyGraph>(self);
  copy->graph = self.graph.with_names(vertex_names(given));
  return copy;
}

bool equal_names(const VertexNames& a, const VertexNames& b) {
  return a.kind() == b.kind() && std::ranges::equal(a.ids(), b.ids()) &&
         std::ranges::equal(a.label_begin(), b.label_begin()) && a.characters() == b.characters();
}

bool equal(const PyGraph& a, const PyGraph& b) {
  return std::ranges::equal(a.graph.offsets(), b.graph.offsets()) &&
         std::ranges::equal(a.graph.targets(), b.graph.targets()) &&
         std::ranges::equal(a.graph.weights(), b.graph.weights()) &&
         equal_names(a.graph.names(), b.graph.names());
}

// --- parts and totals -----------------------------------------------------------------------------------

/// Errors: InvalidArgument for a number that is not a vertex.
std::vector<Vertex> vertices_of(const PyGraph& self, const Values<std::int64_t>& numbers) {
  std::vector<Vertex> vertices;
  for (const std::int64_t number : span_of(numbers)) {
    if (number < 0 || std::cmp_greater_equal(number, self.graph.num_vertices())) {
      throw InvalidArgument(
          fmt::format("vertices[{}]", vertices.size()), std::to_string(number),
          fmt::format("is not one of the {} numbers of vertices", self.graph.num_vertices()));
    }
    vertices.push_back(static_cast<Vertex>(number));
  }
  return vertices;
}

py::object names(const PyGraph& self, const Values<std::int64_t>& numbers) {
  return names_of(self.graph.names(), vertices_of(self, numbers));
}

std::shared_ptr<PyGraph> subgraph(const PyGraph& self, const Values<std::int64_t>& numbers) {
  const std::vector<Vertex> set = vertices_of(self, numbers);
  Graph part;
  {
    const py::gil_scoped_release release;
    part = induced_subgraph(self.graph, set);
  }
  return made_graph(std::move(part));
}

py::dict summary(const PyGraph& self) {
  GraphSummary facts;
  {
    const py::gil_scoped_release release;
    facts = summarise_graph(self.graph, core_numbers(self.graph));
  }
  py::dict dict;
  dict["components"] = facts.components;
  dict["max_degree"] = facts.max_degree;
  dict["average_degree"] = facts.average_degree;
  dict["degeneracy"] = facts.degeneracy;
  return dict;
}

/// Writes the graph and returns a description of the output in one line.
py::str write(const PyGraph& self, const std::filesystem::path& path, const std::string& format, bool force) {
  OutputReport report;
  {
    const py::gil_scoped_release release;
    WriteOptions options;
    options.format = format;
    options.overwrite = force ? Overwrite::yes : Overwrite::no;
    report = write_graph(self.graph, path.string(), options);
  }
  return text_of(report.summary());
}

}  // namespace

std::shared_ptr<PyGraph> made_graph(Graph graph, std::optional<std::uint64_t> pairs, std::uint64_t loops) {
  auto result = std::make_shared<PyGraph>();
  result->input.path = "<memory>";
  result->input.format = "arrays";
  result->input.vertices = graph.num_vertices();
  result->input.edges = graph.num_edges();
  result->input.edge_lines = pairs.value_or(graph.num_edges());
  result->input.self_loops_dropped = loops;
  result->input.duplicates_merged = result->input.edge_lines - loops - graph.num_edges();
  result->input.weighted = graph.weighted();
  result->input.signed_weights = graph.signed_weights();
  result->input.labels = graph.names().kind() == VertexNames::Kind::labels;
  result->input.declared_vertices = true;
  result->graph = std::move(graph);
  return result;
}

void add_graph(py::module_& module) {
  GraphClass graph(module, "Graph", "A simple undirected graph, immutable: its vertices are 0 ... n-1.");
  add_graph_makers(graph);
  const auto fact = [](auto member) {
    return [member](const PyGraph& self) { return (self.graph.*member)(); };
  };
  graph.def_property_readonly("n", fact(&Graph::num_vertices))
      .def_property_readonly("m", fact(&Graph::num_edges))
      .def_property_readonly("signed", fact(&Graph::signed_weights))
      .def_property_readonly("weighted", fact(&Graph::weighted))
      .def_property_readonly("integral", fact(&Graph::integral))
      .def_property_readonly("total_weight", fact(&Graph::total_weight))
      .def_property_readonly(
          "degrees", [](const PyGraph& self) { return by_vertex<std::int64_t>(self, &Graph::degree); })
      .def_property_readonly("strengths",
                             [](const PyGraph& self) { return by_vertex<double>(self, &Graph::strength); })
      .def_property_readonly("indptr", &indptr)
      .def_property_readonly("indices", &indices)
      .def_property_readonly("weights", &weights)
      .def_property_readonly("names_kind", &names_kind)
      .def_property_readonly("labels", &labels)
      .def("names", &names)
      .def("vertex", [](const PyGraph& self, std::string_view label) { return self.graph.vertex(label); })
      .def("vertex", [](const PyGraph& self, std::uint64_t id) { return self.graph.vertex(id); })
      .def("with_names", &with_names)
      .def("edges", &edges)
      .def("subgraph", &subgraph)
      .def("write", &write)
      .def("summary", &summary)
      .def("__eq__", &equal, py::is_operator());
}

}  // namespace lode::python
