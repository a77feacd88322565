#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/clique_certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/densest.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/verify.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/arguments/vertex_numbers.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

struct VerifyArguments {
  GraphArgument graph;
  RunArguments run;
  std::string set_path;
  std::string result_path;
  std::string certificate_path;
  VertexNumbersArgument values;
  std::optional<EdgeCount> edges;
  bool trust_search = false;
};

/// The sets that a certificate is about; empty for all sets.
std::string sets_in_words(const subgraph::BoundCertificate& certificate, const Graph& graph) {
  std::string text;
  for (const auto& [words, vertices] :
       {std::pair{" that hold ", &certificate.include}, {" without ", &certificate.exclude}}) {
    if (vertices->empty()) continue;
    text += text.empty() ? ", of sets" : " and";
    text += words;
    for (std::size_t i = 0; i < vertices->size(); ++i) {
      text += (i == 0 ? "" : ", ") + escape_terminal(graph.name((*vertices)[i]));
    }
  }
  return text;
}

/// An upper bound rounded up to ten digits, or more for long integer parts.
std::string bound_in_words(double bound) {
  constexpr int digits = 10;
  constexpr double most_without_exponent = 1e15;
  const double step = 1e-10 * std::abs(bound);  // below the unit of the last digit
  const double less_than_a_digit = std::abs(bound) < most_without_exponent ? std::min(step, 0.5) : step;
  std::string text = format_rounded(bound, digits);
  const auto is_below = [&] {
    double written = bound;
    std::from_chars(text.data(), text.data() + text.size(), written);
    return written < bound;
  };
  for (double raised = bound; is_below(); text = format_rounded(raised, digits)) {
    raised =
        std::max(raised + less_than_a_digit, std::nextafter(raised, std::numeric_limits<double>::infinity()));
  }
  return text;
}

std::string cliques_in_words(const CheckedCliques& checked) {
  return fmt::format(
      "no set has more than {}/{} = {} cliques of {} vertices per vertex: verified\n"
      "the set of {} has {}: {}\n",
      checked.bound.numerator, checked.bound.denominator, format_rounded(checked.bound.value(), 10),
      checked.k, format_plural(checked.vertices.size(), "vertex", "vertices"),
      format_plural(checked.cliques, "clique", "cliques"),
      checked.proven_optimal() ? "verified, and optimal" : "verified, not proven optimal");
}

std::string density_in_words(const std::string& path, const Graph& graph, const std::vector<double>& values,
                             const RunContext& run) {
  const DensityCertificate certificate = read_density_certificate(path, graph);
  if (!values.empty() && values != certificate.terms.values) {
    throw VerificationError(certificate.terms.values.empty()
                                ? "values are given, and the certificate has none"
                                : "the values that are given are not those of the certificate");
  }
  run.require_time("checking the certificate");
  check_density_certificate(graph, certificate);
  const std::string bound = certificate.denominator <= 1
                                ? bound_in_words(certificate.bound)
                                : fmt::format("{}/{} = {}", certificate.numerator, certificate.denominator,
                                              format_rounded(certificate.bound, 10));
  return fmt::format("no set has more than {} of {} per {}: verified\n", bound,
                     certificate.terms.values.empty() ? "weight" : "weight and value",
                     certificate.terms.costs.empty() ? "vertex" : "cost");
}

/// Errors: InvalidArgument for --values or --core-of with a certificate of this kind, such as "cliques".
void refuse_values_and_core(bool values_given, const std::optional<double>& core_of,
                            const std::string& kind) {
  const std::string problem = fmt::format("does not go with a certificate of the kind {}", kind);
  if (values_given) throw InvalidArgument("--values", "given", problem);
  if (core_of) throw InvalidArgument("--core-of", format_exact(*core_of), problem);
}

/// Checks the bounds of a certificate, and describes their sets and their basis.
std::string certificate_text(const VerifyArguments& arguments, const GraphArgument::Loaded& loaded,
                             const std::vector<double>& values, const RunContext& run) {
  const Graph& graph = loaded.graph;
  const std::string& path = arguments.certificate_path;
  const std::string kind = subgraph::certificate_kind(path);
  if (!kind.empty()) {
    refuse_values_and_core(kind == "cliques" && !values.empty(), arguments.graph.core_of, kind);
    return kind == "cliques" ? cliques_in_words(check_clique_certificate(path, graph, run))
                             : density_in_words(path, graph, values, run);
  }
  std::string text;
  const subgraph::BoundCertificate certificate = subgraph::read_certificate(path, graph);
  check_same_core(graph, certificate.core_of, loaded.report.core_of);
  const auto checked = verify_certificate(
      graph, values, certificate, arguments.trust_search ? SearchSteps::trust : SearchSteps::refuse, run);
  for (const subgraph::CheckedBound& bound : checked) {
    text +=
        fmt::format("s = {}: at {} {} ({}){}{}: verified", bound.s, bound.minimised ? "least" : "most",
                    format_weight(bound.value), bound.bound,
                    values.empty() ? "" : ", values of vertices counted", sets_in_words(certificate, graph));
    const char* const amount = bound.minimised ? "less" : "more";
    const char* word = ", given that";
    for (const auto& [s, value] : bound.unchecked) {
      text += fmt::format("{} a search is right that no {} vertices hold {} than {}", word, s, amount,
                          format_weight(value));
      word = " and that";
    }
    for (const auto& [s, value] : bound.stated) {
      text += fmt::format("{} the input states rightly that no {} vertices hold {} than {}", word, s, amount,
                          format_weight(value));
      word = " and that";
    }
    text += '\n';
  }
  if (certificate.core_of) {
    text += fmt::format("bounds of every graph that the input is the {}-core of\n",
                        format_exact(*certificate.core_of));
  }
  return text;
}

/// Checks a certificate of densest --directed, reading the graph with directions.
std::string directed_certificate_text(const VerifyArguments& arguments, const Session& session) {
  refuse_values_and_core(arguments.values.given(), arguments.graph.core_of, "directed");
  const int threads = arguments.run.threads;
  const auto loaded = arguments.graph.load_arcs(session, threads);
  const RunContext run = session.run_context(1, threads, std::numeric_limits<double>::infinity(), "verify");
  const CheckedDirected checked = check_directed_certificate(arguments.certificate_path, loaded.arcs, run);
  const DirectedDensest& answer = checked.answer;
  return fmt::format("{} and {}: {}, rho {}, loops {}: verified\nno pair has a rho above {}: verified{}\n",
                     format_plural(answer.sources.size(), "source", "sources"),
                     format_plural(answer.targets.size(), "target", "targets"),
                     format_plural(answer.arcs, "arc", "arcs"), format_rounded(answer.rho(), 10),
                     checked.drops_loops ? "left out" : "counted", bound_in_words(answer.bound),
                     answer.proven_optimal ? " (the pair is optimal)" : "");
}

/// The counts of a verified claim in one line, and a line for each part that was not checked.
std::string claim_text(const Graph& graph, std::span<const double> values, const Claim& claim,
                       const VerifiedTotals& totals) {
  const auto s = static_cast<Vertex>(claim.vertices.size());
  std::string text = fmt::format("s = {}: {}", s, format_plural(totals.edges, "edge", "edges"));
  if (graph.weighted()) text += fmt::format(", weight {}", format_weight(totals.weight));
  if (!values.empty()) {
    const Weight value = subgraph::sum_of_values(values, claim.vertices);
    text +=
        fmt::format(", value {}, objective {}", format_weight(value), format_weight(totals.weight + value));
  }
  text += fmt::format(", edge density {}", format_density(weight_density(totals.weight, s)));
  text += claim.edges ? ": verified\n" : " (nothing was claimed)\n";
  const auto& bound = claim.lower_bound ? claim.lower_bound : claim.upper_bound;
  if (bound && !totals.bound_repeated) {
    text += fmt::format("  at {} {} ({}): not computed again, {}\n", claim.lower_bound ? "least" : "most",
                        format_weight(*bound), claim.bound,
                        claim.quotas ? "and there is no certificate with quotas" : "ask for a --certificate");
  }
  if (claim.quotas) text += "  quotas: members of groups were not counted\n";
  return text;
}

/// The set of --set, with the number of edges claimed by --edges or by its file.
Claim claim_of_set(const VerifyArguments& arguments, const Graph& graph) {
  const VertexSetFile file = read_vertex_set(arguments.set_path, graph);
  Claim claim;
  claim.vertices = file.vertices;
  claim.edges = arguments.edges ? arguments.edges : file.edges;
  return claim;
}

void verify(const VerifyArguments& arguments, Session& session) {
  const int given =
      !arguments.set_path.empty() + !arguments.result_path.empty() + !arguments.certificate_path.empty();
  if (given != 1) {
    throw InvalidArgument("verify needs one of --set FILE, --result FILE and --certificate FILE");
  }
  if (arguments.edges && arguments.set_path.empty()) {
    throw InvalidArgument("--edges", std::to_string(*arguments.edges), "goes with --set");
  }
  if (arguments.trust_search && arguments.certificate_path.empty()) {
    throw InvalidArgument("--trust-search", "given", "goes with --certificate");
  }
  if (subgraph::certificate_kind(arguments.certificate_path) == "directed") {
    return session.print(directed_certificate_text(arguments, session));
  }
  using Checksum = GraphArgument::Checksum;
  GraphArgument graph = arguments.graph;
  arguments.values.ask(graph.read);
  auto loaded = graph.load(session, arguments.run.threads,
                           arguments.result_path.empty() ? Checksum::no : Checksum::yes);
  const std::vector<double> values = arguments.values.read(loaded);
  if (const auto& declared = loaded.report.core_of) check_same_core(loaded.graph, declared->core, declared);
  RunContext run =
      session.run_context(1, arguments.run.threads, std::numeric_limits<double>::infinity(), "verify");
  if (!arguments.certificate_path.empty()) {
    return session.print(certificate_text(arguments, loaded, values, run));
  }
  const Graph& read = loaded.graph;
  if (!arguments.set_path.empty()) {
    const Claim claim = claim_of_set(arguments, read);
    return session.print(claim_text(read, values, claim, verify_claim(read, values, claim, run)));
  }
  const FindClaims claims = read_find_claims(arguments.result_path, read);
  const auto counted =
      verify_find_claims(read, {read.num_vertices(), read.num_edges(), loaded.report.weighted, loaded.sha256},
                         loaded.report.core_of, values, claims, run);
  std::string text;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    text += claim_text(read, values, claims.results[i], counted[i]);
  }
  session.print(text);
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App& command =
      *app.add_subcommand("verify", "Checks a set, a result or a certificate against the graph");
  set_examples(command,
               {{"lode verify karate --set set.txt", "counts the edges of the set again"},
                {"lode verify karate --certificate proof.json", "checks the proof of an upper bound"}});
  arguments->graph.add_options(command);
  arguments->graph.add_signed_option(command);
  arguments->graph.add_core_option(command);
  arguments->graph.checks_core = false;
  arguments->values.add_option(command, "--values", "Numbers of vertices that the claims count");
  begin_section(command, heading::question);
  command
      .add_option("--set", arguments->set_path,
                  "File of a set: an original id a line; '# edges N' is a claim")
      ->type_name("FILE");
  command.add_option("--edges", arguments->edges, "Edges that the set of --set should have")
      ->type_name("N")
      ->check(whole_number<EdgeCount>());
  command.add_option("--result", arguments->result_path, "File that 'lode find --format json' printed")
      ->type_name("FILE");
  command
      .add_option("--certificate", arguments->certificate_path,
                  "File that find, bounds or densest wrote with --certificate")
      ->type_name("FILE");
  command.add_flag(
      "--trust-search", arguments->trust_search,
      "Accept steps of the certificate that are not checked here\nThese are steps that only an exhaustive "
      "search has shown, or that the input states. A step that a known set refutes is not accepted");
  begin_section(command, heading::effort);
  add_threads(command, arguments->run.threads);
  command.callback([arguments, &session] { verify(*arguments, session); });
}

}  // namespace lode::tool
