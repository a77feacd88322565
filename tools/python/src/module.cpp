// The module lode._core.

#include <algorithm>
#include <string>

#include <pybind11/pybind11.h>

#include <lode/core/version.hpp>

#include "bindings.hpp"

namespace {

/// Replaces pickle protocols 0 and 1 by protocol 2, which raises TypeError for a class without state. In the
/// older protocols, object.__reduce_ex__ makes an instance of pybind11's base class, which ends the process.
void mend_old_pickle_protocols(const pybind11::module_& module) {
  namespace py = pybind11;
  const py::object reduce = py::module_::import("builtins").attr("object").attr("__reduce_ex__");
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr()) ||
        py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr())) == nullptr) {
      continue;
    }
    value.attr("__reduce_ex__") = py::cpp_function(
        [reduce](const py::object& self, int protocol) { return reduce(self, std::max(protocol, 2)); },
        py::name("__reduce_ex__"), py::is_method(value), py::arg("protocol"));
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using namespace lode::python;
  if (const std::string_view missing = lode::missing_instructions(); !missing.empty()) {
    throw py::import_error("this build of lode needs a processor with " + std::string(missing));
  }
  module.doc() = "The C++ library, call for call. Private: the package lode is what programs use.";
  module.attr("__version__") = std::string(lode::version());
  translate_errors();
  add_calls(module);
  add_graph(module);
  add_readers(module);
  add_find(module);
  add_structure(module);
  add_studies(module);
  add_least_squares(module);
  mend_old_pickle_protocols(module);
}
