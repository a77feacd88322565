// The class Graph: what it tells.

#include "graph.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/problem.hpp>

#include "arrays.hpp"

namespace lode::python {
namespace {

Vertex checked_vertex(const PyGraph& self, const py::object& v) {
  const std::uint64_t vertex = whole_number(v, "vertex", no_vertex);
  if (vertex < self.graph.num_vertices()) return static_cast<Vertex>(vertex);
  throw InvalidArgument("vertex", std::to_string(vertex),
                        fmt::format("is not below the number of vertices, {}", self.graph.num_vertices()));
}

// --- arrays ---------------------------------------------------------------------------------------------

py::object handle_of(const PyGraph& self) { return py::cast(&self, py::return_value_policy::reference); }

/// Vertices as SciPy has them: int32, which are the same bits below 2^31.
py::array vertex_view(std::span<const Vertex> vertices, Vertex n, const py::object& base) {
  if (n < (Vertex{1} << 31)) {
    return read_only_view(reinterpret_cast<const std::int32_t*>(vertices.data()), vertices.size(), base);
  }
  return read_only_view(vertices.data(), vertices.size(), base);
}

py::array indptr(const PyGraph& self) {
  const auto offsets = self.graph.offsets();
  return read_only_view(reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size(),
                        handle_of(self));
}

py::array indices(const PyGraph& self) {
  return vertex_view(self.graph.targets(), self.graph.num_vertices(), handle_of(self));
}

py::object weights(const PyGraph& self) {
  if (!self.graph.weighted()) return py::none();
  const auto values = self.graph.weights();
  return read_only_view(values.data(), values.size(), handle_of(self));
}

py::array neighbors(const PyGraph& self, const py::object& v) {
  return vertex_view(self.graph.neighbors(checked_vertex(self, v)), self.graph.num_vertices(),
                     handle_of(self));
}

template <class T, class Value>
py::array_t<T> by_vertex(const PyGraph& self, const Value& value) {
  py::array_t<T> array(static_cast<py::ssize_t>(self.graph.num_vertices()));
  T* to = array.mutable_data();
  for (Vertex v = 0; v < self.graph.num_vertices(); ++v) *to++ = static_cast<T>(value(v));
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

py::object name(const PyGraph& self, const py::object& v) {
  const Vertex vertex = checked_vertex(self, v);
  const VertexNames& names = self.graph.names();
  if (names.kind() == VertexNames::Kind::labels) return text_of(names.label(vertex));
  return py::int_(names.id(vertex));
}

py::object names_of_some(const PyGraph& self, const py::object& object) {
  const std::vector<Vertex> vertices = vertices_of(object, "vertices");
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] >= self.graph.num_vertices()) {
      throw InvalidArgument(
          fmt::format("vertices[{}]", i), std::to_string(vertices[i]),
          fmt::format("is not below the number of vertices, {}", self.graph.num_vertices()));
    }
  }
  return names_of(self.graph.names(), vertices);
}

std::shared_ptr<PyGraph> with_names(const PyGraph& self, const py::object& given) {
  auto copy = std::make_shared<PyGraph>(self);
  copy->graph = self.graph.with_names(vertex_names(given, self.graph.num_vertices()));
  copy->report = py::dict(self.report.attr("copy")());
  return copy;
}

// --- parts and totals -----------------------------------------------------------------------------------

std::shared_ptr<PyGraph> subgraph(const PyGraph& self, const py::object& object) {
  const std::vector<Vertex> set = vertices_of(object, "vertices");
  Graph part;
  {
    const py::gil_scoped_release release;
    part = induced_subgraph(self.graph, set);
  }
  return make_graph(std::move(part), "subgraph");
}

py::tuple totals(const PyGraph& self, const py::object& object) {
  VertexSet set = vertices_of(object, "vertices");
  std::sort(set.begin(), set.end());
  subgraph::check_vertices(self.graph, set, "vertices");
  const subgraph::InducedTotals found = subgraph::induced_totals(self.graph, set);
  return py::make_tuple(found.edges, found.weight);
}

py::object edge_weight(const PyGraph& self, const py::object& u, const py::object& v) {
  const auto weight = self.graph.edge_weight(checked_vertex(self, u), checked_vertex(self, v));
  return weight ? py::object(py::float_(*weight)) : py::none();
}

py::dict summary(const PyGraph& self) {
  GraphSummary facts;
  {
    const py::gil_scoped_release release;
    facts = summarise_graph(self.graph, core_numbers(self.graph));
  }
  py::dict dict;
  dict["vertices"] = facts.vertices;
  dict["edges"] = facts.edges;
  dict["total_weight"] = facts.total_weight;
  dict["weighted"] = facts.weighted;
  dict["components"] = facts.components;
  dict["largest_component"] = facts.largest_component;
  dict["isolated"] = facts.isolated;
  dict["max_degree"] = facts.max_degree;
  dict["average_degree"] = facts.average_degree;
  dict["degeneracy"] = facts.degeneracy;
  return dict;
}

py::dict write(const PyGraph& self, const std::filesystem::path& path, const std::string& format,
               bool force) {
  OutputReport report;
  {
    const py::gil_scoped_release release;
    WriteOptions options;
    options.format = format;
    options.overwrite = force ? Overwrite::yes : Overwrite::no;
    report = write_graph(self.graph, path.string(), options);
  }
  py::dict dict;
  dict["path"] = text_of(report.path);
  dict["format"] = report.format;
  dict["bytes"] = report.bytes;
  dict["lost"] = report.lost;
  dict["hints"] = report.hints;
  dict["summary"] = text_of(report.summary());
  return dict;
}

// --- copies ---------------------------------------------------------------------------------------------

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

py::tuple state(const PyGraph& self) {
  return py::make_tuple(indptr(self), indices(self), weights(self), labels(self), self.report);
}

std::shared_ptr<PyGraph> restored(const py::tuple& state) {
  if (state.size() != 5) throw InvalidArgument("state of a graph", "of another length", "cannot be read");
  const py::object from_csr = py::type::of<PyGraph>().attr("from_csr");
  auto graph =
      from_csr(state[0], state[1], state[2], py::arg("labels") = state[3]).cast<std::shared_ptr<PyGraph>>();
  graph->report = py::dict(state[4]);
  graph->shared.clear();
  return graph;
}

}  // namespace

std::shared_ptr<PyGraph> make_graph(Graph graph, const char* source, py::dict more) {
  auto result = std::make_shared<PyGraph>();
  result->input.path = "<memory>";
  result->input.format = "arrays";
  result->input.vertices = graph.num_vertices();
  result->input.edges = graph.num_edges();
  result->input.edge_lines = graph.num_edges();
  result->input.weighted = graph.weighted();
  result->input.labels = graph.names().kind() == VertexNames::Kind::labels;
  result->input.declared_vertices = true;
  if (more.contains("self_loops_dropped")) {
    result->input.edge_lines = more["pairs"].cast<std::uint64_t>();
    result->input.self_loops_dropped = more["self_loops_dropped"].cast<std::uint64_t>();
    result->input.duplicates_merged = more["merged"].cast<std::uint64_t>();
  }
  result->graph = std::move(graph);
  result->report = std::move(more);
  result->report["source"] = source;
  result->report["summary"] =
      fmt::format("{}: {} vertices, {} edges{}", source, result->graph.num_vertices(),
                  result->graph.num_edges(), result->graph.weighted() ? ", weighted" : "");
  return result;
}

void add_graph(py::module_& module) {
  GraphClass graph(module, "Graph",
                   "A simple undirected graph, immutable: its vertices are 0 ... n-1. Made by from_csr, "
                   "from_edges, from_dense, read and generate.");
  add_graph_makers(graph);
  add_graph_lookups(graph);
  graph.def_property_readonly("n", [](const PyGraph& self) { return self.graph.num_vertices(); })
      .def_property_readonly("m", [](const PyGraph& self) { return self.graph.num_edges(); })
      .def_property_readonly("weighted", [](const PyGraph& self) { return self.graph.weighted(); })
      .def_property_readonly("integral", [](const PyGraph& self) { return self.graph.integral(); })
      .def_property_readonly("total_weight", [](const PyGraph& self) { return self.graph.total_weight(); })
      .def_property_readonly("max_degree", [](const PyGraph& self) { return self.graph.max_degree(); })
      .def_property_readonly("degrees",
                             [](const PyGraph& self) {
                               return by_vertex<std::int64_t>(self,
                                                              [&](Vertex v) { return self.graph.degree(v); });
                             })
      .def_property_readonly("strengths",
                             [](const PyGraph& self) {
                               return by_vertex<double>(self,
                                                        [&](Vertex v) { return self.graph.strength(v); });
                             })
      .def_property_readonly("indptr", &indptr)
      .def_property_readonly("indices", &indices)
      .def_property_readonly("weights", &weights)
      .def_property_readonly("names_kind", &names_kind)
      .def_property_readonly("labels", &labels)
      .def_property_readonly("report",
                             [](const PyGraph& self) { return py::dict(self.report.attr("copy")()); })
      .def_property_readonly("shared",
                             [](const PyGraph& self) { return py::frozenset(py::cast(self.shared)); })
      .def("name", &name, py::arg("v"))
      .def("names", &names_of_some, py::arg("vertices"))
      .def("with_names", &with_names, py::arg("labels").none(true))
      .def("neighbors", &neighbors, py::arg("v"))
      .def("edge_weight", &edge_weight, py::arg("u"), py::arg("v"))
      .def("edges", &edges)
      .def("subgraph", &subgraph, py::arg("vertices"))
      .def("totals", &totals, py::arg("vertices"))
      .def("write", &write, py::arg("path"), py::kw_only(), py::arg("format") = "", py::arg("force") = false)
      .def("summary", &summary)
      .def("__len__", [](const PyGraph& self) { return self.graph.num_vertices(); })
      .def(
          "__eq__", [](const PyGraph& a, const PyGraph& b) { return equal(a, b); }, py::is_operator())
      .def("__hash__",
           [](const PyGraph& self) {
             return py::hash(py::make_tuple(self.graph.num_vertices(), self.graph.num_edges(),
                                            self.graph.total_weight()));
           })
      .def("__repr__",
           [](const PyGraph& self) {
             return fmt::format("<lode._core.Graph: {} vertices, {} edges{}>", self.graph.num_vertices(),
                                self.graph.num_edges(), self.graph.weighted() ? ", weighted" : "");
           })
      .def(py::pickle(&state, &restored));
}

}  // namespace lode::python
