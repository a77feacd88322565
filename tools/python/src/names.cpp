// Conversions of vertex names from and to Python.

#include <pybind11/stl.h>

#include "arrays.hpp"
#include "graph.hpp"

namespace lode::python {
VertexNames vertex_names(const py::object& labels) {
  if (labels.is_none()) return {};
  if (py::isinstance<py::array>(labels)) {
    const auto ids = span_of(labels.cast<Values<std::uint64_t>>());
    return VertexNames::from_ids(std::vector<std::uint64_t>(ids.begin(), ids.end()));
  }
  return VertexNames::from_labels(labels.cast<std::vector<std::string>>());
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

}  // namespace lode::python
