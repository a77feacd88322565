// Answers with their bounds, certificates, and bounds without answers.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/find.hpp>

#include "bounds/plan/plan.hpp"
#include "study/find/finder.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode {

NamedVertices named_vertices(const Graph& graph, VertexSet vertices) {
  subgraph::check_vertices(graph, vertices, "vertex");
  VertexNames names = graph.names().subset(vertices);
  return {std::move(vertices), std::move(names)};
}

std::string FindAnswer::bound_on() const {
  std::vector<std::string> demands;
  if (!include.vertices.empty()) demands.emplace_back("all that is included");
  if (!exclude.vertices.empty()) demands.emplace_back("nothing that is excluded");
  if (part && !part->demand().empty()) demands.push_back(fmt::format("all {} kept", part->demand()));
  if (!earlier.vertices.empty()) demands.emplace_back("no vertex of earlier answers");
  std::string text = connected ? "connected sets" : demands.empty() ? "" : "sets";
  for (std::size_t i = 0; i < demands.size(); ++i) text += (i == 0 ? " with " : " and ") + demands[i];
  if (rank <= 1 || !earlier.vertices.empty()) return text;
  return (text.empty() ? "all sets" : text) + ", whatever they share with earlier answers";
}

BoundProof detail::proof_of(Sums sums, double upper_bound, const subgraph::Solution& solution, double room) {
  const Weight objective = solution.objective();
  const double error = subgraph::detail::objective_error(solution, sums);
  BoundProof proof{.gap = std::max(0.0, subgraph::relative_gap(upper_bound, objective)),
                   .proven_optimal = objective >= upper_bound && error == 0.0};
  if (sums == Sums::exact || proof.proven_optimal) return proof;
  const double distance = std::max(0.0, upper_bound - objective) + error;
  const double reach = room + 2.0 * error + optimality_tolerance * std::abs(upper_bound);
  proof.optimality_tolerance = optimality_tolerance;
  proof.proven_optimal = distance <= optimality_tolerance * std::abs(objective);
  if (!proof.proven_optimal && distance <= reach) proof.proven_within = distance;
  return proof;
}

void detail::judge(FindAnswer& answer, Sums sums, double room) {
  static_cast<BoundProof&>(answer) = proof_of(sums, answer.bound.value, answer.solution, room);
  // The search may have been optimal only inside a core.
  StopReason& reason = answer.solution.stop_reason;
  if (reason == StopReason::optimal && !answer.proven_optimal) reason = StopReason::converged;
}

FindAnswer detail::make_find_answer(const Graph& graph, std::span<const Weight> values, std::string method,
                                    std::string preset, subgraph::Solution solution,
                                    const subgraph::Bound& bound, const RunContext& run) {
  FindAnswer answer;
  answer.valued = !values.empty();
  answer.s = static_cast<Vertex>(solution.vertices.size());
  answer.method = std::move(method);
  answer.preset = std::move(preset);
  answer.seed = run.seed();
  answer.threads = run.threads();
  answer.bound = bound;
  if (solution.upper_bound && *solution.upper_bound < bound.value) {
    // Every method compares all single vertices. The bound named lp is not the bound of the method lp.
    const std::string_view name = answer.s == 1 ? "exact" : subgraph::method(answer.method).name;
    answer.bound = {name, answer.s, *solution.upper_bound, solution.seconds};
  }
  answer.names = graph.names().subset(solution.vertices);
  answer.solution = std::move(solution);
  detail::judge(answer, subgraph::objective_sums(graph, values), 0.0);
  // The bounds may have been cut short after the search ended.
  if (run.interrupted() && !answer.proven_optimal) answer.solution.stop_reason = StopReason::interrupted;
  return answer;
}

subgraph::BoundCertificate make_certificate(const FindResult& found, const RunContext& run) {
  if (found.certificate) return *found.certificate;
  std::vector<Vertex> sizes;
  for (const FindAnswer& answer : found.answers) {
    if (answer.rank <= 1) sizes.push_back(answer.s);
  }
  subgraph::BoundCertificate certificate = subgraph::make_certificate(*found.ledger, sizes, run);
  certificate.minimised = !found.answers.empty() && found.answers.front().minimised;
  return certificate;
}

void mark_checkable(std::vector<FindAnswer>& answers, const subgraph::BoundCertificate& certificate) {
  for (FindAnswer& answer : answers) {
    for (const subgraph::BoundCertificate::Claim& claim : certificate.claims) {
      if (claim.s != answer.s) continue;
      const double known = certificate.minimised ? 0.0 - answer.bound.value : answer.bound.value;
      answer.checkable = claim.checkable() && least_meeting(*claim.bound, Sums::rounded) <= known;
    }
  }
}

BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, subgraph::Effort effort,
                         subgraph::Proofs proofs, const RunContext& run) {
  return find_bounds(graph, subgraph::SetFamily(), sizes, effort, proofs, run);
}

BoundsResult find_bounds(const Graph& graph, const subgraph::SetFamily& family,
                         const std::vector<Vertex>& sizes, subgraph::Effort effort, subgraph::Proofs proofs,
                         const RunContext& run) {
  if (effort == subgraph::Effort::proof) {
    throw InvalidArgument("effort", "proof", "needs answers, and bounds alone have none",
                          "use strong, or find answers too");
  }
  const RunContext whole = run.for_call();
  const bool strong = effort == subgraph::Effort::strong;
  RunContext cheap =
      whole.part(strong ? subgraph::cheap_bounds_share * whole.time_left() : whole.time_left());
  subgraph::BoundPlan plan(graph, family, sizes, cheap, proofs);
  const subgraph::BoundLedger& ledger = plan.ledger();
  if (effort != subgraph::Effort::none) {
    plan.add_cheap(cheap, subgraph::cheap_bounds_work(effort, whole));
  }
  if (strong) {
    // Work of the searches, which are missing here. Rules other than outside wait for their share of the
    // time.
    constexpr double least_work = 1.0;
    std::vector<Vertex> increasing = sizes;
    std::sort(increasing.begin(), increasing.end());
    // As in `find`, the core of each size comes first.
    std::vector<subgraph::SearchedSize> searched;
    searched.reserve(increasing.size());
    for (const Vertex s : increasing) searched.push_back({s, ledger.least_weight(s), least_work});
    plan.spend_on(searched, whole.on_parts());
    for (std::size_t i = 0; i < increasing.size(); ++i) {
      RunContext part = whole.part(whole.time_left() / static_cast<double>(increasing.size() - i));
      plan.tighten(increasing[i], ledger.least_weight(increasing[i]), part);
      plan.prefer_checkable(increasing[i], ledger.best(increasing[i]).value, part);
    }
  }
  BoundsResult result;
  for (const Vertex s : sizes) {
    result.bounds.push_back(ledger.bounds(s));
    result.dense_sets.push_back(plan.dense_sets(s));
  }
  result.ledger = plan.shared_ledger();
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
