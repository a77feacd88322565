// bounds: what is proven of the heaviest sets of some sizes, and certificates of it.

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/find.hpp>

#include "arrays.hpp"
#include "proof.hpp"
#include "settings.hpp"

namespace lode::python {

py::object certificate(const Proof& proof, int threads, std::shared_ptr<Cancel> cancel,
                       const std::function<void(const subgraph::BoundCertificate&)>& made) {
  if (!proof.kept) {
    throw InvalidArgument("certificate", "not kept", "what proves the bounds was dropped",
                          "ask for certificate=True");
  }
  CallOptions options;
  options.threads = threads;
  options.cancel = std::move(cancel);
  Call call(options);
  return call(
      [&](const RunContext& run) {
        const subgraph::BoundCertificate certificate =
            subgraph::make_certificate(*proof.ledger, proof.sizes, run);
        if (made) made(certificate);
        return certificate_json(proof.graph, certificate);
      },
      [](const std::string& text) -> py::object { return text_of(text); });
}

std::optional<double> time_of_all(const std::optional<double>& time, std::size_t sizes) {
  if (!time) return {};
  if (!(*time >= 0.0)) {
    throw InvalidArgument("time", fmt::format("{}", *time), "must be 0 or more");
  }
  return *time * static_cast<double>(std::max<std::size_t>(1, sizes));
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

struct PyBoundsResult {
  Proof proof;
  std::vector<std::vector<subgraph::Bound>> bounds;
  double seconds = 0.0;
};

py::object bounds_in_python(const std::shared_ptr<PyGraph>& graph, const py::object& sizes,
                            const std::string& effort, std::optional<double> core_of,
                            std::optional<double> time, bool keep, std::uint64_t seed, int threads,
                            const py::object& progress, double progress_interval,
                            std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  const std::vector<Vertex> list = vertices_of(sizes, "sizes");
  const subgraph::Effort spent = subgraph::parse_effort(effort);
  const subgraph::SetFamily family{.core_of = declared_core(*graph, core_of)};
  Call call({seed, threads, time_of_all(time, list.size()), std::move(cancel), on_interrupt, progress,
             progress_interval});
  return call(
      [&](const RunContext& run) {
        return find_bounds(graph->graph, family, list, spent,
                           keep ? subgraph::Proofs::keep : subgraph::Proofs::drop, run);
      },
      [&](BoundsResult found) -> py::object {
        return py::cast(std::make_shared<PyBoundsResult>(PyBoundsResult{
            {graph->graph, found.ledger, list, keep}, std::move(found.bounds), found.seconds}));
      });
}

}  // namespace

void add_bounds(py::module_& module) {
  py::class_<subgraph::Bound>(module, "Bound",
                              "A proven upper bound on the weight of every set of s vertices.")
      .def_readonly("name", &subgraph::Bound::name)
      .def_readonly("s", &subgraph::Bound::s)
      .def_readonly("value", &subgraph::Bound::value)
      .def_readonly("seconds", &subgraph::Bound::seconds)
      .def("__repr__", [](const subgraph::Bound& self) {
        return fmt::format("<bound {}: s = {}, at most {}>", self.name, self.s, format_weight(self.value));
      });
  py::class_<PyBoundsResult, std::shared_ptr<PyBoundsResult>>(module, "BoundsResult", "Bounds of some sizes.")
      .def_readonly("bounds", &PyBoundsResult::bounds)
      .def_property_readonly("sizes", [](const PyBoundsResult& self) { return self.proof.sizes; })
      .def_readonly("seconds", &PyBoundsResult::seconds)
      .def(
          "certificate",
          [](const PyBoundsResult& self, int threads, std::shared_ptr<Cancel> cancel) {
            return certificate(self.proof, threads, std::move(cancel));
          },
          "JSON that verify_certificate checks.", py::kw_only(), py::arg("threads") = 0,
          py::arg("cancel") = py::none());
  module.def("bounds", &bounds_in_python, "Every upper bound on the heaviest sets of some sizes.",
             py::arg("graph").none(false), py::arg("sizes"), py::kw_only(), py::arg("effort") = "strong",
             py::arg("core_of") = py::none(), py::arg("time") = 2.0, py::arg("certificate") = false,
             py::arg("seed") = 1, py::arg("threads") = 0, py::arg("progress") = py::none(),
             py::arg("progress_interval") = 0.1, py::arg("cancel") = py::none(),
             py::arg("on_interrupt") = "raise");
}

}  // namespace lode::python
