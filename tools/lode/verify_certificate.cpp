#include "verify_certificate.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/bounds/clique_certificate.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/density_certificate.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

namespace lode::tool {
namespace {

/// Which sets a certificate is about, where these are not all.
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

std::string cliques_in_words(const CheckedCliques& checked) {
  return fmt::format(
      "no set has more than {}/{} = {} cliques of {} vertices per vertex: verified\n"
      "the set of {} has {}: {}\n",
      checked.bound.numerator, checked.bound.denominator, format_rounded(checked.bound.value(), 10),
      checked.k, format_plural(checked.vertices.size(), "vertex", "vertices"),
      format_plural(checked.cliques, "clique", "cliques"),
      checked.proven_optimal() ? "verified, and optimal" : "verified, not proven optimal");
}

std::string density_in_words(const std::string& path, const Graph& graph) {
  const DensityCertificate certificate = read_density_certificate(path, graph);
  check_density_certificate(graph, certificate);
  const std::string bound = certificate.denominator <= 1
                                ? format_rounded(certificate.bound, 10)
                                : fmt::format("{}/{} = {}", certificate.numerator, certificate.denominator,
                                              format_rounded(certificate.bound, 10));
  return fmt::format("no set has more than {} of {} per {}: verified\n", bound,
                     certificate.terms.values.empty() ? "weight" : "weight and value",
                     certificate.terms.costs.empty() ? "vertex" : "cost");
}

}  // namespace

std::string certificate_text(const std::string& path, const std::vector<double>& values, SearchSteps searches,
                             const GraphArgument::Loaded& loaded, const RunContext& run) {
  const Graph& graph = loaded.graph;
  if (is_density_certificate(path)) return density_in_words(path, graph);
  if (const auto cliques = check_clique_certificate(path, graph, run)) return cliques_in_words(*cliques);
  std::string text;
  const subgraph::BoundCertificate certificate = subgraph::read_certificate(path, graph);
  check_same_core(graph, certificate.core_of, loaded.report.core_of);
  for (const subgraph::CheckedBound& bound : verify_certificate(graph, values, certificate, searches, run)) {
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

std::string directed_certificate_text(const std::string& path, const GraphArgument& graph, int threads,
                                      const Session& session) {
  const auto loaded = graph.load_arcs(session, threads);
  const CheckedDirected checked = check_directed_certificate(path, loaded.arcs);
  const DirectedDensest& answer = checked.answer;
  return fmt::format("{} and {}: {}, rho {}, loops {}: verified\nno pair has a rho above {}: verified{}\n",
                     format_plural(answer.sources.size(), "source", "sources"),
                     format_plural(answer.targets.size(), "target", "targets"),
                     format_plural(answer.arcs, "arc", "arcs"), format_rounded(answer.rho(), 10),
                     checked.drops_loops ? "left out" : "counted", format_rounded(answer.bound, 10),
                     answer.proven_optimal ? " (the pair is optimal)" : "");
}

}  // namespace lode::tool
