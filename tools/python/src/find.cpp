// find: the heaviest sets of some sizes.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// The answers: their sets as arrays, and the rest as the JSON of `lode find` has it.
struct Found {
  std::vector<py::object> sets;
  FindReport report;
  Proof proof;
};

Found found_of(const PyGraph& graph, const FindRequest& request, FindResult result) {
  if (!result.defect.empty()) throw InternalError(result.defect);
  Found found;
  for (FindAnswer& answer : result.answers) {
    found.sets.push_back(vertex_array(answer.solution.vertices));
    answer.solution.vertices.clear();  // text of them would only cost memory
    answer.names = {};
  }
  found.proof = {graph.graph, request.keep_proofs ? result.ledger : nullptr, request.sizes};
  found.report.results = std::move(result.answers);
  found.report.passes = result.passes;
  found.report.total_seconds = result.seconds;
  return found;
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

/// What is told of a proof, passed on to Python by keyword.
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

py::object find_in_python(const PyGraph& graph, std::vector<Vertex> sizes, const std::string& method,
                          subgraph::MethodSettings settings, const py::object& start, VertexSet include,
                          VertexSet exclude, std::vector<double> values, bool connected,
                          std::optional<double> core_of, std::optional<std::uint64_t> memory,
                          std::optional<int> top, double max_overlap, const std::string& effort,
                          std::optional<double> target, bool keep, const py::object& proof_log,
                          const How& how) {
  FindRequest request;
  request.sizes = std::move(sizes);
  request.method = method;
  request.settings = std::move(settings);
  set_start(start, request);
  request.include = std::move(include);
  request.exclude = std::move(exclude);
  request.values = std::move(values);
  request.connected = connected;
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
  return call([&](const RunContext& run) { return find(graph.graph, request, events, run); },
              [&](FindResult result) { return py::cast(found_of(graph, request, std::move(result))); });
}

}  // namespace

void add_find(py::module_& module) {
  py::class_<Found>(module, "Found", "Answers of some sizes.")
      .def_readonly("sets", &Found::sets)
      .def_property_readonly("has_proof", [](const Found& self) { return self.proof.ledger != nullptr; })
      .def(
          "certificate",
          [](Found& self, const How& how) {
            return certificate(self.proof, how, [&](const subgraph::BoundCertificate& made) {
              mark_checkable(self.report.results, made);
            });
          },
          "JSON that verify_certificate checks. Asked for first, it decides what `json` calls checkable.")
      .def(
          "json", [](const Found& self) { return text_of(find_json(self.report)); },
          "What `lode find --format json` prints, without the sets.");
  using namespace py::literals;
  module.def("find", &find_in_python, "The heaviest sets of some sizes, each beside a proven upper bound.",
             "graph"_a, "sizes"_a, "method"_a, "settings"_a, "start"_a, "include"_a, "exclude"_a, "values"_a,
             "connected"_a, "core_of"_a, "memory"_a, "top"_a, "max_overlap"_a, "effort"_a, "target"_a,
             "keep"_a, "proof_log"_a, "how"_a);
}

}  // namespace lode::python
