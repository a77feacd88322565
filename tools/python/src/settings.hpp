#pragma once

#include <map>
#include <string>

#include <pybind11/pybind11.h>

namespace lode::python {

namespace py = pybind11;

/// Settings of a method as the library takes them, by name with '-': text as it is, numbers and bools written
/// out. Errors: TypeError for another value.
std::map<std::string, std::string, std::less<>> settings_of(const py::dict& settings);

void add_methods(py::module_& module);
void add_find(py::module_& module);
void add_bounds(py::module_& module);
void add_structure(py::module_& module);
void add_verification(py::module_& module);
void add_studies(py::module_& module);
void add_matrix(py::module_& module);
void add_least_squares(py::module_& module);

}  // namespace lode::python
