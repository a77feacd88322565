#include "bounds/certificate/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
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
namespace {

/// Sums of real weights in another order than the writer's may differ by this part.
constexpr double outside_slack = 1e-12;

}  // namespace

void refute_certificate(const std::string& what) { throw VerificationError("certificate: " + what); }

CertificateCheck::CertificateCheck(const ReducedFamily& family, const BoundCertificate& certificate,
                                   const RunContext& run)
    : family_(family), certificate_(certificate), run_(run) {
  if (certificate_.clique_number) {
    const bool shown = shows_clique_number(graph(), *certificate_.clique_number, run_);
    run_.require_time(checking);
    require_certified(shown,
                      "a clique number of {} is not shown: some clique is larger, or the "
                      "search for one takes too long",
                      *certificate_.clique_number);
  }
}

const CheckedData& CertificateCheck::data(const ClaimedStep& claimed) const {
  const std::size_t place = claimed.step.data;
  const auto known = data_.find(place);
  if (known != data_.end()) return known->second;
  run_.require_time(checking);
  const auto& all = certificate_.multipliers;
  require_certified(place < all.size() && all[place], "step {} has no data", claimed.number);
  return data_.emplace(place, checked_data(*all[place])).first->second;
}

CheckedData CertificateCheck::checked_data(const PartMultipliers& given) const {
  CheckedData data{given.s, given.dummies, checked_part(given.part)};
  const double outside = data.part.outside;
  // A certificate may state any weight of a dummy.
  data.integral = graph().integral() && ProofSum{outside} * data.s < 0x1p60L;
  data.dummy = data.integral ? outside : outside * (1.0 + 2.0 * outside_slack);
  const CheckedRows rows{data.part.graph, data.part.values, data.s, data.integral, data.dummies, data.dummy};
  require_certified(data.s >= 1 && data.s <= rows.size() && data.dummies <= data.s,
                    "a core with dummies does not hold the sets that it is about");
  data.bounds = given.tree ? check_search_tree(rows, *given.tree, run_) : check_edge_split(rows, given.arc);
  data.bounds[data.s] = std::max(0.0L, data.bounds[data.s]);
  for (Vertex v = 0; v < num_vertices(); ++v) {
    if (data.part.inward(v) != no_vertex) continue;
    data.largest_value = std::max<ProofSum>(data.largest_value, value(v));
    graph().for_each_neighbor(
        v, [&](Vertex, Weight w) { data.largest_weight = std::max<ProofSum>(data.largest_weight, w); });
  }
  return data;
}

CheckedBound CertificateCheck::check(const BoundCertificate::Claim& claim) const {
  require_certified(!claim.steps.empty(), "nothing is said of s = {}", claim.s);
  require_certified(claim.s >= family_.include.size(), "sets of {} vertices cannot hold all that is included",
                    claim.s);
  const Vertex size = family_.inward(claim.s);
  CheckedBound result{.s = claim.s,
                      .bound = claim.bound_rule,
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
    require_certified((step.s >= 1 || (size == 0 && step.rule == "trivial")) && step.s <= num_vertices(),
                      "step {} is about sets of {} vertices", i, step.s);
    require_certified(std::isfinite(step.value), "step {} has no finite value", i);
    const ProofRule* rule = proof_rule(step.rule);
    require_certified(rule, "step {} is by the rule {}, which is not known", i, step.rule);
    // An earlier step; null for none.
    const auto at = [&](std::size_t place) {
      require_certified(place == no_step || place < i, "step {} rests on a later one", i);
      return place == no_step ? nullptr : &claim.steps[place];
    };
    const auto* before = at(step.from);
    ClaimedStep claimed{step, before, i, at(step.inside), is_of_all(before)};
    for (const std::size_t place : step.tail) {
      claimed.tail.push_back(at(place));
      require_certified(claimed.tail.back(), "step {} rests on no step", i);
    }
    const std::optional<ProofSum> proven = rule->check(*this, claimed);
    if (!proven) {
      auto& taken = step.rule == "stated" ? result.stated : result.unchecked;
      taken.emplace_back(family_.outward(step.s), family_.outward_bound(step.s, step.value));
      continue;
    }
    require_certified(step.value >= *proven, "step {} claims {} for s = {} by rule {}, which proves {}", i,
                      step.value, step.s, step.rule, static_cast<double>(*proven));
  }
  require_certified(claim.steps.back().s == size, "the last step is not about s = {}", claim.s);
  require_certified(!family_.core_of || is_of_all(&claim.steps.back()),
                    "the last step of s = {} is about the sets inside the core alone", claim.s);
  require_certified(!claim.bound || *claim.bound == result.value,
                    "at most {} is claimed for s = {}, and the steps are about {}", claim.bound.value_or(0.0),
                    claim.s, result.value);
  return result;
}

Part CertificateCheck::checked_part(const Part& claimed) const {
  std::vector<std::uint8_t> inside(num_vertices(), 0);
  for (const Vertex v : claimed.original) {
    require_certified(v < num_vertices() && !inside[v],
                      "a part holds a vertex twice, or one that does not exist");
    inside[v] = 1;
  }
  require_certified(std::is_sorted(claimed.original.begin(), claimed.original.end()),
                    "a part's vertices do not increase");
  const bool is_whole = claimed.original.empty();
  if (is_whole) std::fill(inside.begin(), inside.end(), std::uint8_t{1});
  const auto is_number = [](double value) { return std::isfinite(value) && value >= 0.0; };
  require_certified(is_number(claimed.outside), "the weight outside a part is not a number >= 0");
  require_certified(!graph().integral() || claimed.outside == std::floor(claimed.outside),
                    "the weight outside a part is no integer, and all weights are");
  Part part = is_whole ? Part{graph()} : part_of(graph(), claimed.original);
  part.outside = claimed.outside;
  part.values = family_.values.of(part);
  const ProofSum limit =
      static_cast<ProofSum>(part.outside) * (graph().integral() ? 1.0L : 1.0L + outside_slack);
  const auto left = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), 0));
  require_certified(peeled_core_values(inside, limit).size() == left,
                    "a vertex outside a part weighs more than is said");
  return part;
}

/// The weight of a peeled vertex towards the vertices left is summed afresh, because the order may follow
/// rounded differences.
std::vector<ProofSum> CertificateCheck::peeled_core_values(const std::vector<std::uint8_t>& kept,
                                                           ProofSum limit) const {
  std::vector<ProofSum> left(num_vertices());
  using Offer = std::pair<ProofSum, Vertex>;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers;
  const auto offer = [&](Vertex v) {
    if (!kept[v] && left[v] <= limit) offers.emplace(left[v], v);
  };
  for (Vertex v = 0; v < num_vertices(); ++v) {
    left[v] = value(v);
    graph().for_each_neighbor(v, [&](Vertex, Weight w) { left[v] += w; });
    offer(v);
  }
  std::vector<std::uint8_t> peeled(num_vertices(), 0);
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
    core_values_ = peeled_core_values(std::vector<std::uint8_t>(num_vertices(), 0), no_bound);
    std::reverse(core_values_.begin(), core_values_.end());
  }
  return core_values_;
}

std::vector<Weight> CertificateCheck::edge_weights() const {
  std::vector<Weight> weights;
  for (Vertex v = 0; v < num_vertices(); ++v) {
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
  if (values().empty()) return 0.0L;
  std::vector<Weight> rising(values().begin(), values().end());
  std::sort(rising.begin(), rising.end());
  const ProofSum sum = std::accumulate(rising.begin(), rising.begin() + s, ProofSum{0});
  return graph().integral() ? sum : sum * (1.0L - 0x1p-63L * (s + 2.0L));
}

ProofSum CertificateCheck::at_most(ProofSum sum, ProofSum terms) const {
  return graph().integral() ? std::floor(sum) : sum * (1.0L + 0x1p-63L * (terms + 2.0L));
}

std::optional<ProofSum> check_outside_step(const CertificateCheck& check, const ClaimedStep& claimed) {
  const CheckedData& data = check.data(claimed);
  const Vertex t = claimed.step.s;
  require_certified(t <= data.s, "step {} is about larger sets than its data", claimed.number);
  const auto safe = [&](ProofSum sum, ProofSum magnitude) {
    return data.integral ? std::floor(sum) : sum + magnitude * 0x1p-50L;
  };
  const ProofSum own = safe(data.bounds[t], std::abs(data.bounds[t]));
  if (data.part.whole()) return own;
  require_certified(t + data.dummies >= data.s, "step {} has too few dummies", claimed.number);
  const ProofSum larger = data.integral ? std::floor(data.bounds[data.s]) : data.bounds[data.s];
  const ProofSum taken = ProofSum{data.dummy} * (data.s - t);
  ProofSum proven = std::min(safe(larger - taken, std::abs(larger) + taken), own);
  // Sets with fewer than s - dummies vertices in the core.
  std::vector<ProofSum> few(data.s - data.dummies, no_bound);
  if (!few.empty()) few[0] = 0.0L;
  for (const BoundCertificate::Step* rest : claimed.tail) {
    if (rest->s < few.size()) few[rest->s] = std::min<ProofSum>(few[rest->s], rest->value);
  }
  ProofSum added = 0.0L;
  for (std::size_t j = t; j-- > 0;) {
    added += std::min<ProofSum>(data.dummy, data.largest_value + data.largest_weight * j);
    if (j >= few.size() || j > data.part.graph.num_vertices()) continue;
    require_certified(few[j] < no_bound, "step {} forgets sets of {} vertices of the core", claimed.number,
                      j);
    proven = std::max(proven, safe(few[j] + added, few[j] + added));
  }
  return proven;
}

}  // namespace detail

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
    std::vector<CheckedBound> bounds = check_certificate(negated(graph), opposite, heaviest, run);
    for (CheckedBound& bound : bounds) {
      bound.minimised = true;
      bound.value = 0.0 - bound.value;
      for (auto& [s, value] : bound.unchecked) value = 0.0 - value;
      for (auto& [s, value] : bound.stated) value = 0.0 - value;
    }
    return bounds;
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
