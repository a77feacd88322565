// The class Graph: graphs of Python arrays, their arrays, names and parts.

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>
#include <unistd.h>

#include <lode/graph/arithmetic.hpp>
#include <lode/io/write_graph.hpp>

#include "bindings.hpp"

namespace lode::python {

std::shared_ptr<const void> owner_of(py::object object) {
  PyObject* const raw = object.release().ptr();
  return {static_cast<const void*>(raw), [raw](const void*) {
            if (!Py_IsInitialized()) return;
            const py::gil_scoped_acquire gil;
            Py_DECREF(raw);
          }};
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

py::object names_of(const VertexNames& names, std::span<const Vertex> vertices) {
  if (names.kind() == VertexNames::Kind::numbers) return vertex_array(vertices);
  if (names.kind() == VertexNames::Kind::ids) {
    std::vector<std::uint64_t> ids;
    for (const Vertex v : vertices) ids.push_back(names.id(v));
    return new_array<std::uint64_t>(ids);
  }
  py::list list(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) list[i] = text_of(names.label(vertices[i]));
  return list;
}

py::object all_names(const VertexNames& names, Vertex n) {
  std::vector<Vertex> all(n);
  std::iota(all.begin(), all.end(), Vertex{0});
  return names_of(names, all);
}

MergeRule merge_rule(const std::string& word) {
  static const std::map<std::string, MergeRule> rules = {
      {"error", MergeRule::error}, {"sum", MergeRule::sum}, {"max", MergeRule::max}, {"min", MergeRule::min}};
  return rules.at(word);
}

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

namespace {

// --- making ---------------------------------------------------------------------------------------------

std::shared_ptr<PyGraph> from_csr(const Values<std::uint64_t>& indptr, const Values<std::uint32_t>& indices,
                                  const std::optional<Values<double>>& data, const std::string& assume,
                                  bool with_signs) {
  CsrArrays arrays{span_of(indptr), span_of(indices), {}, owner_of(py::make_tuple(indptr, indices, data))};
  if (data) {
    arrays.weights = span_of(*data);
    if (data->size() != indices.size()) {
      throw InvalidArgument("length of data", std::to_string(data->size()),
                            fmt::format("must be that of indices, {}", indices.size()));
    }
  }
  Graph graph;
  {
    const py::gil_scoped_release release;
    graph = Graph::from_csr(std::move(arrays), {}, assume == "symmetric" ? CsrCheck::ranges : CsrCheck::full,
                            signs_of(with_signs));
  }
  return made_graph(std::move(graph));
}

using Numbers = std::span<const std::uint64_t>;

/// Number of loops, and of distinct other pairs. `edges` of them are edges of the graph.
std::pair<std::uint64_t, std::uint64_t> counted(Numbers u, Numbers v, EdgeCount edges) {
  std::vector<IdPair> pairs;
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] != v[i]) pairs.emplace_back(u[i], v[i]);
  }
  const std::uint64_t loops = u.size() - pairs.size();
  if (pairs.size() > edges) {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
  return {loops, pairs.size()};
}

Graph from_numbers(Numbers u, Numbers v, std::optional<std::span<const Weight>> weights, Vertex n,
                   MergeRule merge, WeightSigns signs, const RunContext& run) {
  const auto end = [n](const char* name, Numbers ends, std::size_t i) {
    if (ends[i] < n) return static_cast<Vertex>(ends[i]);
    throw InvalidArgument(fmt::format("{}[{}]", name, i), std::to_string(ends[i]),
                          fmt::format("is not below n = {}", n));
  };
  std::vector<WeightedEdge> arcs;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const Vertex a = end("u", u, i), b = end("v", v, i);
    if (weights) {
      arcs.push_back({a, b, (*weights)[i]});
    } else {
      edges.push_back({a, b});
    }
  }
  if (weights) return Graph::from_arcs(arcs, n, merge, run, signs);
  return Graph::from_edges(edges, n, run);
}

/// A graph of numbers below n, or without n, of ids. Returns it with the numbers of loops and of distinct
/// other pairs.
py::object from_edges(const Values<std::uint64_t>& u, const Values<std::uint64_t>& v,
                      const std::optional<Values<double>>& w, std::optional<Vertex> n,
                      const std::string& merge, bool with_signs, int threads) {
  const Numbers from = span_of(u), to = span_of(v);
  const auto weights = w ? std::optional(span_of(*w)) : std::nullopt;
  const MergeRule rule = merge_rule(merge);
  const WeightSigns signs = signs_of(with_signs);
  if (n) check_vertex_memory(*n, "n", "number the vertices that occur: leave n out");
  const auto make = [&](const RunContext& run) {
    if (n) return from_numbers(from, to, weights, *n, rule, signs, run);
    std::vector<IdPair> pairs(from.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {from[i], to[i]};
    return Graph::from_ids(pairs, weights.value_or(std::span<const Weight>{}), rule, run, signs);
  };
  using namespace py::literals;
  return Call(py::dict("threads"_a = threads))(
      [&](const RunContext& run) {
        Graph graph = make(run);
        const auto counts = counted(from, to, graph.num_edges());
        return std::pair(std::move(graph), counts);
      },
      [&](auto made) {
        const auto [loops, distinct] = made.second;
        return py::make_tuple(made_graph(std::move(made.first), from.size(), loops), loops, distinct);
      });
}

std::shared_ptr<PyGraph> combine(const PyGraph& first, const PyGraph& second, const std::string& operation) {
  static const std::map<std::string, GraphOperation> operations = {
      {"minus", GraphOperation::minus},
      {"union", GraphOperation::united},
      {"intersection", GraphOperation::intersected}};
  return made_graph(combined(first.graph, second.graph, operations.at(operation), RunContext()).graph);
}

// --- arrays ---------------------------------------------------------------------------------------------

/// A read-only array of values that the graph keeps alive.
template <class T, class Stored>
py::array view_of(const PyGraph& self, std::span<const Stored> values) {
  return read_only(py::array_t<T>(static_cast<py::ssize_t>(values.size()),
                                  reinterpret_cast<const T*>(values.data()),
                                  py::cast(&self, py::return_value_policy::reference)));
}

/// Indices for SciPy: int32, with the same bits below 2^31.
py::array indices(const PyGraph& self) {
  return self.graph.num_vertices() < (Vertex{1} << 31) ? view_of<std::int32_t>(self, self.graph.targets())
                                                       : view_of<Vertex>(self, self.graph.targets());
}

// --- names ----------------------------------------------------------------------------------------------

const char* names_kind(const PyGraph& self) {
  const auto kind = self.graph.names().kind();
  return kind == VertexNames::Kind::ids ? "ids" : kind == VertexNames::Kind::labels ? "labels" : "numbers";
}

VertexNames vertex_names(const py::object& labels) {
  if (labels.is_none()) return {};
  if (py::isinstance<py::array>(labels)) {
    const auto ids = span_of(labels.cast<Values<std::uint64_t>>());
    return VertexNames::from_ids(std::vector<std::uint64_t>(ids.begin(), ids.end()));
  }
  return VertexNames::from_labels(labels.cast<std::vector<std::string>>());
}

/// None: labels are the vertex numbers.
py::object labels(const PyGraph& self) {
  const VertexNames& names = self.graph.names();
  return names.kind() == VertexNames::Kind::numbers ? py::none()
                                                    : all_names(names, self.graph.num_vertices());
}

std::shared_ptr<PyGraph> with_names(const PyGraph& self, const py::object& given) {
  auto copy = std::make_shared<PyGraph>(self);
  copy->graph = self.graph.with_names(vertex_names(given));
  return copy;
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
  return made_graph(induced_subgraph(self.graph, vertices_of(self, numbers)));
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

void add_graph(py::module_& module) {
  py::class_<PyGraph, std::shared_ptr<PyGraph>> graph(module, "Graph");
  const auto fact = [](auto member) {
    return [member](const PyGraph& self) { return (self.graph.*member)(); };
  };
  using namespace py::literals;
  graph
      .def_static("from_csr", &from_csr, "indptr"_a.noconvert(), "indices"_a.noconvert(),
                  "data"_a.noconvert(), "assume"_a, "signed"_a)
      .def_static("from_edges", &from_edges)
      .def("combined", &combine, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("n", fact(&Graph::num_vertices))
      .def_property_readonly("m", fact(&Graph::num_edges))
      .def_property_readonly("signed", fact(&Graph::signed_weights))
      .def_property_readonly("weighted", fact(&Graph::weighted))
      .def_property_readonly("integral", fact(&Graph::integral))
      .def_property_readonly("total_weight", fact(&Graph::total_weight))
      .def_property_readonly(
          "indptr", [](const PyGraph& self) { return view_of<std::int64_t>(self, self.graph.offsets()); })
      .def_property_readonly("indices", &indices)
      .def_property_readonly("weights",
                             [](const PyGraph& self) -> std::optional<py::array> {
                               if (!self.graph.weighted()) return std::nullopt;
                               return view_of<double>(self, self.graph.weights());
                             })
      .def_property_readonly("names_kind", &names_kind)
      .def_property_readonly("labels", &labels)
      .def("names", &names)
      .def("vertex", [](const PyGraph& self, std::string_view label) { return self.graph.vertex(label); })
      .def("vertex", [](const PyGraph& self, std::uint64_t id) { return self.graph.vertex(id); })
      .def("with_names", &with_names)
      .def("subgraph", &subgraph, py::call_guard<py::gil_scoped_release>())
      .def("write", &write);
}

}  // namespace lode::python
