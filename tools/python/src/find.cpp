// find and bounds with their certificates, the questions of the records, and verify.

#include <map>
#include <tuple>

#include <lode/bounds/certificate.hpp>
#include <lode/core/text.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/questions/quotas.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/study/question.hpp>
#include <lode/study/verify.hpp>

#include "bindings.hpp"

namespace lode::python {
namespace {

/// The declared larger graph of a core, from the file or the caller. Errors: InvalidArgument if they differ.
std::optional<CoreOrigin> declared_core(const PyGraph& graph, const py::dict& asked) {
  const auto core_of = keyword<std::optional<double>>(asked, "core_of");
  const std::optional<CoreOrigin>& declared = graph.input.core_of;
  if (!core_of || (declared && declared->core == *core_of)) return declared;
  if (declared) {
    throw InvalidArgument("core_of", format_exact(*core_of),
                          fmt::format(": the file is declared to be {}", core_origin_text(*declared)),
                          "leave it out");
  }
  return CoreOrigin{.core = *core_of};
}

/// A certificate of bounds of some sizes; `made` is called with it. None without a ledger.
py::object certificate_of(const PyGraph& graph, const subgraph::BoundLedger* ledger,
                          const std::vector<Vertex>& sizes, const py::dict& asked,
                          const std::function<void(subgraph::BoundCertificate&)>& made = {}) {
  if (ledger == nullptr) return py::none();
  using namespace py::literals;
  return Call(py::dict("threads"_a = asked["threads"]))(
      [&](const RunContext& run) {
        subgraph::BoundCertificate certificate = subgraph::make_certificate(*ledger, sizes, run);
        if (made) made(certificate);
        return subgraph::certificate_json(graph.graph, certificate);
      },
      &text_of);
}

/// Answers as JSON without the sets, the sets, and the certificate or None.
py::tuple answers_of(FindReport& report, const py::object& certificate) {
  std::vector<py::array> sets;
  for (FindAnswer& answer : report.results) {
    sets.push_back(set_array(answer.solution.vertices));
    answer.solution.vertices.clear();  // saves the memory of their text
    answer.names = {};
  }
  return py::make_tuple(text_of(find_json(report)), sets, certificate);
}

/// The graph and the options of a question. `asked` has options by their names with dashes, `vertices`: the
/// vertices of some of them, and `left`: None, or the left vertices of the graph in place of the option
/// --sides.
class PythonInput final : public QuestionInput {
 public:
  PythonInput(const py::dict& asked, const Call& call)
      : options_(keyword<std::map<std::string, std::string, std::less<>>>(asked, "options")),
        vertices_(keyword<std::map<std::string, std::vector<Vertex>>>(asked, "vertices")),
        call_(call) {}
  PythonInput(const PyGraph& graph, const py::dict& asked, const Call& call) : PythonInput(asked, call) {
    graph_ = {graph.graph, "graph", graph.input};
    left_ = keyword<std::optional<std::vector<Vertex>>>(asked, "left");
  }
  PythonInput(const PyArcs& arcs, const py::dict& asked, const Call& call) : PythonInput(asked, call) {
    arcs_ = {arcs.arcs, "graph", arcs.input};
  }

  std::string option(std::string_view name) const override {
    const auto found = options_.find(name);
    return found != options_.end() ? found->second : "";
  }
  const QuestionData<Graph>& graph() override { return graph_; }
  QuestionData<Arcs> arcs() override { return arcs_; }
  RunContext run(std::string_view, std::size_t parts) override { return call_.part(parts); }
  VertexSet vertices(const std::string& option) override { return vertices_[option]; }
  QuestionData<SidedGraph> sides() override {
    if (!left_) return QuestionInput::sides();
    return {sides_of(graph_.data, *left_), graph_.name, graph_.input};
  }

 private:
  std::map<std::string, std::string, std::less<>> options_;
  std::map<std::string, std::vector<Vertex>> vertices_;  ///< by option
  const Call& call_;
  QuestionData<Graph> graph_;
  QuestionData<Arcs> arcs_;
  std::optional<std::vector<Vertex>> left_;
};

/// The question of a record, by its place among all.
const Question& question_of(const py::dict& asked) {
  return all_questions()[keyword<std::size_t>(asked, "question")];
}

/// The document of a question as JSON, and the requested files by option; None: not complete.
template <class Data>
py::object ask(const Data& data, const py::dict& asked) {
  const Question& question = question_of(asked);
  Call call(asked);
  PythonInput input(data, asked, call);
  return call([&](const RunContext&) { return (question.ask ? question.ask : question.add)(input); },
              [](const QuestionAnswer& answer) {
                py::dict files;
                for (const QuestionFile& file : answer.files) {
                  const py::str option{std::string(file.option)};
                  files[option] = file.content ? py::object(text_of(*file.content)) : py::none();
                }
                return py::make_tuple(text_of(answer.document), files);
              });
}

/// Name, members, least and largest number of a group.
using AskedQuota = std::tuple<std::string, VertexSet, Vertex, Vertex>;

std::vector<Quota> quotas_of(const py::dict& asked) {
  std::vector<Quota> quotas;
  for (const auto& [group, members, least, most] : keyword<std::vector<AskedQuota>>(asked, "quotas")) {
    quotas.push_back({group, members, least, most});
  }
  return quotas;
}

FindRequest request_of(const PyGraph& graph, const py::dict& asked) {
  FindRequest request;
  take(request.sizes, asked, "s");
  take(request.method, asked, "method");
  take(request.settings, asked, "settings");
  if (const py::object start = asked["start"]; py::isinstance<py::str>(start)) {
    request.start = start_of(start.cast<std::string>());
  } else if (!start.is_none()) {
    request.start = subgraph::StartKind::given;
    request.given = start.cast<VertexSet>();
  }
  take(request.include, asked, "include");
  take(request.exclude, asked, "exclude");
  take(request.values, asked, "values");
  take(request.connected, asked, "connected");
  take(request.minimise, asked, "minimise");
  request.core_of = declared_core(graph, asked);
  take(request.memory, asked, "memory");
  take(request.top, asked, "top");
  request.max_overlap = keyword<std::optional<double>>(asked, "max_overlap").value_or(request.max_overlap);
  request.effort = subgraph::parse_effort(keyword<std::string>(asked, "effort"));
  request.target = keyword<std::optional<double>>(asked, "target").value_or(request.target);
  take(request.keep_proofs, asked, "certificate");
  return request;
}

/// The variant of find that the options of a question, or quotas, ask; else the plain one.
FindVariant variant_of(const py::dict& asked, const Call& call) {
  if (!asked["question"].is_none()) return question_of(asked).find(PythonInput(asked, call));
  return {0, [quotas = quotas_of(asked)](const Graph& graph, const FindRequest& request,
                                         const FindEvents& events, const RunContext& run) {
            return quotas.empty() ? find(graph, request, events, run)
                                  : find_with_quotas(graph, request, quotas, events, run);
          }};
}

py::object find_in_python(const PyGraph& graph, const py::dict& asked) {
  const FindRequest request = request_of(graph, asked);
  const FindVariant variant = variant_of(asked, Call(py::dict()));
  Call call(asked, std::max(request.sizes.size(), variant.answers));
  FindEvents events;
  if (const py::object log = asked["proof_log"]; !log.is_none()) {
    events.proof = [&call, log](const ProofEvent& event) {
      call.call_back([&] { log(event.s, event.seconds, event.best, event.bound, event.gap, event.by); });
    };
  }
  return call(
      [&](const RunContext& run) { return variant.find(graph.graph, request, events, run); },
      [&](FindResult result) {
        FindReport report;
        report.input = graph.input;
        report.input.core_of = request.core_of;
        report.results = std::move(result.answers);
        report.total_seconds = result.seconds;
        report.passes = result.passes;
        if (result.certificate && !result.certificate->claims.empty()) {
          return answers_of(report, text_of(subgraph::certificate_json(graph.graph, *result.certificate)));
        }
        const auto* ledger = request.keep_proofs ? result.ledger.get() : nullptr;
        const py::object certificate =
            certificate_of(graph, ledger, request.sizes, asked, [&](subgraph::BoundCertificate& made) {
              made.minimised = request.minimise;
              mark_checkable(report.results, made);
            });
        return answers_of(report, certificate);
      });
}

/// For each size a list of name, size, value and seconds of bounds; the time of all; the certificate or None.
py::object bounds_in_python(const PyGraph& graph, const py::dict& asked) {
  const auto sizes = keyword<std::vector<Vertex>>(asked, "s");
  const auto effort = subgraph::parse_effort(keyword<std::string>(asked, "effort"));
  const subgraph::SetFamily family{.values = keyword<std::vector<double>>(asked, "values"),
                                   .core_of = declared_core(graph, asked)};
  const auto proofs = keyword<bool>(asked, "certificate") ? subgraph::Proofs::keep : subgraph::Proofs::drop;
  return Call(asked, sizes.size())(
      [&](const RunContext& run) { return find_bounds(graph.graph, family, sizes, effort, proofs, run); },
      [&](const BoundsResult& result) {
        std::vector<std::vector<std::tuple<std::string, Vertex, double, double>>> bounds;
        for (const auto& of_size : result.bounds) {
          auto& list = bounds.emplace_back();
          for (const auto& bound : of_size)
            list.emplace_back(bound.name, bound.s, bound.value, bound.seconds);
        }
        const auto* ledger = proofs == subgraph::Proofs::keep ? result.ledger.get() : nullptr;
        return py::make_tuple(bounds, result.seconds, certificate_of(graph, ledger, sizes, asked));
      });
}

// --- verify ---------------------------------------------------------------------------------------------

/// Recounts a set. Returns the edges and the weight inside.
py::object verify(const PyGraph& graph, const VertexSet& vertices, std::optional<EdgeCount> edges,
                  std::optional<Weight> weight, const py::dict& asked) {
  Claim claim;
  claim.vertices = vertices;
  claim.edges = edges;
  claim.weight = weight;
  return Call(asked)(
      [&](const RunContext& run) { return verify_claim(graph.graph, {}, claim, run); },
      [](const subgraph::InducedTotals& totals) { return py::make_tuple(totals.edges, totals.weight); });
}

/// Edges and weight of every answer of a document of `find`.
py::object verify_document(const PyGraph& graph, const std::vector<double>& values, const std::string& text,
                           const py::dict& asked) {
  const Graph& read = graph.graph;
  const GraphIdentity identity{read.num_vertices(), read.num_edges(), read.weighted(), ""};
  return Call(asked)([&](const RunContext& run) {
    std::vector<std::pair<EdgeCount, Weight>> counted;
    const FindClaims claims = read_find_claims(std::span<const char>(text), read);
    for (const auto& totals : verify_find_claims(read, identity, graph.input.core_of, values, claims, run)) {
      counted.emplace_back(totals.edges, totals.weight);
    }
    return counted;
  });
}

/// Tuples in the order of lode.CheckedBound, vertices by number.
py::object verify_certificate_text(const PyGraph& graph, const std::vector<double>& values,
                                   const std::string& text, bool trust_search, const py::dict& asked) {
  return Call(asked)(
      [&](const RunContext& run) {
        const subgraph::BoundCertificate certificate =
            subgraph::read_certificate(std::span<const char>(text), graph.graph);
        check_same_core(graph.graph, certificate.core_of, graph.input.core_of);
        return verify_certificate(graph.graph, values, certificate,
                                  trust_search ? SearchSteps::trust : SearchSteps::refuse, run);
      },
      [](const std::vector<subgraph::CheckedBound>& checked) {
        std::vector<py::tuple> list;
        for (const subgraph::CheckedBound& one : checked) {
          list.push_back(py::make_tuple(one.s, one.bound, one.value, one.unchecked, one.include, one.exclude,
                                        one.core_of, one.stated, one.minimised));
        }
        return list;
      });
}

/// Numbers in the order of lode.CheckedCliques, vertices by number.
py::object verify_cliques(const PyGraph& graph, const std::string& text, const py::dict& asked) {
  return Call(asked)(
      [&](const RunContext& run) {
        return check_clique_certificate(std::span<const char>(text), graph.graph, run);
      },
      [](const CheckedCliques& checked) {
        return py::make_tuple(checked.k, std::pair(checked.bound.numerator, checked.bound.denominator),
                              vertex_array(checked.vertices), checked.cliques, checked.proven_optimal());
      });
}

}  // namespace

subgraph::StartKind start_of(const std::string& word) {
  return word == "degree"   ? subgraph::StartKind::degree
         : word == "random" ? subgraph::StartKind::random
                            : subgraph::StartKind::peeling;
}

void add_find(py::module_& module) {
  module.def("questions", [] { return text_of(question_records()); });
  module.def("ask", &ask<PyGraph>);
  module.def("ask", &ask<PyArcs>);
  module.def("find", &find_in_python);
  module.def("bounds", &bounds_in_python);
  module.def("verify", &verify);
  module.def("verify_document", &verify_document);
  module.def("verify_certificate", &verify_certificate_text);
  module.def("verify_cliques", &verify_cliques);
}

}  // namespace lode::python
