// bounds: proven bounds on the heaviest sets of some sizes, and their certificates. The methods and their
// settings.

#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {

py::object certificate(const Proof& proof, const How& how,
                       const std::function<void(const subgraph::BoundCertificate&)>& made) {
  Call call(how);
  return call(
      [&](const RunContext& run) {
        subgraph::BoundCertificate certificate = subgraph::make_certificate(*proof.ledger, proof.sizes, run);
        certificate.minimised = proof.minimised;
        if (made) made(certificate);
        return subgraph::certificate_json(proof.graph, certificate);
      },
      [](const std::string& text) -> py::object { return text_of(text); });
}

std::optional<CoreOrigin> declared_core(const PyGraph& graph, const std::optional<double>& core_of) {
  const std::optional<CoreOrigin>& declared = graph.input.core_of;
  if (!core_of || (declared && declared->core == *core_of)) return declared;
  if (declared) {
    throw InvalidArgument("core_of", format_exact(*core_of),
                          fmt::format("the file is declared to be {}", core_origin_text(*declared)),
                          "leave it out");
  }
  return CoreOrigin{.core = *core_of};
}

namespace {

struct FoundBounds {
  std::vector<std::vector<py::tuple>> bounds;  ///< per size: name, s, value, seconds
  double seconds = 0.0;
  Proof proof;
};

py::object bounds_in_python(const PyGraph& graph, const std::vector<Vertex>& sizes,
                            std::vector<double> values, const std::string& effort,
                            std::optional<double> core_of, bool keep, const How& how) {
  const subgraph::Effort spent = subgraph::parse_effort(effort);
  const subgraph::SetFamily family{.values = std::move(values), .core_of = declared_core(graph, core_of)};
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return find_bounds(graph.graph, family, sizes, spent,
                           keep ? subgraph::Proofs::keep : subgraph::Proofs::drop, run);
      },
      [&](BoundsResult result) {
        FoundBounds found{{}, result.seconds, {graph.graph, result.ledger, sizes}};
        for (const auto& of_size : result.bounds) {
          auto& list = found.bounds.emplace_back();
          for (const subgraph::Bound& bound : of_size) {
            list.push_back(py::make_tuple(bound.name, bound.s, bound.value, bound.seconds));
          }
        }
        return py::cast(std::move(found));
      });
}

}  // namespace

void add_bounds(py::module_& module) {
  py::class_<FoundBounds>(module, "FoundBounds", "Upper bounds for some sizes.")
      .def_readonly("bounds", &FoundBounds::bounds)
      .def_readonly("seconds", &FoundBounds::seconds)
      .def(
          "certificate", [](const FoundBounds& self, const How& how) { return certificate(self.proof, how); },
          "The certificate as JSON, for verify_certificate.");
  using namespace py::literals;
  module.def("bounds", &bounds_in_python, "Every upper bound on the heaviest sets of some sizes.", "graph"_a,
             "sizes"_a, "values"_a, "effort"_a, "core_of"_a, "certificate"_a, "how"_a);
}

void add_methods(py::module_& module) {
  module.def(
      "methods",
      [] {
        const auto rows = subgraph::methods();
        return py::make_tuple(text_of(methods_table("json", rows, {})),
                              text_of(options_table("json", "methods", options_of(rows))));
      },
      "Methods for graphs, and their settings.");
  module.def(
      "lsq_methods",
      [] {
        const auto rows = least_squares::methods();
        return py::make_tuple(text_of(least_squares_methods_table("json", rows)),
                              text_of(options_table("json", "lsq methods", options_of(rows))));
      },
      "Methods for least squares, and their settings.");
}

}  // namespace lode::python
