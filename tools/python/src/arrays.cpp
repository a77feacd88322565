#include "arrays.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "graph.hpp"

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

void reject_word(const char* what, std::string_view word, const std::vector<std::string_view>& known) {
  std::string words;
  for (std::size_t i = 0; i < known.size(); ++i) {
    words += fmt::format("{}{}", i == 0 ? "" : i + 1 == known.size() ? " or " : ", ", known[i]);
  }
  throw InvalidArgument(what, std::string(word), "is not known", "use " + words);
}

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
