// Claims and certificates, checked afresh.

#include <tuple>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/bounds/verification.hpp>
#include <lode/core/error.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/verify.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "settings.hpp"
#include "stationarity.hpp"

namespace lode::python {
namespace {

using Mode = subgraph::StationarityReport::Mode;

CallOptions checking_options(int threads, std::shared_ptr<Cancel> cancel) {
  CallOptions options;
  options.threads = threads;
  options.cancel = std::move(cancel);
  return options;
}

const char* mode_word(Mode mode) { return mode == Mode::exhaustive ? "exhaustive" : "sampled"; }

template <class T>
void take_count(const py::object& given, const char* what, std::uint64_t most, std::optional<T>& part) {
  if (!given.is_none()) part = static_cast<T>(whole_number(given, what, most));
}

py::object verify(const std::shared_ptr<PyGraph>& graph, const py::object& vertices, const py::object& s,
                  const py::object& edges, std::optional<double> weight, std::optional<double> density,
                  std::optional<double> average_degree, std::optional<double> upper_bound,
                  const std::string& bound, std::optional<double> gap, std::optional<bool> optimal,
                  std::optional<subgraph::StationarityReport> stationarity, const py::object& include,
                  const py::object& exclude, bool connected, int threads, std::shared_ptr<Cancel> cancel) {
  subgraph::Claim claim;
  claim.vertices = vertices_of(vertices, "vertices");
  take_count(s, "s", no_vertex, claim.s);
  take_count(edges, "edges", std::numeric_limits<EdgeCount>::max(), claim.edges);
  claim.weight = weight;
  claim.density = density;
  claim.average_degree = average_degree;
  claim.upper_bound = upper_bound;
  claim.bound = bound;
  claim.gap = gap;
  claim.proven_optimal = optimal;
  claim.stationarity = stationarity;
  claim.include = vertices_of(include, "include");
  claim.exclude = vertices_of(exclude, "exclude");
  claim.connected = connected;
  if (!bound.empty()) check_bound_name(bound);
  Call call(checking_options(threads, std::move(cancel)));
  return call([&](const RunContext& run) { return subgraph::verify_claim(graph->graph, claim, run); },
              [](const subgraph::InducedTotals& totals) -> py::object {
                return py::make_tuple(totals.edges, totals.weight);
              });
}

/// The bytes of a str or of bytes.
std::string bytes_of(const py::object& text) {
  if (py::isinstance<py::str>(text) || py::isinstance<py::bytes>(text)) return text.cast<std::string>();
  throw py::type_error("text must be str or bytes");
}

py::object verify_result(const std::shared_ptr<PyGraph>& graph, const py::object& text, int threads,
                         std::shared_ptr<Cancel> cancel) {
  using Verified = std::vector<std::tuple<Vertex, EdgeCount, Weight>>;
  const std::string bytes = bytes_of(text);
  Call call(checking_options(threads, std::move(cancel)));
  return call(
      [&](const RunContext& run) {
        const FindClaims document = read_find_claims(std::span<const char>(bytes), graph->graph);
        if (document.results.empty()) {
          throw VerificationError("the result holds no answer: nothing is claimed");
        }
        check_same_core(graph->graph, document.core_of, graph->input.core_of);
        check_same_graph(document.graph, {graph->graph.num_vertices(), graph->graph.num_edges(),
                                          graph->graph.weighted(), ""});
        Verified verified;
        for (const subgraph::Claim& claim : document.results) {
          check_bound_name(claim.bound);
          const subgraph::InducedTotals totals = subgraph::verify_claim(graph->graph, claim, run);
          verified.emplace_back(static_cast<Vertex>(claim.vertices.size()), totals.edges, totals.weight);
        }
        return verified;
      },
      [](const Verified& verified) -> py::object { return py::cast(verified); });
}

py::object verify_certificate_text(const std::shared_ptr<PyGraph>& graph, const py::object& text,
                                   bool trust_search, int threads, std::shared_ptr<Cancel> cancel) {
  const std::string bytes = bytes_of(text);
  const SearchSteps searches = trust_search ? SearchSteps::trust : SearchSteps::refuse;
  Call call(checking_options(threads, std::move(cancel)));
  return call(
      [&](const RunContext& run) {
        const subgraph::BoundCertificate certificate =
            subgraph::read_certificate(std::span<const char>(bytes), graph->graph);
        check_same_core(graph->graph, certificate.core_of, graph->input.core_of);
        return verify_certificate(graph->graph, certificate, searches, run);
      },
      [](const std::vector<subgraph::CheckedBound>& checked) -> py::object { return py::cast(checked); });
}

}  // namespace

void add_stationarity(py::module_& module) {
  py::class_<subgraph::StationarityReport>(
      module, "Stationarity", "Whether some exchange inside the blocks looked at improves an answer.")
      .def_readonly("k", &subgraph::StationarityReport::k)
      .def_property_readonly("mode",
                             [](const subgraph::StationarityReport& self) { return mode_word(self.mode); })
      .def_readonly("blocks", &subgraph::StationarityReport::blocks)
      .def_readonly("holds", &subgraph::StationarityReport::holds)
      .def("__repr__",
           [](const subgraph::StationarityReport& self) {
             return fmt::format("<block-{} stationary ({}, {} blocks): {}>", self.k, mode_word(self.mode),
                                self.blocks, self.holds);
           })
      .def(py::pickle(
          [](const subgraph::StationarityReport& self) {
            return py::make_tuple(self.k, self.mode == Mode::exhaustive, self.blocks, self.holds);
          },
          [](const py::tuple& state) {
            return subgraph::StationarityReport{state[0].cast<int>(),
                                                state[1].cast<bool>() ? Mode::exhaustive : Mode::sampled,
                                                state[2].cast<std::uint64_t>(), state[3].cast<bool>()};
          }));
}

void add_verification(py::module_& module) {
  py::class_<subgraph::CheckedBound>(module, "CheckedBound",
                                     "What a certificate was found to prove of one size.")
      .def_readonly("s", &subgraph::CheckedBound::s)
      .def_readonly("bound", &subgraph::CheckedBound::bound)
      .def_readonly("value", &subgraph::CheckedBound::value)
      .def_readonly("unchecked", &subgraph::CheckedBound::unchecked)
      .def_readonly("stated", &subgraph::CheckedBound::stated)
      .def_readonly("include", &subgraph::CheckedBound::include)
      .def_readonly("exclude", &subgraph::CheckedBound::exclude)
      .def_readonly("core_of", &subgraph::CheckedBound::core_of);
  module.def("verify", &verify, "Recounts a set and checks every part of a claim; edges and weight inside.",
             py::arg("graph").none(false), py::arg("vertices"), py::kw_only(), py::arg("s") = py::none(),
             py::arg("edges") = py::none(), py::arg("weight") = py::none(), py::arg("density") = py::none(),
             py::arg("average_degree") = py::none(), py::arg("upper_bound") = py::none(),
             py::arg("bound") = "", py::arg("gap") = py::none(), py::arg("optimal") = py::none(),
             py::arg("stationarity") = py::none(), py::arg("include") = py::tuple(),
             py::arg("exclude") = py::tuple(), py::arg("connected") = false, py::arg("threads") = 0,
             py::arg("cancel") = py::none());
  module.def("verify_result", &verify_result, "Checks what find --format json or FindResult.json gave.",
             py::arg("graph").none(false), py::arg("text"), py::kw_only(), py::arg("threads") = 0,
             py::arg("cancel") = py::none());
  module.def("verify_certificate", &verify_certificate_text, "Checks a certificate step by step.",
             py::arg("graph").none(false), py::arg("text"), py::kw_only(), py::arg("trust_search") = false,
             py::arg("threads") = 0, py::arg("cancel") = py::none());
}

}  // namespace lode::python
