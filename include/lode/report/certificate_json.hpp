#pragma once

#include <string>

#include <lode/subgraph/bounds/certificate.hpp>

namespace lode {

/// A certificate as one JSON object, schema version 1. Vertices are numbers of the graph as lode reads it;
/// its size and weight are kept, so that another graph is noticed. Numbers round-trip.
std::string certificate_json(const Graph& graph, const BoundCertificate& certificate);

/// Reads what certificate_json wrote. Cores are induced afresh from `graph`.
///
/// Errors: InputError for what is no certificate, and for one of a graph of another size or weight.
BoundCertificate read_certificate(const std::string& path, const Graph& graph);

}  // namespace lode
