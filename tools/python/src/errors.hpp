#pragma once

#include <stdexcept>

#include <pybind11/pybind11.h>

namespace lode::python {

namespace py = pybind11;

/// Work that was stopped by its caller before it had anything to return: Interrupted in Python.
class StoppedEarly : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Errors of the library become those of the module lode.errors, in the words of Python.
void translate_errors();

}  // namespace lode::python
