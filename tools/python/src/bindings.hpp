#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/cores.hpp>
#include <lode/subgraph/problem.hpp>

#include "call.hpp"
#include "graph.hpp"

// Functions that add the contents of this folder to the module lode._core, and their common parts.

namespace lode::python {

void add_readers(py::module_& module);
void add_methods(py::module_& module);
void add_find(py::module_& module);
void add_bounds(py::module_& module);
void add_structure(py::module_& module);
void add_directed(py::module_& module);
void add_sides(py::module_& module);
void add_verification(py::module_& module);
void add_studies(py::module_& module);
void add_least_squares(py::module_& module);

/// The data for a certificate of some sizes.
struct Proof {
  Graph graph;
  std::shared_ptr<const subgraph::BoundLedger> ledger;  ///< null: proofs were not kept
  std::vector<Vertex> sizes;
  bool minimised = false;  ///< as BoundCertificate::minimised
};

/// The certificate as JSON; `made` is called with it.
py::object certificate(const Proof& proof, const How& how,
                       const std::function<void(const subgraph::BoundCertificate&)>& made = {});

/// "degree", "random" or "peeling".
subgraph::StartKind start_of(std::string_view word);

/// The declared larger graph of a core, from the file or the caller. Errors: InvalidArgument if they differ.
std::optional<CoreOrigin> declared_core(const PyGraph& graph, const std::optional<double>& core_of);

}  // namespace lode::python
