// find: the heaviest sets of some sizes.

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/find.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "proof.hpp"
#include "settings.hpp"
#include "stationarity.hpp"

namespace lode::python {
namespace {

// --- answers --------------------------------------------------------------------------------------------

/// A FindAnswer in Python's types.
struct Answer {
  Vertex s = 0;
  py::object vertices;
  EdgeCount edges = 0;
  double weight = 0.0;
  double edge_density = 0.0;
  double average_degree = 0.0;
  double upper_bound = 0.0;
  std::string bound;
  double gap = 0.0;
  bool optimal = false;
  double optimality_tolerance = 0.0;
  std::string method;
  std::string preset;
  std::uint64_t seed = 1;
  int threads = 1;
  int rank = 0;
  std::string stop_reason;
  std::uint64_t iterations = 0;
  double seconds = 0.0;
  double seconds_to_best = 0.0;
  py::object trace;
  py::object stationarity;
  std::string note;
  py::object include;
  py::object exclude;
  bool connected = false;
  std::optional<bool> checkable;
  std::string bound_on;
  py::object names;
};

/// Calls visit(name, member) for every field.
template <class Visit>
void for_each_field(const Visit& visit) {
  visit("s", &Answer::s);
  visit("vertices", &Answer::vertices);
  visit("edges", &Answer::edges);
  visit("weight", &Answer::weight);
  visit("edge_density", &Answer::edge_density);
  visit("average_degree", &Answer::average_degree);
  visit("upper_bound", &Answer::upper_bound);
  visit("bound", &Answer::bound);
  visit("gap", &Answer::gap);
  visit("optimal", &Answer::optimal);
  visit("optimality_tolerance", &Answer::optimality_tolerance);
  visit("method", &Answer::method);
  visit("preset", &Answer::preset);
  visit("seed", &Answer::seed);
  visit("threads", &Answer::threads);
  visit("rank", &Answer::rank);
  visit("stop_reason", &Answer::stop_reason);
  visit("iterations", &Answer::iterations);
  visit("seconds", &Answer::seconds);
  visit("seconds_to_best", &Answer::seconds_to_best);
  visit("trace", &Answer::trace);
  visit("stationarity", &Answer::stationarity);
  visit("note", &Answer::note);
  visit("include", &Answer::include);
  visit("exclude", &Answer::exclude);
  visit("connected", &Answer::connected);
  visit("checkable", &Answer::checkable);
  visit("bound_on", &Answer::bound_on);
  visit("names", &Answer::names);
}

Answer answer_of(const Graph& graph, const FindAnswer& found) {
  const subgraph::Solution& solution = found.solution;
  Answer answer;
  answer.s = found.s;
  answer.vertices = vertex_array(solution.vertices);
  answer.edges = solution.edges;
  answer.weight = solution.weight;
  answer.edge_density = found.density();
  answer.average_degree = found.mean_degree();
  answer.upper_bound = found.bound.value;
  answer.bound = found.bound.name;
  answer.gap = found.gap;
  answer.optimal = found.proven_optimal;
  answer.optimality_tolerance = found.optimality_tolerance;
  answer.method = found.method;
  answer.preset = found.preset;
  answer.seed = found.seed;
  answer.threads = found.threads;
  answer.rank = found.rank;
  answer.stop_reason = to_string(solution.stop_reason);
  answer.iterations = solution.iterations;
  answer.seconds = solution.seconds;
  answer.seconds_to_best = solution.seconds_to_best;
  answer.trace = trace_array(solution.trace);
  answer.stationarity = py::none();
  if (solution.stationarity) answer.stationarity = py::cast(*solution.stationarity);
  answer.note = solution.note;
  answer.include = vertex_array(found.include.vertices);
  answer.exclude = vertex_array(found.exclude.vertices);
  answer.connected = found.connected;
  answer.checkable = found.checkable;
  answer.bound_on = found.bound_on();
  answer.names = names_of(graph.names(), solution.vertices);
  return answer;
}

py::dict state_of(const Answer& answer) {
  py::dict state;
  for_each_field([&](const char* name, auto member) { state[name] = answer.*member; });
  return state;
}

Answer restored(const py::dict& state) {
  Answer answer;
  for_each_field([&](const char* name, auto member) {
    using Field = std::remove_reference_t<decltype(answer.*member)>;
    const py::object value = state[name];
    if constexpr (std::is_same_v<Field, py::object>) {
      answer.*member = value;
    } else {
      answer.*member = value.template cast<Field>();
    }
  });
  return answer;
}

// --- results --------------------------------------------------------------------------------------------

struct PyFindResult {
  FindReport report;
  Proof proof;
  py::list answers;
  double seconds = 0.0;
  bool interrupted = false;
  std::vector<std::string> notes;

  FindReport named(const std::string& name) const {
    FindReport copy = report;
    copy.graph = name;
    return copy;
  }
};

struct PyProofEvent {
  Vertex s;
  double seconds;
  double best;
  double bound;
  double gap;
  std::string by;
};

// --- find -----------------------------------------------------------------------------------------------

void set_start(const py::object& start, FindRequest& request) {
  if (start.is_none()) return;
  if (py::isinstance<py::str>(start)) {
    request.start = word_of<subgraph::StartKind>("start", start.cast<std::string>(),
                                                 {{"degree", subgraph::StartKind::degree},
                                                  {"random", subgraph::StartKind::random},
                                                  {"peeling", subgraph::StartKind::peeling}});
    return;
  }
  request.start = subgraph::StartKind::given;
  request.given = vertices_of(start, "start");
}

TimeUse parse_time_use(const std::string& word) {
  return word_of<TimeUse>("time_use", word, {{"spend", TimeUse::spend}, {"as_needed", TimeUse::as_needed}});
}

/// What is told of a proof, passed on to Python.
void add_proof_log(const py::object& log, Call& call, Vertex& size, FindEvents& events) {
  if (log.is_none()) return;
  if (PyCallable_Check(log.ptr()) == 0) throw py::type_error("proof_log must be callable");
  events.proof_begins = [&size](Vertex s) { size = s; };
  events.proof = [&call, &size, &log](const ProofEvent& event) {
    call.call_back([&] {
      log(PyProofEvent{size, event.seconds, event.best, event.bound, event.gap, std::string(event.by)});
    });
  };
}

py::object find_in_python(const std::shared_ptr<PyGraph>& graph, const py::object& sizes,
                          const std::string& method, const py::dict& settings, const py::object& start,
                          const py::object& include, const py::object& exclude, bool connected,
                          std::optional<double> core_of, std::optional<std::uint64_t> memory,
                          std::optional<int> top, double max_overlap, const std::string& effort,
                          std::optional<double> time, const std::string& time_use,
                          std::optional<double> target, bool keep, std::uint64_t seed, int threads,
                          const py::object& progress, double progress_interval, const py::object& proof_log,
                          std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  FindRequest request;
  request.sizes = vertices_of(sizes, "sizes");
  request.method = method;
  request.settings = settings_of(settings);
  set_start(start, request);
  request.include = vertices_of(include, "include");
  request.exclude = vertices_of(exclude, "exclude");
  request.connected = connected;
  request.core_of = declared_core(*graph, core_of);
  request.memory = memory;
  request.top = top;
  request.max_overlap = max_overlap;
  request.effort = subgraph::parse_effort(effort);
  request.time_use = parse_time_use(time_use);
  request.target = target.value_or(request.target);
  request.keep_proofs = keep;
  Call call({seed, threads, time_of_all(time, request.sizes.size()), std::move(cancel), on_interrupt,
             progress, progress_interval});
  std::vector<std::string> notes;
  FindEvents events;
  events.note = [&](std::string_view line) { notes.emplace_back(line); };
  Vertex size = 0;
  add_proof_log(proof_log, call, size, events);
  return call([&](const RunContext& run) { return find(graph->graph, request, events, run); },
              [&](FindResult found) -> py::object {
                if (!found.defect.empty()) throw InternalError(found.defect);
                auto result = std::make_shared<PyFindResult>();
                for (const FindAnswer& answer : found.answers) {
                  result->answers.append(answer_of(graph->graph, answer));
                }
                result->proof = {graph->graph, found.ledger, request.sizes, keep};
                result->report.input = graph->input;
                result->report.input.core_of = request.core_of;
                result->report.passes = found.passes;
                result->report.results = std::move(found.answers);
                result->report.total_seconds = found.seconds;
                result->report.provenance = {
                    {}, "", std::string(compiler()), std::string(architecture()), processor_name()};
                result->seconds = found.seconds;
                result->interrupted = call.interrupted();
                result->notes = std::move(notes);
                return py::cast(result);
              });
}

void add_answer(py::module_& module) {
  py::class_<Answer> answer(module, "Answer", "The best set found of one size, and what is proven of it.");
  for_each_field([&](const char* name, auto member) { answer.def_readonly(name, member); });
  answer.def(py::pickle(&state_of, &restored)).def("__repr__", [](const Answer& self) {
    return fmt::format("<lode._core.Answer: s = {}, weight {}, at most {} ({})>", self.s,
                       format_weight(self.weight), format_weight(self.upper_bound), self.bound);
  });
}

void add_results(py::module_& module) {
  py::class_<PyFindResult, std::shared_ptr<PyFindResult>>(module, "FindResult", "Answers of some sizes.")
      .def_readonly("answers", &PyFindResult::answers)
      .def_property_readonly("sizes", [](const PyFindResult& self) { return self.proof.sizes; })
      .def_readonly("seconds", &PyFindResult::seconds)
      .def_readonly("interrupted", &PyFindResult::interrupted)
      .def_readonly("notes", &PyFindResult::notes)
      .def_property_readonly("has_proofs", [](const PyFindResult& self) { return self.proof.kept; })
      .def(
          "certificate",
          [](PyFindResult& self, int threads, std::shared_ptr<Cancel> cancel) {
            py::object text = certificate(
                self.proof, threads, std::move(cancel),
                [&](const subgraph::BoundCertificate& made) { mark_checkable(self.report.results, made); });
            for (std::size_t i = 0; i < self.report.results.size(); ++i) {
              self.answers[i].cast<Answer&>().checkable = self.report.results[i].checkable;
            }
            return text;
          },
          "JSON that verify_certificate checks.", py::kw_only(), py::arg("threads") = 0,
          py::arg("cancel") = py::none())
      .def(
          "json",
          [](const PyFindResult& self, const std::string& name) {
            return text_of(find_json(self.named(name)));
          },
          py::arg("graph_name") = "")
      .def(
          "text",
          [](const PyFindResult& self, const std::string& name) {
            return text_of(find_text(self.named(name)));
          },
          py::arg("graph_name") = "")
      .def(
          "csv",
          [](const PyFindResult& self, const std::string& name) {
            return text_of(find_csv(self.named(name)));
          },
          py::arg("graph_name") = "");
  py::class_<PyProofEvent>(module, "ProofEvent", "One line of the log of a proof.")
      .def_readonly("s", &PyProofEvent::s)
      .def_readonly("seconds", &PyProofEvent::seconds)
      .def_readonly("best", &PyProofEvent::best)
      .def_readonly("bound", &PyProofEvent::bound)
      .def_readonly("gap", &PyProofEvent::gap)
      .def_readonly("by", &PyProofEvent::by);
}

}  // namespace

void add_find(py::module_& module) {
  add_answer(module);
  add_results(module);
  module.def("find", &find_in_python, "The heaviest sets of some sizes, each beside a proven upper bound.",
             py::arg("graph").none(false), py::arg("sizes"), py::kw_only(), py::arg("method") = "hybrid",
             py::arg("settings") = py::dict(), py::arg("start") = py::none(),
             py::arg("include") = py::tuple(), py::arg("exclude") = py::tuple(), py::arg("connected") = false,
             py::arg("core_of") = py::none(), py::arg("memory") = py::none(), py::arg("top") = py::none(),
             py::arg("max_overlap") = 0.5, py::arg("effort") = "auto", py::arg("time") = py::none(),
             py::arg("time_use") = "spend", py::arg("target") = py::none(), py::arg("certificate") = false,
             py::arg("seed") = 1, py::arg("threads") = 0, py::arg("progress") = py::none(),
             py::arg("progress_interval") = 0.1, py::arg("proof_log") = py::none(),
             py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
}

}  // namespace lode::python
