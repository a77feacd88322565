// The methods and their settings, as the JSON of the tool.

#include <lode/bounds/bounds.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {

void add_methods(py::module_& module) {
  module.def(
      "methods",
      [] {
        const auto rows = subgraph::methods();
        return py::make_tuple(text_of(methods_json(rows, {})),
                              text_of(options_json("methods", options_of(rows))));
      },
      "Methods for graphs, and their settings.");
  module.def(
      "lsq_methods",
      [] {
        const auto rows = least_squares::methods();
        return py::make_tuple(text_of(least_squares_methods_json(rows)),
                              text_of(options_json("lsq methods", options_of(rows))));
      },
      "Methods for least squares, and their settings.");
}

}  // namespace lode::python
