#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/quotas.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/judgement.hpp"

namespace lode {
namespace {

/// Time of a search that tries to refute a claim of an earlier search, in seconds.
constexpr double refutation_seconds = 1.0;

/// Checks a step without a proof, which rests on a search or on a stated bound.
void check_trusted_step(const Graph& graph, const std::vector<Weight>& values,
                        const subgraph::BoundCertificate& certificate, Vertex s, double value, bool is_search,
                        SearchSteps searches, const RunContext& run) {
  if (searches == SearchSteps::refuse) {
    throw VerificationError(
        fmt::format("certificate: that no {} hold more than {} rests on {}, which cannot be checked; "
                    "option 'trust_search' takes it as it is",
                    format_plural(s, "vertex", "vertices"), format_exact(value),
                    is_search ? "a search" : "a bound that the input stated"));
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
      fmt::format("certificate: {} that no {} hold more than {}, and a set of them holds {}",
                  is_search ? "a search is said to have shown" : "the input is said to have stated",
                  format_plural(s, "vertex", "vertices"), format_exact(value), format_exact(objective)));
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
  if (name == quota_bound_name || std::any_of(bounds.begin(), bounds.end(), is_called) ||
      std::any_of(all_methods.begin(), all_methods.end(), is_called)) {
    return;
  }
  throw VerificationError(fmt::format("no bound of lode is called '{}'", printable_text(name.substr(0, 40))));
}

void check_bound_names(const subgraph::Claim& claim) {
  check_bound_name(claim.bound);
  if (claim.bound == quota_bound_name && claim.quotas.empty()) {
    throw VerificationError("the bound is by quotas, and no quota is claimed to be kept");
  }
  if (!claim.threshold || claim.threshold->bound.empty()) return;
  constexpr std::string_view of_sizes[] = {"vertices", "component", "missing-edges", "members"};
  if (std::ranges::find(of_sizes, claim.threshold->bound) == std::end(of_sizes)) {
    check_bound_name(claim.threshold->bound);
  }
}

namespace {

/// An answer for the comparison with bounds of other claims.
struct CountedAnswer {
  const subgraph::Claim& claim;
  VertexSet members;  ///< in increasing order
  Weight objective = 0.0;
};

/// True if the bound of a claim is about this answer.
bool is_about(const subgraph::Claim& claim, const CountedAnswer& answer) {
  const auto holds = [&](Vertex v) { return std::ranges::binary_search(answer.members, v); };
  const auto limits = [](const subgraph::QuotaClaim& quota) {
    return std::tuple(quota.group, quota.at_least, quota.at_most);
  };
  return (!claim.connected || answer.claim.connected) && std::ranges::all_of(claim.include, holds) &&
         std::ranges::none_of(claim.exclude, holds) && std::ranges::none_of(claim.bound_excludes, holds) &&
         (claim.quotas.empty() || std::ranges::equal(claim.quotas, answer.claim.quotas, {}, limits, limits));
}

void check_others(const subgraph::Claim& claim, std::span<const CountedAnswer> answers, Sums sums) {
  const std::optional<double>& bound = claim.lower_bound ? claim.lower_bound : claim.upper_bound;
  if (!bound) return;
  const double sign = claim.lower_bound ? -1.0 : 1.0;
  const auto size = static_cast<Vertex>(claim.vertices.size());
  for (const CountedAnswer& answer : answers) {
    const double objective = sign * answer.objective;
    if (!subgraph::is_below(sign * *bound, objective, sums)) continue;
    if (!is_about(claim, answer)) continue;
    throw VerificationError(fmt::format("the {} bound {} on sets of {} is refuted by another answer, of {}",
                                        claim.lower_bound ? "lower" : "upper", format_exact(*bound),
                                        format_plural(size, "vertex", "vertices"),
                                        format_exact(answer.objective)));
  }
}

}  // namespace

void check_bounds_agree(const Graph& graph, std::span<const Weight> values,
                        std::span<const subgraph::Claim> claims) {
  std::map<std::size_t, std::vector<CountedAnswer>> by_size;
  for (const subgraph::Claim& claim : claims) {
    VertexSet members = claim.vertices;
    std::ranges::sort(members);
    by_size[members.size()].push_back(
        {claim, std::move(members), subgraph::exact_objective(graph, values, claim.vertices)});
  }
  const Sums sums = subgraph::objective_sums(graph, values);
  for (const auto& [size, answers] : by_size) {
    for (const CountedAnswer& answer : answers) check_others(answer.claim, answers, sums);
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
      check_trusted_step(graph, values, certificate, s, value, true, searches, run);
    for (const auto& [s, value] : bound.stated)
      check_trusted_step(graph, values, certificate, s, value, false, searches, run);
  }
  return checked;
}

}  // namespace lode
