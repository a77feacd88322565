// Verification of claims and certificates.

#include <pybind11/stl.h>

#include <lode/bounds/certificate.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/verify.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

py::object verify(const PyGraph& graph, const VertexSet& vertices, std::optional<EdgeCount> edges,
                  std::optional<Weight> weight, const How& how) {
  Claim claim;
  claim.vertices = vertices;
  claim.edges = edges;
  claim.weight = weight;
  Call call(how);
  return call(
      [&](const RunContext& run) { return verify_claim(graph.graph, {}, claim, run); },
      [](const subgraph::InducedTotals& totals) { return py::make_tuple(totals.edges, totals.weight); });
}

/// Edges and weight of every answer of a document of `find`.
py::object verify_document(const PyGraph& graph, const std::vector<double>& values, const std::string& text,
                           const How& how) {
  const Graph& read = graph.graph;
  const GraphIdentity identity{read.num_vertices(), read.num_edges(), read.weighted(), ""};
  Call call(how);
  return call(
      [&](const RunContext& run) {
        const FindClaims claims = read_find_claims(std::span<const char>(text), read);
        return verify_find_claims(read, identity, graph.input.core_of, values, claims, run);
      },
      [](const std::vector<VerifiedTotals>& counted) {
        py::list list;
        for (const auto& totals : counted) list.append(py::make_tuple(totals.edges, totals.weight));
        return list;
      });
}

/// Tuples in the order of lode.CheckedBound, vertices by number.
py::object verify_certificate_text(const PyGraph& graph, const std::vector<double>& values,
                                   const std::string& text, bool trust_search, const How& how) {
  const SearchSteps searches = trust_search ? SearchSteps::trust : SearchSteps::refuse;
  Call call(how);
  return call(
      [&](const RunContext& run) {
        const subgraph::BoundCertificate certificate =
            subgraph::read_certificate(std::span<const char>(text), graph.graph);
        check_same_core(graph.graph, certificate.core_of, graph.input.core_of);
        return verify_certificate(graph.graph, values, certificate, searches, run);
      },
      [](const std::vector<subgraph::CheckedBound>& checked) {
        py::list list;
        for (const subgraph::CheckedBound& one : checked) {
          list.append(py::make_tuple(one.s, one.bound, one.value, one.unchecked, one.include, one.exclude,
                                     one.core_of, one.stated, one.minimised));
        }
        return list;
      });
}

/// Numbers in the order of lode.CheckedCliques, vertices by number.
py::object verify_cliques_text(const PyGraph& graph, const std::string& text, const How& how) {
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return check_clique_certificate(std::span<const char>(text), graph.graph, run);
      },
      [](const CheckedCliques& checked) {
        return py::make_tuple(checked.k, py::make_tuple(checked.bound.numerator, checked.bound.denominator),
                              vertex_array(checked.vertices), checked.cliques, checked.proven_optimal());
      });
}

}  // namespace

void add_verification(py::module_& module) {
  using namespace py::literals;
  module.def("verify", &verify, "Recounts a set. Returns the edges and the weight inside.", "graph"_a,
             "vertices"_a, "edges"_a, "weight"_a, "how"_a);
  module.def("verify_document", &verify_document,
             "Checks a JSON document of find. Returns the edges and the weight inside every set.", "graph"_a,
             "values"_a, "text"_a, "how"_a);
  module.def("verify_certificate", &verify_certificate_text, "Checks a certificate step by step.", "graph"_a,
             "values"_a, "text"_a, "trust_search"_a, "how"_a);
  module.def("verify_cliques", &verify_cliques_text, "Checks a certificate of cliques.", "graph"_a, "text"_a,
             "how"_a);
}

}  // namespace lode::python
