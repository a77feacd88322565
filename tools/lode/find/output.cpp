#include "find/output.hpp"

#include <exception>
#include <limits>
#include <string>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>

namespace lode::tool {

namespace {

void print_found(const FindArguments& arguments, FindReport& report, Session& session) {
  if (arguments.format != "json") {
    if (arguments.format == "csv") {  // which has no room for how the file was read
      for (const std::string& note : report.input.notes)
        session.note(fmt::format("{}: {}", report.graph, note));
    }
    return session.print(arguments.format == "csv" ? find_csv(report) : find_text(report));
  }
  report.provenance.arguments = session.arguments();
  report.provenance.compiler = compiler();
  report.provenance.arch = architecture();
  report.provenance.cpu = processor_name();
  session.print(find_json(report));
}

std::string certificate_of(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                           FindReport& report, Session& session) {
  if (arguments.certificate_path.empty() || !result.ledger || result.answers.empty() ||
      !result.defect.empty())
    return "";
  const RunContext run = session.run_context(arguments.run.seed, arguments.run.threads,
                                             std::numeric_limits<double>::infinity(), "certificate");
  const subgraph::BoundCertificate certificate = make_certificate(result, run);
  mark_checkable(report.results, certificate);
  return certificate_json(graph, certificate);
}

void write_sets(const FindArguments& arguments, const Graph& graph, const FindReport& report,
                Session& session) {
  if (report.results.empty()) return;
  const subgraph::Solution& first = report.results.front().solution;
  if (!arguments.set_path.empty()) {
    write_vertex_set(graph, first.vertices, first.edges, arguments.set_path, arguments.overwrite());
    session.note_written(arguments.set_path);
  }
  if (!arguments.induced_path.empty()) {
    write_edge_list(induced_subgraph(graph, first.vertices), {}, arguments.induced_path,
                    arguments.overwrite());
    session.note_written(arguments.induced_path);
  }
}

void write_certificate(const FindArguments& arguments, const std::string& certificate, Session& session) {
  if (certificate.empty()) return;
  write_file(arguments.certificate_path, certificate, arguments.overwrite());
  session.note_written(arguments.certificate_path);
}

}  // namespace

FindEvents events_of(Session& session) {
  FindEvents events;
  events.note = [&](std::string_view line) { session.note(line); };
  events.proof_begins = [&](Vertex s) {
    session.note(fmt::format("s = {}: time | best | bound | gap | by", s));
  };
  events.proof = [&](const ProofEvent& event) {
    session.note(fmt::format("{} | {} | {} | {} | {}", format_seconds(event.seconds),
                             format_weight(event.best), format_weight(event.bound), format_percent(event.gap),
                             event.by));
  };
  return events;
}

void tell_found(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                FindReport& report, Session& session) {
  std::string certificate;
  std::exception_ptr failure;
  try {
    certificate = certificate_of(arguments, graph, result, report, session);
  } catch (...) {  // the answers are there
    failure = std::current_exception();
  }
  print_found(arguments, report, session);
  write_sets(arguments, graph, report, session);
  if (failure) std::rethrow_exception(failure);
  write_certificate(arguments, certificate, session);
}

void tell_largest(const FindArguments& arguments, const Graph& graph, const ThresholdResult& result,
                  FindReport& report, Session& session) {
  print_found(arguments, report, session);
  write_sets(arguments, graph, report, session);
  if (arguments.certificate_path.empty()) return;
  if (result.certificate.claims.empty()) {
    return session.note("no certificate is written: no rule of bounds rules out a larger set");
  }
  write_certificate(arguments, certificate_json(graph, result.certificate), session);
}

}  // namespace lode::tool
