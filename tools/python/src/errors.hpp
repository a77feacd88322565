#pragma once

#include <pybind11/pybind11.h>

// Exceptions of lode as Python sees them.

namespace lode::python {

namespace py = pybind11;

/// Adds LodeError, InvalidArgument, InputError, VerificationError and Interrupted to the module, and has
/// every exception of lode turned into one of them.
void add_errors(py::module_& module);

/// A call was stopped before it had anything to return; becomes Interrupted.
class StoppedEarly : public std::exception {
 public:
  explicit StoppedEarly(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace lode::python
