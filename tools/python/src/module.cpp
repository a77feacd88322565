// The module lode._core.

#include <string>

#include <pybind11/pybind11.h>

#include <lode/core/version.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "errors.hpp"
#include "graph.hpp"
#include "settings.hpp"
#include "stationarity.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace lode::python;
  if (const std::string_view missing = lode::missing_instructions(); !missing.empty()) {
    throw py::import_error("this build of lode needs a processor with " + std::string(missing));
  }
  module.doc() = "The C++ library, call for call. Private: the package lode is what programs use.";
  module.attr("__version__") = std::string(lode::version());
  module.def("compiler", &lode::compiler);
  module.def("architecture", &lode::architecture);
  module.def("processor_name", &lode::processor_name);
  module.def("missing_instructions", &lode::missing_instructions);
  add_errors(module);
  register_trace_rows();
  add_calls(module);
  add_graph(module);
  add_readers(module);
  add_methods(module);
  add_stationarity(module);
  add_find(module);
  add_structure(module);
  add_verification(module);
  add_studies(module);
  add_matrix(module);
  add_least_squares(module);
}
