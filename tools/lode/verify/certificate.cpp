#include "verify/certificate.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

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
    std::string names;
    for (const Vertex v : *vertices) names += (names.empty() ? "" : ", ") + escape_terminal(graph.name(v));
    if (!names.empty()) text += (text.empty() ? ", of sets" : " and") + (words + names);
  }
  return text;
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
                                ? format_upper_bound(certificate.bound)
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
  if (values_given) throw InvalidArgument("--values", "", problem);
  if (core_of) throw InvalidArgument("--core-of", "", problem);
}

}  // namespace

std::string certificate_text(const VerifyArguments& arguments, const GraphArgument::Loaded& loaded,
                             const std::vector<double>& values, const RunContext& run) {
  const Graph& graph = loaded.data;
  const std::string& path = arguments.certificate_path;
  const std::string kind = subgraph::certificate_kind(path);
  if (!kind.empty()) {
    refuse_values_and_core(false, arguments.graph.core_of, kind);
    return density_in_words(path, graph, values, run);
  }
  std::string text;
  const subgraph::BoundCertificate certificate = subgraph::read_certificate(path, graph);
  check_same_core(graph, certificate.core_of, loaded.input.core_of);
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
  const auto& core = certificate.core_of;
  return !core ? text
               : text + fmt::format("bounds of every graph that the input is the {}-core of\n",
                                    format_exact(*core));
}

std::string question_certificate_text(const VerifyArguments& arguments, const Session& session) {
  const std::string kind = subgraph::certificate_kind(arguments.certificate_path);
  const auto found = std::ranges::find(all_questions(), kind, &Question::certificate);
  if (kind.empty() || found == all_questions().end()) return "";
  refuse_values_and_core(arguments.graph.gives_numbers(), arguments.graph.core_of, kind);
  ToolInput input(arguments, session);
  return found->check(input, arguments.certificate_path);
}

}  // namespace lode::tool
