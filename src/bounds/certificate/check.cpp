#include "bounds/certificate/check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

namespace lode::subgraph {
namespace detail {
namespace {

/// Sums of real weights in another order than the writer's may differ by this part.
constexpr double outside_slack = 1e-12;

/// Returns the bounds that an edge split proves: by t, no set of t rows weighs more. `arc`: as in
/// PartMultipliers. Cost: O(m log d + n log n) for the largest degree d.
std::vector<ProofSum> check_edge_split(const CheckedRows& rows, std::span<const double> arc) {
  const Graph& graph = rows.part.graph;
  require_certified(arc.size() == graph.num_arcs(), "the numbers of an edge split are not those of arcs");
  require_certified(std::ranges::all_of(arc, [](double x) { return x >= 0.0 && std::isfinite(x); }),
                    "a part of an edge is not a number >= 0");
  std::vector<ProofSum> loads(rows.size());
  for (std::size_t row = 0; row < loads.size(); ++row) loads[row] = rows.value(row);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex uv = graph.offsets()[u]; uv < graph.offsets()[u + 1]; ++uv) {
      const Vertex v = graph.targets()[uv];
      const auto row = graph.neighbors(v);
      const ArcIndex vu = graph.offsets()[v] +
                          static_cast<ArcIndex>(std::lower_bound(row.begin(), row.end(), u) - row.begin());
      require_certified(static_cast<ProofSum>(arc[uv]) + arc[vu] >= graph.arc_weight(uv) * (1.0L - 0x1p-51L),
                        "the parts of an edge at {} do not reach its weight", graph.name(u));
      loads[rows.dummies + u] += arc[uv];
    }
  }
  std::sort(loads.begin(), loads.end(), std::greater<>());
  std::vector<ProofSum> bounds{0.0L};
  ProofSum sum = 0.0L;
  for (Vertex t = 1; t <= rows.s; ++t) {
    sum += loads[t - 1];
    const ProofSum safe = sum * (1.0L + 0x1p-50L) * (1.0L + 0x1p-63L * (graph.max_degree() + t + 5.0L));
    bounds.push_back(rows.integral ? std::floor(safe) : safe);
  }
  return bounds;
}

}  // namespace

void CertificateCheck::check_clique_number() const {
  if (!certificate.clique_number) return;
  const bool shown = shows_clique_number(graph(), *certificate.clique_number, run);
  run.require_time(checking);
  require_certified(shown,
                    "a clique number of {} is not shown: some clique is larger, or the search for one takes "
                    "too long",
                    *certificate.clique_number);
}

const CheckedRows& CertificateCheck::data(const ClaimedStep& claimed) const {
  const std::size_t place = claimed.step.data;
  const auto known = checked.find(place);
  if (known != checked.end()) return known->second;
  run.require_time(checking);
  const auto& all = certificate.multipliers;
  require_certified(place < all.size() && all[place], "step {} has no data", claimed.number);
  return checked.emplace(place, checked_rows(*all[place])).first->second;
}

CheckedRows CertificateCheck::checked_rows(const PartMultipliers& given) const {
  const VertexSet& members = given.part.original;
  std::vector<std::uint8_t> inside(num_vertices(), members.empty());
  for (std::size_t i = 0; i < members.size(); ++i) {
    require_certified(members[i] < num_vertices() && (i == 0 || members[i - 1] < members[i]),
                      "the vertices of a part do not exist, or do not increase");
    inside[members[i]] = 1;
  }
  const double outside = given.part.outside;
  const bool integral = graph().integral();
  require_certified(outside >= 0.0 && std::isfinite(outside) && (!integral || outside == std::floor(outside)),
                    "the weight outside a part is not a number >= 0, or no integer where all weights are");
  const ProofSum limit = static_cast<ProofSum>(outside) * (integral ? 1.0L : 1.0L + outside_slack);
  const auto left = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), 0));
  require_certified(peeled_core_values(inside, limit).size() == left,
                    "a vertex outside a part weighs more than is said");
  CheckedRows rows{members.empty() ? Part{graph()} : part_of(graph(), members), given.s};
  rows.part.values = family.values.of(rows.part);
  // A certificate may state any weight of a dummy.
  rows.integral = integral && ProofSum{outside} * rows.s < 0x1p60L;
  rows.dummies = given.dummies;
  rows.dummy = rows.integral ? outside : outside * (1.0 + 2.0 * outside_slack);
  require_certified(
      rows.s >= 1 && rows.s <= std::min<std::size_t>(num_vertices(), rows.size()) && rows.dummies <= rows.s,
      "a core with dummies does not hold the sets that it is about");
  rows.bounds = given.tree ? check_search_tree(rows, *given.tree, run) : check_edge_split(rows, given.arc);
  rows.bounds[rows.s] = std::max(0.0L, rows.bounds[rows.s]);
  for (Vertex v = 0; v < num_vertices(); ++v) {
    if (inside[v]) continue;
    rows.largest_value = std::max<ProofSum>(rows.largest_value, value(v));
    graph().for_each_neighbor(
        v, [&](Vertex, Weight w) { rows.largest_weight = std::max<ProofSum>(rows.largest_weight, w); });
  }
  return rows;
}

CheckedBound CertificateCheck::check(const BoundCertificate::Claim& claim) const {
  require_certified(!claim.steps.empty(), "nothing is said of s = {}", claim.s);
  require_certified(claim.s >= family.include.size(), "sets of {} vertices cannot hold all that is included",
                    claim.s);
  const Vertex size = family.to_part(claim.s);
  CheckedBound result{.s = claim.s,
                      .bound = claim.bound_rule,
                      .value = family.graph_bound(size, claim.steps.back().value),
                      .include = family.include,
                      .exclude = family.exclude,
                      .core_of = certificate.core_of};
  ClaimedBounds bounds;
  for (std::size_t i = 0; i < claim.steps.size(); ++i) {
    run.require_time(checking);
    const BoundCertificate::Step& step = claim.steps[i];
    require_certified((step.s >= 1 || (size == 0 && step.rule == "trivial")) && step.s <= num_vertices(),
                      "step {} is about sets of {} vertices", i, step.s);
    require_certified(std::isfinite(step.value), "step {} has no finite value", i);
    const ProofRule* rule = proof_rule(step.rule);
    require_certified(rule, "step {} is by the rule {}, which is not known", i, step.rule);
    const std::optional<ProofSum> proven = rule->check(*this, {step, i, bounds.least, bounds.least_of_all});
    require_certified(!proven || step.value >= *proven,
                      "step {} claims {} for s = {} by rule {}, which proves {}", i, step.value, step.s,
                      step.rule, static_cast<double>(proven.value_or(0.0L)));
    if (!proven) {
      auto& taken = step.rule == "stated" ? result.stated : result.unchecked;
      taken.emplace_back(family.to_graph(step.s), family.graph_bound(step.s, step.value));
    }
    bounds.add(step);
  }
  require_certified(claim.steps.back().s == size, "the last step is not about s = {}", claim.s);
  require_certified(!family.core_of || ClaimedBounds::is_of_all(claim.steps.back()),
                    "the last step of s = {} is about the sets inside the core alone", claim.s);
  require_certified(!claim.bound || *claim.bound == result.value,
                    "at most {} is claimed for s = {}, and the steps are about {}", claim.bound.value_or(0.0),
                    claim.s, result.value);
  return result;
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
  if (falling.empty()) {
    falling = peeled_core_values(std::vector<std::uint8_t>(num_vertices(), 0), no_bound);
    std::reverse(falling.begin(), falling.end());
  }
  return falling;
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
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min<EdgeCount>(count, values.size()));
  std::nth_element(values.begin(), end, values.end(), std::greater<>());
  return std::accumulate(values.begin(), end, ProofSum{0});
}

ProofSum CertificateCheck::least_values(Vertex s) const {
  if (values().empty()) return 0.0L;
  std::vector<Weight> rising(values().begin(), values().end());
  std::sort(rising.begin(), rising.end());
  const ProofSum sum = std::accumulate(rising.begin(), rising.begin() + s, ProofSum{0});
  return graph().integral() ? sum : sum * (1.0L - 0x1p-63L * (s + 2.0L));
}

std::optional<ProofSum> check_outside_step(const CertificateCheck& check, const ClaimedStep& claimed) {
  const CheckedRows& rows = check.data(claimed);
  const Vertex t = claimed.step.s;
  require_certified(t <= rows.s, "step {} is about larger sets than its data", claimed.number);
  const auto safe = [&](ProofSum sum, ProofSum magnitude) {
    return rows.integral ? std::floor(sum) : sum + magnitude * 0x1p-50L;
  };
  const ProofSum own = safe(rows.bounds[t], std::abs(rows.bounds[t]));
  if (rows.part.whole()) return own;
  require_certified(t + rows.dummies >= rows.s, "step {} has too few dummies", claimed.number);
  const ProofSum larger = rows.integral ? std::floor(rows.bounds[rows.s]) : rows.bounds[rows.s];
  const ProofSum taken = ProofSum{rows.dummy} * (rows.s - t);
  ProofSum proven = std::min(safe(larger - taken, std::abs(larger) + taken), own);
  // Sets with fewer than s - dummies vertices in the core.
  ProofSum added = 0.0L;
  for (Vertex j = t; j-- > 0;) {
    added += std::min<ProofSum>(rows.dummy, rows.largest_value + rows.largest_weight * j);
    if (j >= rows.s - rows.dummies || j > rows.part.graph.num_vertices()) continue;
    const ProofSum few = j == 0 ? 0.0L : claimed.least.of(j);
    require_certified(few < no_bound, "step {} forgets sets of {} vertices of the core", claimed.number, j);
    proven = std::max(proven, safe(few + added, few + added));
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
  require_certified(!certificate.minimised || !certificate.core_of,
                    "a declared core says nothing of the lightest sets of a larger graph");
  require_certified(certificate.valued == !asked.values.empty(), "{}",
                    certificate.valued ? "it is about values of vertices, too: give them"
                                       : "it is about weights alone, and values of vertices are given");
  require_certified(
      certificate.core_of == (asked.core_of ? std::optional(asked.core_of->core) : std::nullopt),
      "it is about the graph that another core was cut from");
  require_certified(!certificate.core_of || !(certificate.valued || graph.signed_weights()),
                    "a declared core has values of vertices, or negative weights");
  SetFamily sets = asked;
  if (sets.core_of) sets.core_of = CoreOrigin{.core = sets.core_of->core};
  const Graph heaviest = certificate.minimised ? negated(graph) : graph;
  for (Weight& value : sets.values) value = certificate.minimised ? 0.0 - value : value;
  ReducedFamily family;
  try {
    family = reduce_family(heaviest, sets);
  } catch (const InputError& error) {
    require_certified(false, "the graph {}", error.problem());
  }
  detail::check_reduced_family(heaviest, sets, family);
  const auto is_same = [](VertexSet vertices, const VertexSet& increasing) {
    std::ranges::sort(vertices);
    return vertices == increasing;
  };
  require_certified(
      is_same(certificate.include, family.include) && is_same(certificate.exclude, family.exclude),
      "it is about sets with other vertices to include or exclude");
  const detail::CertificateCheck check{family, certificate, run};
  check.check_clique_number();
  std::vector<CheckedBound> results;
  for (const BoundCertificate::Claim& claim : certificate.claims) {
    results.push_back(check.check(claim));
    if (!certificate.minimised) continue;
    results.back().minimised = true;
    results.back().value = 0.0 - results.back().value;
    for (auto* steps : {&results.back().unchecked, &results.back().stated}) {
      for (auto& [s, value] : *steps) value = 0.0 - value;
    }
  }
  return results;
}

}  // namespace lode::subgraph
