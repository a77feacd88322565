// Names of vertices, both ways: for graphs to come, and looked up in those there are.

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "arrays.hpp"
#include "graph.hpp"

namespace lode::python {
namespace {

/// Throws what stands in the way of writing a str as UTF-8.
[[noreturn]] void reject_text(PyObject* object, const char* what, std::size_t place) {
  if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  const py::object shown = py::reinterpret_steal<py::object>(PyObject_ASCII(object));
  if (!shown) throw py::error_already_set();
  throw InvalidArgument(fmt::format("{}[{}]", what, place), shown.cast<std::string>(),
                        "holds half of a surrogate pair, which is no character",
                        "replace it: text.encode('utf-8', 'replace').decode()");
}

void add_string(Strings& strings, PyObject* object, const char* what, std::size_t place) {
  Py_ssize_t length = 0;
  const char* text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &length) : nullptr;
  if (text == nullptr) {
    if (PyErr_Occurred() != nullptr) reject_text(object, what, place);
    throw py::type_error(fmt::format("{}[{}] must be a str, not {}", what, place,
                                     py::str(py::type::handle_of(object)).cast<std::string>()));
  }
  strings.characters.append(text, static_cast<std::size_t>(length));
  strings.begin.push_back(strings.characters.size());
}

template <class Key>
void check_different(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice != keys.end()) throw InvalidArgument("labels", fmt::format("{}", *twice), "is given twice");
}

py::object vertex(const PyGraph& self, const py::object& called) {
  std::optional<Vertex> found;
  if (py::isinstance<py::str>(called)) {
    Py_ssize_t length = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(called.ptr(), &length);
    if (text == nullptr) {
      PyErr_Clear();  // half of a surrogate pair: no label holds one
    } else if (self.graph.names().kind() == VertexNames::Kind::labels) {
      found = self.graph.vertex(std::string_view(text, static_cast<std::size_t>(length)));
    }
  } else if (self.graph.names().kind() != VertexNames::Kind::labels) {
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(called.ptr()));
    if (!index) throw py::error_already_set();
    const std::uint64_t id = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
    } else {
      found = self.graph.vertex(id);
    }
  }
  return found ? py::object(py::int_(*found)) : py::none();
}

/// Names looked up one by one, where a table of all would cost more.
constexpr std::size_t few_names = 8;

/// Vertices by name, through a table where there are many names to look up.
template <class Name, class NameOf, class Fail>
std::vector<Vertex> find_all(const Graph& graph, const std::vector<Name>& wanted, const NameOf& name_of,
                             const Fail& fail) {
  std::vector<Vertex> found;
  std::unordered_map<Name, Vertex> table;
  if (wanted.size() > few_names) {
    table.reserve(graph.num_vertices());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) table.emplace(name_of(v), v);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::optional<Vertex> v;
    if (wanted.size() <= few_names) {
      v = graph.vertex(wanted[i]);
    } else if (const auto at = table.find(wanted[i]); at != table.end()) {
      v = at->second;
    }
    if (!v) fail(wanted[i]);
    found.push_back(*v);
  }
  return found;
}

py::array vertices(const PyGraph& self, const py::object& names) {
  const Graph& graph = self.graph;
  if (graph.names().kind() == VertexNames::Kind::labels) {
    const Strings strings = strings_of(names, "names");
    std::vector<std::string_view> wanted;
    for (std::size_t i = 0; i < strings.size(); ++i) wanted.push_back(strings.at(i));
    return vertex_array(find_all(
        graph, wanted, [&](Vertex v) { return graph.names().label(v); },
        [](std::string_view label) {
          throw InvalidArgument("names", std::string(label), "is not a label of the graph");
        }));
  }
  const Integers given = integers_of(names, "names");
  LentIntegers lent;
  std::vector<std::uint64_t> wanted;
  std::visit(
      [&](auto values) {
        const auto wide = lent.as_wide("names", values);
        wanted.assign(wide.begin(), wide.end());
      },
      given.values);
  const auto fail = [&](std::uint64_t id) {
    throw InvalidArgument(
        "names", std::to_string(id), "is not a vertex of the graph",
        graph.num_vertices() == 0
            ? "it has none"
            : fmt::format("the nearest id is {}", graph.names().nearest_id(id, graph.num_vertices())));
  };
  if (graph.names().kind() == VertexNames::Kind::ids) {
    return vertex_array(find_all(
        graph, wanted, [&](Vertex v) { return graph.names().id(v); }, fail));
  }
  std::vector<Vertex> found;
  for (const std::uint64_t number : wanted) {
    if (number >= graph.num_vertices()) fail(number);
    found.push_back(static_cast<Vertex>(number));
  }
  return vertex_array(found);
}

}  // namespace

bool holds_strings(const py::handle& object) {
  if (py::isinstance<py::array>(object)) {
    const char kind = py::reinterpret_borrow<py::array>(object).dtype().kind();
    return kind == 'U' || kind == 'S' || kind == 'O';
  }
  if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object)) return false;
  const auto sequence = py::reinterpret_borrow<py::sequence>(object);
  return sequence.size() > 0 && py::isinstance<py::str>(py::object(sequence[0]));
}

Strings strings_of(const py::handle& object, const char* what) {
  Strings strings;
  if (py::isinstance<py::str>(object)) throw py::type_error(fmt::format("{} must be several strings", what));
  py::object list = py::reinterpret_borrow<py::object>(object);
  if (py::isinstance<py::array>(object)) {
    if (py::reinterpret_borrow<py::array>(object).ndim() != 1) {
      throw InvalidArgument(what, "an array of another number of dimensions", "must have 1");
    }
    list = list.attr("tolist")();
  }
  const py::object fast = py::reinterpret_steal<py::object>(PySequence_Fast(list.ptr(), "must be strings"));
  if (!fast) throw py::error_already_set();
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr()));
  strings.begin.reserve(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    add_string(strings, PySequence_Fast_GET_ITEM(fast.ptr(), static_cast<Py_ssize_t>(i)), what, i);
  }
  return strings;
}

VertexNames vertex_names(const py::object& labels, Vertex n) {
  if (labels.is_none()) return {};
  const auto check_count = [&](std::size_t count) {
    if (count == n) return;
    throw InvalidArgument("number of labels", std::to_string(count),
                          fmt::format("must be the number of vertices, {}", n));
  };
  if (holds_strings(labels)) {
    auto strings = std::make_shared<const Strings>(strings_of(labels, "labels"));
    check_count(strings->size());
    std::vector<std::string_view> all;
    for (std::size_t i = 0; i < strings->size(); ++i) all.push_back(strings->at(i));
    check_different(std::move(all));
    return VertexNames::from_labels(strings->begin, strings->characters, strings);
  }
  const Integers given = integers_of(labels, "labels");
  check_count(given.size());
  LentIntegers lent;
  std::vector<std::uint64_t> ids;
  std::visit(
      [&](auto values) {
        const auto wide = lent.as_wide("labels", values);
        ids.assign(wide.begin(), wide.end());
      },
      given.values);
  check_different(ids);
  return VertexNames::from_ids(std::move(ids));
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

void add_graph_lookups(GraphClass& graph) {
  graph.def("vertex", &vertex, py::arg("name")).def("vertices", &vertices, py::arg("names"));
}

}  // namespace lode::python
