#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/cores.hpp>

#include "call.hpp"
#include "graph.hpp"

namespace lode::python {

/// What is needed for a certificate of some sizes.
struct Proof {
  Graph graph;
  std::shared_ptr<const subgraph::BoundLedger> ledger;
  std::vector<Vertex> sizes;
  bool kept = false;
};

/// The certificate as JSON; `made` is told of it. Errors: InvalidArgument if the proof was not kept.
py::object certificate(const Proof& proof, int threads, std::shared_ptr<Cancel> cancel,
                       const std::function<void(const subgraph::BoundCertificate&)>& made = {});

/// The budget of several sizes. Errors: InvalidArgument for one that is none.
std::optional<double> time_of_all(const std::optional<double>& time, std::size_t sizes);

/// What a graph is the core of: as its file declares, or as the caller says.
/// Errors: InvalidArgument where these are different.
std::optional<CoreOrigin> declared_core(const PyGraph& graph, const std::optional<double>& core_of);

}  // namespace lode::python
