#include "find/output.hpp"

#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>

namespace lode::tool {
namespace {

/// Notes of the search and lines of its proofs, on standard error.
FindEvents events_of(Session& session) {
  FindEvents events;
  events.note = [&](std::string_view line) { session.note(line); };
  events.proof = [&, last = Vertex{0}](const ProofEvent& event) mutable {
    if (event.s != last) session.note(fmt::format("s = {}: time | best | bound | gap | by", event.s));
    last = event.s;
    session.note(fmt::format("{} | {} | {} | {} | {}", format_seconds(event.seconds),
                             format_weight(event.best), format_weight(event.bound), format_percent(event.gap),
                             event.by));
  };
  return events;
}

std::string certificate_of(const Graph& graph, const FindResult& result, FindReport& report,
                           const RunContext& run) {
  const bool has_proof = result.certificate ? !result.certificate->claims.empty() : result.ledger != nullptr;
  if (!has_proof || result.answers.empty()) return "";
  const subgraph::BoundCertificate certificate = make_certificate(result, run);
  if (result.ledger) mark_checkable(report.results, certificate);
  return certificate_json(graph, certificate);
}

void write_sets(const FindArguments& arguments, const Graph& graph, const FindReport& report,
                Session& session) {
  const Overwrite overwrite = arguments.out.overwrite();
  const auto write = [&](std::string_view option, const auto& write_one) {
    const std::string pattern = arguments.option(option);
    if (pattern.empty()) return;
    std::map<std::string, const subgraph::Solution*> sets;
    std::vector<std::string> written;
    for (const FindAnswer& answer : report.results) {
      const std::string path = set_file(pattern, answer.s, answer.rank);
      const auto [first, is_new] = sets.emplace(path, &answer.solution);
      if (is_new) written.push_back(path);
      if (first->second->vertices != answer.solution.vertices)
        session.note(fmt::format("{} holds the first of several sets of {} vertices", path, answer.s));
    }
    if (is_open_pattern(pattern)) session.check_outputs(written, arguments.out.inputs(), overwrite);
    for (const std::string& path : written) write_one(*sets[path], path);
    if (written.size() == 1) session.note_written(written.front());
    if (written.size() > 1)
      session.note(fmt::format("wrote {} files, up to {}", written.size(), written.back()));
  };
  write("-o", [&](const subgraph::Solution& set, const std::string& path) {
    write_vertex_set(graph, set.vertices, set.edges, path, overwrite);
  });
  write("--induced", [&](const subgraph::Solution& set, const std::string& path) {
    write_graph(induced_subgraph(graph, set.vertices), path, {"edges", overwrite});
  });
}

}  // namespace

void find_and_print(const FindVariant& variant, const FindArguments& arguments, Session& session) {
  ToolInput input(arguments, session);
  const FindRequest request = request_of(arguments, input, session);
  const GraphArgument::Loaded& loaded = input.graph();
  const std::size_t count = variant.answers > 0 ? variant.answers : request.sizes.size();
  const std::string subject =
      variant.answers == 0 && count == 1
          ? fmt::format("s={}", request.sizes.front())
          : fmt::format("{} {}", count, variant.answers == 0 ? "sizes" : "largest sets");
  const RunContext run = input.run(fmt::format("{} {}", loaded.name, subject), count);
  const FindResult result = variant.find(loaded.data, request, events_of(session), run);
  session.clear_progress();
  FindReport report{loaded.name,
                    loaded.input,
                    result.answers,
                    result.passes,
                    {},
                    loaded.seconds,
                    loaded.seconds + result.seconds};
  const std::string path = input.option("--certificate");
  std::string certificate;
  std::exception_ptr failure;
  try {
    const RunContext rest = session.run_context("certificate", arguments.run.threads, arguments.run.seed);
    if (!path.empty()) certificate = certificate_of(loaded.data, result, report, rest);
  } catch (...) {  // the answers are complete without it
    failure = std::current_exception();
  }
  const std::string& format = arguments.out.format;
  if (format == "csv") {  // CSV has no place for the notes of reading
    for (const std::string& note : report.input.notes)
      session.note(fmt::format("{}: {}", report.graph, note));
  }
  if (format == "json") report.provenance = session.provenance();
  session.print(format == "json"  ? find_json(report)
                : format == "csv" ? find_csv(report)
                                  : find_text(report));
  write_sets(arguments, loaded.data, report, session);
  if (failure) std::rethrow_exception(failure);
  if (!path.empty() && certificate.empty()) {
    without_certificate(
        path, result.certificate ? "no claim rules out a larger set" : "there is no answer with a bound");
  }
  arguments.out.write(session, path, certificate);
}

}  // namespace lode::tool
