#include "verify/certificate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/clique_certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/densest.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/verify.hpp>

namespace lode::tool {
namespace {

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

}  // namespace

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
    for (const auto& [steps, why] :
         {std::pair{&bound.unchecked, "a search is right"}, {&bound.stated, "the input states rightly"}}) {
      for (const auto& [s, value] : *steps) {
        text += fmt::format("{} {} that no {} vertices hold {} than {}", word, why, s, amount,
                            format_weight(value));
        word = " and that";
      }
    }
    text += '\n';
  }
  if (certificate.core_of) {
    text += fmt::format("bounds of every graph that the input is the {}-core of\n",
                        format_exact(*certificate.core_of));
  }
  return text;
}

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

}  // namespace lode::tool
