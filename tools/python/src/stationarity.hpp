#pragma once

#include <cstdint>
#include <string>

#include <pybind11/pybind11.h>

#include <lode/subgraph/problem.hpp>

namespace lode::python {

/// Adds Stationarity to the module: StationarityReport of graphs, which least squares uses, too.
void add_stationarity(pybind11::module_& module);

}  // namespace lode::python
