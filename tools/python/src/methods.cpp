// What methods and bounds there are, and the settings of methods.

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/subgraph/registry.hpp>

#include "settings.hpp"

namespace lode::python {
namespace {

struct MethodInfo {
  std::string name;
  std::string summary;
  std::string guarantee;
  std::string cost;
  std::string source;
  std::vector<std::string_view> presets;
  std::vector<OptionInfo> options;
  bool uses_start = false;
  bool monotone = false;
  std::string objective = {};
  bool weights = false;
  bool include = false;
  bool connected = false;
  bool exhaustive = false;
  std::vector<std::string_view> constraints = {};
  bool logistic = false;
};

/// What rows of both registries have.
template <class Row>
MethodInfo info_of(const Row& row) {
  return {std::string(row.name), std::string(row.summary), std::string(row.guarantee),
          std::string(row.cost), std::string(row.source),  row.presets,
          row.options,           row.uses_start,           row.monotone};
}

std::vector<MethodInfo> graph_methods() {
  std::vector<MethodInfo> all;
  for (const subgraph::MethodRow& row : subgraph::methods()) {
    MethodInfo info = info_of(row);
    info.objective = row.objective;
    info.weights = row.weights;
    info.include = row.anchors;
    info.connected = row.connected;
    info.exhaustive = row.exhaustive;
    all.push_back(std::move(info));
  }
  return all;
}

std::vector<MethodInfo> least_squares_methods() {
  std::vector<MethodInfo> all;
  for (const least_squares::MethodRow& row : least_squares::methods()) {
    MethodInfo info = info_of(row);
    for (const auto kind : row.constraints) info.constraints.push_back(to_string(kind));
    info.logistic = row.logistic;
    all.push_back(std::move(info));
  }
  return all;
}

const char* kind_word(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer:
      return "integer";
    case OptionKind::number:
      return "number";
    case OptionKind::word:
      return "word";
    case OptionKind::form:
      break;
  }
  return "form";
}

/// A number as a setting is written.
std::string written(const py::handle& value, const std::string& name) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  if (PyIndex_Check(value.ptr()) != 0) {
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) throw py::error_already_set();
    return py::str(number).cast<std::string>();
  }
  if (PyFloat_Check(value.ptr()) != 0 || py::hasattr(value, "__float__")) {
    const double number = py::float_(py::reinterpret_borrow<py::object>(value)).cast<double>();
    return std::isfinite(number) ? format_exact(number) : fmt::format("{}", number);
  }
  throw py::type_error(fmt::format("setting {} must be text or a number", name));
}

}  // namespace

std::map<std::string, std::string, std::less<>> settings_of(const py::dict& settings) {
  std::map<std::string, std::string, std::less<>> all;
  for (const auto& [key, value] : settings) {
    if (!py::isinstance<py::str>(key)) throw py::type_error("names of settings must be text");
    std::string name = key.cast<std::string>();
    std::replace(name.begin(), name.end(), '_', '-');
    const std::string text = written(value, name);
    if (!all.emplace(name, text).second) throw InvalidArgument(name, text, "is given twice");
  }
  return all;
}

void add_methods(py::module_& module) {
  py::class_<OptionInfo>(module, "OptionInfo", "One option of a method.")
      .def_readonly("name", &OptionInfo::name)
      .def_readonly("meaning", &OptionInfo::meaning)
      .def_readonly("unit", &OptionInfo::unit)
      .def_property_readonly("kind", [](const OptionInfo& self) { return kind_word(self.kind); })
      .def_property_readonly("least", [](const OptionInfo& self) { return self.bounds.least; })
      .def_property_readonly("most", [](const OptionInfo& self) { return self.bounds.most; })
      .def_property_readonly("least_excluded",
                             [](const OptionInfo& self) { return self.bounds.least_excluded; })
      .def_property_readonly("most_excluded",
                             [](const OptionInfo& self) { return self.bounds.most_excluded; })
      .def_readonly("words", &OptionInfo::words)
      .def_readonly("range", &OptionInfo::range)
      .def_readonly("default", &OptionInfo::default_value)
      .def_readonly("other_defaults", &OptionInfo::other_defaults);
  py::class_<MethodInfo>(module, "MethodInfo", "One method.")
      .def_readonly("name", &MethodInfo::name)
      .def_readonly("summary", &MethodInfo::summary)
      .def_readonly("guarantee", &MethodInfo::guarantee)
      .def_readonly("cost", &MethodInfo::cost)
      .def_readonly("source", &MethodInfo::source)
      .def_readonly("presets", &MethodInfo::presets)
      .def_readonly("options", &MethodInfo::options)
      .def_readonly("uses_start", &MethodInfo::uses_start)
      .def_readonly("monotone", &MethodInfo::monotone)
      .def_readonly("objective", &MethodInfo::objective)
      .def_readonly("weights", &MethodInfo::weights)
      .def_readonly("include", &MethodInfo::include)
      .def_readonly("connected", &MethodInfo::connected)
      .def_readonly("exhaustive", &MethodInfo::exhaustive)
      .def_readonly("constraints", &MethodInfo::constraints)
      .def_readonly("logistic", &MethodInfo::logistic)
      .def("__repr__",
           [](const MethodInfo& self) { return fmt::format("<method {}: {}>", self.name, self.summary); });
  py::class_<subgraph::BoundRow>(module, "BoundInfo", "One kind of upper bound.")
      .def_readonly("name", &subgraph::BoundRow::name)
      .def_readonly("statement", &subgraph::BoundRow::statement)
      .def_readonly("cost", &subgraph::BoundRow::cost)
      .def_readonly("source", &subgraph::BoundRow::source)
      .def_readonly("cheap", &subgraph::BoundRow::cheap)
      .def_readonly("repeatable", &subgraph::BoundRow::repeatable);
  module.def("methods", &graph_methods, "Every method for graphs.");
  module.def("lsq_methods", &least_squares_methods, "Every method for least squares.");
  module.def(
      "bound_kinds",
      [] {
        const auto rows = subgraph::bound_rows();
        return std::vector<subgraph::BoundRow>(rows.begin(), rows.end());
      },
      "Every kind of upper bound.");
}

}  // namespace lode::python
