#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/registry.hpp>

#include "study/quotas/multipliers.hpp"

namespace lode {
namespace {

std::string vertices_in_words(Vertex s) { return fmt::format("{} {}", s, s == 1 ? "vertex" : "vertices"); }

/// Seconds of a search for a set that refutes what a search is said to have shown.
constexpr double refutation_seconds = 1.0;

/// What a step that cannot be checked rests on.
struct Source {
  std::string_view what;
  std::string_view said;
};
constexpr Source search_source = {"a search", "a search is said to have shown"};
constexpr Source stated_source = {"a bound that the input stated", "the input is said to have stated"};

void check_trusted_step(const Graph& graph, const std::vector<Weight>& values,
                        const subgraph::BoundCertificate& certificate, Vertex s, double value,
                        const Source& source, SearchSteps searches, const RunContext& run) {
  if (searches == SearchSteps::refuse) {
    throw VerificationError(
        fmt::format("certificate: that no {} hold more than {} rests on {}, which cannot be checked; "
                    "option 'trust_search' takes it as it is",
                    vertices_in_words(s), format_exact(value), source.what));
  }
  if (s > graph.num_vertices()) return;
  const RunContext part = run.part(refutation_seconds);
  const subgraph::Problem problem{.graph = graph,
                                  .s = s,
                                  .include = certificate.include,
                                  .exclude = certificate.exclude,
                                  .values = values,
                                  .target = std::nextafter(value, HUGE_VAL)};
  const subgraph::Solution found = subgraph::solve("hybrid", problem, {{"preset", "fast"}}, part);
  const double objective = found.objective();
  if (least_meeting(objective, subgraph::objective_sums(graph, values)) <= value) return;
  throw VerificationError(
      fmt::format("certificate: {} that no {} hold more than {}, and a set of them holds {}", source.said,
                  vertices_in_words(s), format_exact(value), format_exact(objective)));
}

void refute_graph(std::string_view what, const auto& claimed, const auto& found) {
  if (claimed == found) return;
  throw VerificationError(fmt::format("{} is claimed as {}, and is {}", what, claimed, found));
}

}  // namespace

void check_same_graph(const GraphIdentity& claimed, const GraphIdentity& found) {
  if (claimed.weighted != found.weighted) {
    throw VerificationError(
        claimed.weighted ? "the result is of the graph with its weights: verify it with option 'weighted'"
                         : "the result is of the graph without weights: verify it without option 'weighted'");
  }
  refute_graph("the graph's number of vertices", claimed.vertices, found.vertices);
  refute_graph("the graph's number of edges", claimed.edges, found.edges);
  if (claimed.sha256.empty() || found.sha256.empty()) return;
  refute_graph("the checksum of the graph's file", claimed.sha256, found.sha256);
}

void check_same_core(const Graph& graph, std::optional<double> claimed,
                     const std::optional<CoreOrigin>& input) {
  if (input && !claimed) {
    throw VerificationError(
        fmt::format("the bounds are of the graph itself, and it is declared to be {}: find them again with "
                    "that declared",
                    core_origin_text(*input)));
  }
  if (!claimed) return;
  if (input && input->core != *claimed) {
    throw VerificationError(
        fmt::format("the bounds are of the graph that this one is the {}-core of, and it is "
                    "declared to be {}",
                    format_exact(*claimed), core_origin_text(*input)));
  }
  try {
    check_core_origin(graph, {.core = *claimed}, "the graph");
  } catch (const InputError& error) {
    throw VerificationError(fmt::format("the graph {}", error.problem()));
  }
}

void check_bound_name(std::string_view name) {
  const auto is_called = [&](const auto& row) { return row.name == name; };
  const auto bounds = subgraph::bound_rows();
  const auto all_methods = subgraph::methods();
  if (name == detail::quota_bound_name || std::any_of(bounds.begin(), bounds.end(), is_called) ||
      std::any_of(all_methods.begin(), all_methods.end(), is_called)) {
    return;
  }
  throw VerificationError(fmt::format("no bound of lode is called '{}'", printable_text(name.substr(0, 40))));
}

void check_ranks(std::span<const subgraph::Claim> claims) {
  std::map<VertexSet, Vertex> ranks;
  for (const subgraph::Claim& claim : claims) {
    if (claim.rank == 0) continue;
    VertexSet set = claim.vertices;
    std::sort(set.begin(), set.end());
    const auto [known, added] = ranks.try_emplace(std::move(set), claim.rank);
    if (!added) {
      throw VerificationError(
          fmt::format("the answers of rank {} and {} are one set", known->second, claim.rank));
    }
  }
}

std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches, const RunContext& run) {
  return verify_certificate(graph, {}, certificate, searches, run);
}

std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph, const std::vector<Weight>& values,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches, const RunContext& run) {
  if (certificate.minimised) {
    subgraph::BoundCertificate heaviest = certificate;
    heaviest.minimised = false;
    std::vector<Weight> opposite = values;
    for (Weight& value : opposite) value = 0.0 - value;
    return subgraph::opposite_bounds(verify_certificate(negated(graph), opposite, heaviest, searches, run));
  }
  if (certificate.claims.empty()) throw VerificationError("certificate: nothing is claimed");
  for (const subgraph::BoundCertificate::Claim& claim : certificate.claims) check_bound_name(claim.bound);
  subgraph::SetFamily family{
      .include = certificate.include, .exclude = certificate.exclude, .values = values};
  if (certificate.core_of) family.core_of = CoreOrigin{.core = *certificate.core_of};
  std::vector<subgraph::CheckedBound> checked =
      values.empty() ? subgraph::check_certificate(graph, certificate, run)
                     : subgraph::check_certificate(graph, family, certificate, run);
  for (const subgraph::CheckedBound& bound : checked) {
    for (const auto& [s, value] : bound.unchecked)
      check_trusted_step(graph, values, certificate, s, value, search_source, searches, run);
    for (const auto& [s, value] : bound.stated)
      check_trusted_step(graph, values, certificate, s, value, stated_source, searches, run);
  }
  return checked;
}

}  // namespace lode
