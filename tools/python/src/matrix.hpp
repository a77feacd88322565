#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::python {

/// What Matrix is in Python.
struct PyMatrix {
  least_squares::Matrix matrix;
  bool shared = false;  ///< the values are the caller's
};

}  // namespace lode::python
