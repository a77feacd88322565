// find: the heaviest sets of some sizes.

#include <tuple>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/questions/quotas.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// The answers: sets as arrays, and other fields as in the JSON of `lode find`.
struct Found {
  std::vector<py::object> sets;
  FindReport report;
  Proof proof;
  std::string certificate = {};  ///< JSON certificate of largest sets, or empty
};

void take_answers(Found& found, std::vector<FindAnswer> answers, double seconds) {
  for (FindAnswer& answer : answers) {
    found.sets.push_back(vertex_array(answer.solution.vertices));
    answer.solution.vertices.clear();  // saves the memory of their text
    answer.names = {};
  }
  found.report.results = std::move(answers);
  found.report.total_seconds = seconds;
}

Found found_of(const PyGraph& graph, const FindRequest& request, FindResult result) {
  if (!result.defect.empty()) throw InternalError(result.defect);
  Found found;
  found.report.input.core_of = request.core_of;
  take_answers(found, std::move(result.answers), result.seconds);
  found.proof = {graph.graph, request.keep_proofs ? result.ledger : nullptr, request.sizes, request.minimise};
  found.report.passes = result.passes;
  return found;
}

Found largest_of(const PyGraph& graph, const FindRequest& request, ThresholdResult result) {
  Found found;
  found.report.input.core_of = request.core_of;
  take_answers(found, std::move(result.answers), result.seconds);
  if (!result.certificate.claims.empty()) {
    found.certificate = certificate_json(graph.graph, result.certificate);
  }
  return found;
}

/// One threshold for each density, with the average degree in each.
std::vector<DensityThreshold> thresholds_of(const std::vector<double>& densities,
                                            std::optional<double> average_degree,
                                            std::optional<EdgeCount> missing, std::optional<Vertex> plex) {
  DensityThreshold threshold;
  threshold.missing = missing;
  threshold.plex = plex.value_or(0);
  threshold.average_degree = average_degree.value_or(0.0);
  std::vector<DensityThreshold> thresholds;
  for (const double density : densities) {
    threshold.density = density;
    thresholds.push_back(threshold);
  }
  if (densities.empty() && (average_degree || missing || plex)) thresholds.push_back(threshold);
  return thresholds;
}

/// Name, members, least and largest number of a group.
using AskedQuota = std::tuple<std::string, VertexSet, Vertex, std::optional<Vertex>>;

std::vector<Quota> quotas_of(const std::vector<AskedQuota>& asked) {
  std::vector<Quota> quotas;
  for (const auto& [group, members, least, most] : asked) {
    quotas.push_back({group, members, least, most.value_or(no_vertex)});
  }
  return quotas;
}

void set_start(const py::object& start, FindRequest& request) {
  if (start.is_none()) return;
  if (py::isinstance<py::str>(start)) {
    request.start = start_of(start.cast<std::string>());
  } else {
    request.start = subgraph::StartKind::given;
    request.given = start.cast<VertexSet>();
  }
}

/// Passes the events of a proof to Python by keyword.
void add_proof_log(const py::object& log, Call& call, Vertex& size, FindEvents& events) {
  if (log.is_none()) return;
  events.proof_begins = [&size](Vertex s) { size = s; };
  events.proof = [&call, &size, &log](const ProofEvent& event) {
    call.call_back([&] {
      using namespace py::literals;
      log("s"_a = size, "seconds"_a = event.seconds, "best"_a = event.best, "bound"_a = event.bound,
          "gap"_a = event.gap, "by"_a = event.by);
    });
  };
}

py::object find_in_python(
    const PyGraph& graph, std::vector<Vertex> sizes, const std::vector<double>& min_densities,
    std::optional<double> min_average_degree, std::optional<EdgeCount> missing, std::optional<Vertex> plex,
    const std::string& method, subgraph::MethodSettings settings, const py::object& start, VertexSet include,
    VertexSet exclude, std::vector<double> values, bool connected, bool minimise,
    std::optional<double> core_of, std::optional<std::uint64_t> memory, std::optional<int> top,
    double max_overlap, const std::string& effort, std::optional<double> target, bool keep,
    const std::vector<AskedQuota>& asked_quotas, const py::object& proof_log, const How& how) {
  FindRequest request;
  request.sizes = std::move(sizes);
  request.method = method;
  request.settings = std::move(settings);
  set_start(start, request);
  request.include = std::move(include);
  request.exclude = std::move(exclude);
  request.values = std::move(values);
  request.connected = connected;
  request.minimise = minimise;
  request.core_of = declared_core(graph, core_of);
  request.memory = memory;
  request.top = top;
  request.max_overlap = max_overlap;
  request.effort = subgraph::parse_effort(effort);
  request.target = target.value_or(request.target);
  request.keep_proofs = keep;
  Call call(how);
  FindEvents events;
  Vertex size = 0;
  add_proof_log(proof_log, call, size, events);
  const std::vector<DensityThreshold> thresholds =
      thresholds_of(min_densities, min_average_degree, missing, plex);
  if (!thresholds.empty()) {
    return call(
        [&](const RunContext& run) {
          return largest_sets(graph.graph, {thresholds, request}, events, run);
        },
        [&](ThresholdResult result) { return py::cast(largest_of(graph, request, std::move(result))); });
  }
  const std::vector<Quota> quotas = quotas_of(asked_quotas);
  return call(
      [&](const RunContext& run) {
        return quotas.empty() ? find(graph.graph, request, events, run)
                              : find_with_quotas(graph.graph, request, quotas, events, run);
      },
      [&](FindResult result) { return py::cast(found_of(graph, request, std::move(result))); });
}

}  // namespace

void add_find(py::module_& module) {
  py::class_<Found>(module, "Found", "Answers of some sizes.")
      .def_readonly("sets", &Found::sets)
      .def_property_readonly(
          "has_proof",
          [](const Found& self) { return self.proof.ledger != nullptr || !self.certificate.empty(); })
      .def(
          "certificate",
          [](Found& self, const How& how) -> py::object {
            if (!self.certificate.empty()) return text_of(self.certificate);
            return certificate(self.proof, how, [&](const subgraph::BoundCertificate& made) {
              mark_checkable(self.report.results, made);
            });
          },
          "The certificate as JSON, for verify_certificate. If it is asked for first, `json` says what is "
          "checkable.")
      .def(
          "json", [](const Found& self) { return text_of(find_json(self.report)); },
          "The answers as `lode find --format json` prints them, without the sets.");
  using namespace py::literals;
  module.def("find", &find_in_python,
             "The heaviest sets of some sizes, each with a proven upper bound, or the largest sets of some "
             "densities.",
             "graph"_a, "sizes"_a, "min_densities"_a, "min_average_degree"_a, "missing"_a, "plex"_a,
             "method"_a, "settings"_a, "start"_a, "include"_a, "exclude"_a, "values"_a, "connected"_a,
             "minimise"_a, "core_of"_a, "memory"_a, "top"_a, "max_overlap"_a, "effort"_a, "target"_a,
             "keep"_a, "quotas"_a, "proof_log"_a, "how"_a);
}

}  // namespace lode::python
