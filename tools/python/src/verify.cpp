// Claims and certificates, checked afresh.

#include <pybind11/stl.h>

#include <lode/bounds/certificate.hpp>
#include <lode/bounds/clique_certificate.hpp>
#include <lode/bounds/verification.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/verify.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// What is claimed of a set, by name; a name left out is not checked.
subgraph::Claim claim_of(const py::dict& given) {
  subgraph::Claim claim;
  const auto take = [&](const char* name, auto& part) {
    if (given.contains(name)) part = given[name].cast<std::remove_reference_t<decltype(part)>>();
  };
  take("vertices", claim.vertices);
  take("s", claim.s);
  take("edges", claim.edges);
  take("weight", claim.weight);
  take("value", claim.value);
  take("objective", claim.objective);
  take("edge_density", claim.edge_density);
  take("average_degree", claim.average_degree);
  take("upper_bound", claim.upper_bound);
  take("lower_bound", claim.lower_bound);
  take("bound", claim.bound);
  take("gap", claim.gap);
  take("proven_optimal", claim.proven_optimal);
  take("include", claim.include);
  take("exclude", claim.exclude);
  take("connected", claim.connected);
  if (!claim.bound.empty()) check_bound_name(claim.bound);
  return claim;
}

py::object verify(const PyGraph& graph, const std::vector<double>& values, const py::dict& given,
                  const How& how) {
  const subgraph::Claim claim = claim_of(given);
  Call call(how);
  return call(
      [&](const RunContext& run) { return subgraph::verify_claim(graph.graph, values, claim, run); },
      [](const subgraph::InducedTotals& totals) { return py::make_tuple(totals.edges, totals.weight); });
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

/// Numbers in the order of lode.CheckedCliques, vertices by number. None for a certificate of another kind.
py::object verify_cliques_text(const PyGraph& graph, const std::string& text, const How& how) {
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return check_clique_certificate(std::span<const char>(text), graph.graph, run);
      },
      [](const std::optional<CheckedCliques>& checked) -> py::object {
        if (!checked) return py::none();
        return py::make_tuple(checked->k,
                              py::make_tuple(checked->bound.numerator, checked->bound.denominator),
                              vertex_array(checked->vertices), checked->cliques, checked->proven_optimal());
      });
}

}  // namespace

void add_verification(py::module_& module) {
  using namespace py::literals;
  module.def("verify", &verify,
             "Recounts a set and checks every part of a claim. Returns edges and weight inside.", "graph"_a,
             "values"_a, "claim"_a, "how"_a);
  module.def("verify_certificate", &verify_certificate_text, "Checks a certificate step by step.", "graph"_a,
             "values"_a, "text"_a, "trust_search"_a, "how"_a);
  module.def("verify_cliques", &verify_cliques_text, "Checks a certificate of cliques.", "graph"_a, "text"_a,
             "how"_a);
}

}  // namespace lode::python
