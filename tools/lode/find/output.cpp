#include "find/output.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/graph/graph.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>

#include "shell/output_pattern.hpp"

namespace lode::tool {
namespace {

/// The file name of one answer.
std::string set_file(const std::string& pattern, Vertex s, int rank) {
  return filled(filled(pattern, "{s}", std::to_string(s)), "{rank}", std::to_string(std::max(rank, 1)));
}

void print_found(const FindArguments& arguments, FindReport& report, Session& session) {
  if (arguments.format != "json") {
    if (arguments.format == "csv") {  // CSV has no place for the notes of reading
      for (const std::string& note : report.input.notes)
        session.note(fmt::format("{}: {}", report.graph, note));
    }
    return session.print(arguments.format == "csv" ? find_csv(report) : find_text(report));
  }
  report.provenance = session.provenance();
  session.print(find_json(report));
}

std::string certificate_of(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                           FindReport& report, Session& session) {
  const bool has_proof = result.certificate ? !result.certificate->claims.empty() : result.ledger != nullptr;
  if (arguments.certificate_path.empty() || !has_proof || result.answers.empty() || !result.defect.empty())
    return "";
  const RunContext run = session.run_context(arguments.run.seed, arguments.run.threads,
                                             std::numeric_limits<double>::infinity(), "certificate");
  const subgraph::BoundCertificate certificate = make_certificate(result, run);
  if (result.ledger) mark_checkable(report.results, certificate);
  return certificate_json(graph, certificate);
}

void write_sets(const FindArguments& arguments, const Graph& graph, const FindReport& report,
                Session& session) {
  const auto write = [&](const std::string& pattern, const auto& write_one) {
    if (pattern.empty()) return;
    std::vector<const FindAnswer*> sets;
    std::vector<std::string> written;
    for (const FindAnswer& answer : report.results) {
      const std::string path = set_file(pattern, answer.s, answer.rank);
      const auto before = std::find(written.begin(), written.end(), path);
      if (before == written.end()) {
        sets.push_back(&answer);
        written.push_back(path);
      } else if (sets[static_cast<std::size_t>(before - written.begin())]->solution.vertices !=
                 answer.solution.vertices) {
        session.note(fmt::format("{} holds the first of several sets of {} vertices", path, answer.s));
      }
    }
    if (is_open_pattern(pattern)) session.check_outputs(written, arguments.inputs(), arguments.overwrite());
    for (std::size_t i = 0; i < sets.size(); ++i) write_one(sets[i]->solution, written[i]);
    if (written.size() == 1) session.note_written(written.front());
    if (written.size() > 1)
      session.note(fmt::format("wrote {} files, up to {}", written.size(), written.back()));
  };
  write(arguments.set_path, [&](const subgraph::Solution& set, const std::string& path) {
    write_vertex_set(graph, set.vertices, set.edges, path, arguments.overwrite());
  });
  write(arguments.induced_path, [&](const subgraph::Solution& set, const std::string& path) {
    write_graph(induced_subgraph(graph, set.vertices), path, {"edges", arguments.overwrite()});
  });
}

void write_certificate(const FindArguments& arguments, const std::string& certificate, Session& session) {
  if (arguments.certificate_path.empty()) return;
  write_file(arguments.certificate_path, certificate, arguments.overwrite());
  session.note_written(arguments.certificate_path);
}

}  // namespace

void check_set_files(const FindArguments& arguments, const FindRequest& request, Session& session) {
  std::vector<std::string> paths = {arguments.certificate_path};
  for (const auto& [option, path] :
       {std::pair("-o", arguments.set_path), std::pair("--induced", arguments.induced_path)}) {
    if (path.empty()) continue;
    if (request.sizes.size() > 1) need_place(option, path, "{s}", "several sizes are asked for");
    for (const Vertex s : request.sizes) {
      for (int rank = 1; rank <= arguments.demands.top.value_or(1); ++rank) {
        paths.push_back(set_file(path, s, rank));
      }
    }
  }
  session.check_outputs(paths, arguments.inputs(), arguments.overwrite());
}

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

void tell_found(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                FindReport& report, Session& session) {
  std::string certificate;
  std::exception_ptr failure;
  try {
    certificate = certificate_of(arguments, graph, result, report, session);
  } catch (...) {  // the answers are complete without it
    failure = std::current_exception();
  }
  print_found(arguments, report, session);
  write_sets(arguments, graph, report, session);
  if (failure) std::rethrow_exception(failure);
  if (!arguments.certificate_path.empty() && certificate.empty()) {
    without_certificate(arguments.certificate_path, !result.defect.empty() ? result.defect
                                                    : result.certificate   ? "no claim rules out a larger set"
                                                                         : "there is no answer with a bound");
  }
  write_certificate(arguments, certificate, session);
}

}  // namespace lode::tool
