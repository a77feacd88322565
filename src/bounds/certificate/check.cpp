#include "bounds/certificate/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/rule.hpp"

namespace lode::subgraph {
namespace detail {
void refute_certificate(const std::string& what) { throw VerificationError("certificate: " + what); }

CertificateCheck::CertificateCheck(const ReducedFamily& family, const BoundCertificate& certificate,
                                   const RunContext& run)
    : family_(family), certificate_(certificate), run_(run), n_(family.part.graph.num_vertices()) {
  if (certificate_.clique_number) {
    const bool shown = shows_clique_number(graph(), *certificate_.clique_number, run_);
    run_.require_time(checking);
    require_certified(shown, fmt::format("a clique number of {} is not shown: some clique is larger, or the "
                                         "search for one takes too long",
                                         *certificate_.clique_number));
  }
}

const Part& CertificateCheck::part(std::size_t data) const {
  const auto known = parts_.find(data);
  if (known != parts_.end()) return known->second;
  run_.require_time(checking);
  const auto& multipliers = certificate_.multipliers.at(data);
  require_certified(multipliers != nullptr, "data are missing");
  return parts_.emplace(data, checked_part(multipliers->part)).first->second;
}

CheckedBound CertificateCheck::check(const BoundCertificate::Claim& claim) const {
  require_certified(!claim.steps.empty(), fmt::format("nothing is said of s = {}", claim.s));
  require_certified(claim.s >= family_.include.size(),
                    fmt::format("sets of {} vertices cannot hold all that is included", claim.s));
  const Vertex size = family_.inward(claim.s);
  CheckedBound result{.s = claim.s,
                      .bound = claim.bound,
                      .value = family_.outward_bound(size, claim.steps.back().value),
                      .include = family_.include,
                      .exclude = family_.exclude,
                      .core_of = certificate_.core_of};
  // Steps about all sets of the larger graph, not only about the sets inside the core.
  const auto is_of_all = [](const BoundCertificate::Step* step) {
    return step && (step->s == 0 || step->rule == "core-of" || step->rule == "stated");
  };
  for (std::size_t i = 0; i < claim.steps.size(); ++i) {
    run_.require_time(checking);
    const BoundCertificate::Step& step = claim.steps[i];
    require_certified((step.s >= 1 || (size == 0 && step.rule == "trivial")) && step.s <= n_,
                      fmt::format("step {} is about sets of {} vertices", i, step.s));
    require_certified(std::isfinite(step.value), fmt::format("step {} has no finite value", i));
    const ProofRule* rule = proof_rule(step.rule);
    require_certified(rule, fmt::format("step {} is by the rule {}, which is not known", i, step.rule));
    // An earlier step; null for none.
    const auto at = [&](std::size_t place) {
      require_certified(place == no_step || place < i, fmt::format("step {} rests on a later one", i));
      return place == no_step ? nullptr : &claim.steps[place];
    };
    const auto* before = at(step.from);
    ClaimedStep claimed{step, before, i, at(step.inside), is_of_all(before)};
    for (const std::size_t place : step.tail) {
      claimed.tail.push_back(at(place));
      require_certified(claimed.tail.back(), fmt::format("step {} rests on no step", i));
    }
    const std::optional<ProofSum> proven = rule->check(*this, claimed);
    if (!proven) {
      auto& taken = step.rule == "stated" ? result.stated : result.unchecked;
      taken.emplace_back(family_.outward(step.s), family_.outward_bound(step.s, step.value));
      continue;
    }
    require_certified(step.value >= *proven,
                      fmt::format("step {} claims {} for s = {} by rule {}, which proves {}", i, step.value,
                                  step.s, step.rule, static_cast<double>(*proven)));
  }
  require_certified(claim.steps.back().s == size, fmt::format("the last step is not about s = {}", claim.s));
  require_certified(!family_.core_of || is_of_all(&claim.steps.back()),
                    fmt::format("the last step of s = {} is about the sets inside the core alone", claim.s));
  require_certified(!claim.upper_bound || *claim.upper_bound == result.value,
                    fmt::format("at most {} is claimed for s = {}, and the steps are about {}",
                                claim.upper_bound.value_or(0.0), claim.s, result.value));
  return result;
}

Part CertificateCheck::checked_part(const Part& claimed) const {
  std::vector<std::uint8_t> inside(n_, 0);
  for (const Vertex v : claimed.original) {
    require_certified(v < n_ && !inside[v], "a part holds a vertex twice, or one that does not exist");
    inside[v] = 1;
  }
  require_certified(std::is_sorted(claimed.original.begin(), claimed.original.end()),
                    "a part's vertices do not increase");
  if (claimed.whole()) {
    require_certified(claimed.graph.num_vertices() == n_, "a part does not say which vertices it holds");
    std::fill(inside.begin(), inside.end(), std::uint8_t{1});
  }
  const auto is_number = [](double value) { return std::isfinite(value) && value >= 0.0; };
  require_certified(is_number(claimed.outside), "the weight outside a part is not a number >= 0");
  require_certified(!graph().integral() || claimed.outside == std::floor(claimed.outside),
                    "the weight outside a part is no integer, and all weights are");
  Part part = claimed.whole() ? Part{graph()} : part_of(graph(), claimed.original);
  part.outside = claimed.outside;
  part.values = family_.values.of(part);
  // Sums in another order than the solver's may differ by rounding.
  const ProofSum limit = static_cast<ProofSum>(part.outside) * (graph().integral() ? 1.0L : 1.0L + 1e-12L);
  const auto left = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), 0));
  require_certified(peeled_core_values(inside, limit).size() == left,
                    "a vertex outside a part weighs more than is said");
  return part;
}

/// The weight of a peeled vertex towards the vertices left is summed afresh, because the order may follow
/// rounded differences.
std::vector<ProofSum> CertificateCheck::peeled_core_values(const std::vector<std::uint8_t>& kept,
                                                           ProofSum limit) const {
  std::vector<ProofSum> left(n_);
  using Offer = std::pair<ProofSum, Vertex>;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers;
  const auto offer = [&](Vertex v) {
    if (!kept[v] && left[v] <= limit) offers.emplace(left[v], v);
  };
  for (Vertex v = 0; v < n_; ++v) {
    left[v] = value(v);
    graph().for_each_neighbor(v, [&](Vertex, Weight w) { left[v] += w; });
    offer(v);
  }
  std::vector<std::uint8_t> peeled(n_, 0);
  std::vector<ProofSum> core_values;
  ProofSum core = 0.0L;
  while (!offers.empty()) {
    const Vertex v = offers.top().second;
    offers.pop();
    if (peeled[v]) continue;
    ProofSum towards = value(v);
    graph().for_each_neighbor(v, [&](Vertex u, Weight w) { towards += peeled[u] ? 0.0L : w; });
    if (towards > limit) continue;
    peeled[v] = 1;
    core = std::max(core, towards);
    core_values.push_back(core);
    graph().for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (peeled[u]) return;
      left[u] -= w;
      offer(u);
    });
  }
  return core_values;
}

std::span<const ProofSum> CertificateCheck::falling_core_values() const {
  if (core_values_.empty()) {
    core_values_ =
        peeled_core_values(std::vector<std::uint8_t>(n_, 0), std::numeric_limits<ProofSum>::infinity());
    std::reverse(core_values_.begin(), core_values_.end());
  }
  return core_values_;
}

const std::vector<ProofSum>& CertificateCheck::once_found(
    const void* data, const std::function<std::vector<ProofSum>()>& check_data) const {
  const auto known = found_.find(data);
  return known != found_.end() ? known->second : found_.emplace(data, check_data()).first->second;
}

std::vector<Weight> CertificateCheck::edge_weights() const {
  std::vector<Weight> weights;
  for (Vertex v = 0; v < n_; ++v) {
    graph().for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (v < u) weights.push_back(w);
    });
  }
  return weights;
}

ProofSum CertificateCheck::sum_of_largest(std::vector<Weight> values, EdgeCount count) {
  std::sort(values.begin(), values.end(), std::greater<>());
  const auto taken = static_cast<std::ptrdiff_t>(std::min<EdgeCount>(count, values.size()));
  return std::accumulate(values.begin(), values.begin() + taken, ProofSum{0});
}

ProofSum CertificateCheck::terms(EdgeCount count) const {
  return static_cast<ProofSum>(std::min<EdgeCount>(count, graph().num_arcs()));
}

ProofSum CertificateCheck::largest_values(Vertex s) const {
  return sum_of_largest({values().begin(), values().end()}, s);
}

ProofSum CertificateCheck::least_values(Vertex s) const {
  if (!has_values()) return 0.0L;
  std::vector<Weight> rising(values().begin(), values().end());
  std::sort(rising.begin(), rising.end());
  const ProofSum sum = std::accumulate(rising.begin(), rising.begin() + s, ProofSum{0});
  return graph().integral() ? sum : sum * (1.0L - 0x1p-63L * (s + 2.0L));
}

ProofSum CertificateCheck::at_most(ProofSum sum, ProofSum terms) const {
  return graph().integral() ? std::floor(sum) : sum * (1.0L + 0x1p-63L * (terms + 2.0L));
}

}  // namespace detail

std::vector<CheckedBound> opposite_bounds(std::vector<CheckedBound> bounds) {
  for (CheckedBound& bound : bounds) {
    bound.minimised = !bound.minimised;
    bound.value = 0.0 - bound.value;
    for (auto& [s, value] : bound.unchecked) value = 0.0 - value;
    for (auto& [s, value] : bound.stated) value = 0.0 - value;
  }
  return bounds;
}

std::vector<CheckedBound> check_certificate(const Graph& graph, const BoundCertificate& certificate,
                                            const RunContext& run) {
  SetFamily claimed{.include = certificate.include, .exclude = certificate.exclude};
  if (certificate.core_of) claimed.core_of = CoreOrigin{.core = *certificate.core_of};
  return check_certificate(graph, claimed, certificate, run);
}

std::vector<CheckedBound> check_certificate(const Graph& graph, const SetFamily& asked,
                                            const BoundCertificate& certificate, const RunContext& run) {
  using detail::require_certified;
  if (certificate.minimised) {
    require_certified(!certificate.core_of,
                      "a declared core says nothing of the lightest sets of a larger graph");
    BoundCertificate heaviest = certificate;
    heaviest.minimised = false;
    SetFamily opposite = asked;
    for (Weight& value : opposite.values) value = 0.0 - value;
    return opposite_bounds(check_certificate(negated(graph), opposite, heaviest, run));
  }
  require_certified(certificate.valued == !asked.values.empty(),
                    certificate.valued ? "it is about values of vertices, too: give them"
                                       : "it is about weights alone, and values of vertices are given");
  require_certified(
      certificate.core_of == (asked.core_of ? std::optional(asked.core_of->core) : std::nullopt),
      "it is about the graph that another core was cut from");
  require_certified(!certificate.core_of || !(certificate.valued || graph.signed_weights()),
                    "a declared core has values of vertices, or negative weights");
  SetFamily sets = asked;
  if (sets.core_of) sets.core_of = CoreOrigin{.core = sets.core_of->core};
  ReducedFamily family;
  try {
    family = reduce_family(graph, sets);
  } catch (const InputError& error) {
    detail::refute_certificate("the graph " + error.problem());
  }
  detail::check_reduced_family(graph, sets, family);
  const auto is_same = [](VertexSet vertices, const VertexSet& increasing) {
    std::ranges::sort(vertices);
    return vertices == increasing;
  };
  require_certified(
      is_same(certificate.include, family.include) && is_same(certificate.exclude, family.exclude),
      "it is about sets with other vertices to include or exclude");
  const detail::CertificateCheck check(family, certificate, run);
  std::vector<CheckedBound> results;
  for (const BoundCertificate::Claim& claim : certificate.claims) results.push_back(check.check(claim));
  return results;
}

}  // namespace lode::subgraph
