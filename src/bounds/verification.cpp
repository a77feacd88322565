#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include <lode/bounds/verification.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "bounds/cheap/core_of.hpp"
#include "bounds/judgement.hpp"
#include "bounds/plan.hpp"
#include "core/exact_sum.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/reach.hpp"

namespace lode::subgraph {

Weight exact_objective(const Graph& graph, std::span<const Weight> values, const VertexSet& vertices) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) inside[v] = 1;
  lode::detail::ExactSum sum;
  for (const Vertex v : vertices) {
    if (!values.empty()) sum.add(values[v]);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v && inside[u]) sum.add(w);
    });
  }
  return sum.rounded();
}

namespace {

template <class... Parts>
void require(bool holds, fmt::format_string<Parts...> why, Parts&&... parts) {
  if (!holds) throw VerificationError(fmt::format(why, std::forward<Parts>(parts)...));
}

/// Compares a number of the claim with the recounted one.
void check_number(std::string_view what, const std::optional<double>& claimed, double found,
                  double magnitude = 0.0) {
  if (claimed && !close(*claimed, found, magnitude)) refute(what, *claimed, found);
}

/// The vertices that the set and the sets of the bound avoid.
VertexSet excluded(const Claim& claim) {
  VertexSet all = claim.exclude;
  all.insert(all.end(), claim.bound_excludes.begin(), claim.bound_excludes.end());
  return all;
}

/// Checks that the parts of the claim belong to one question that find answers.
void check_question(const Graph& graph, std::span<const Weight> values, const Claim& claim) {
  const bool lightest = claim.lower_bound.has_value();
  const bool valued = claim.value || claim.objective;
  require(!valued || !values.empty(), "the result counts values of vertices: verify it with option 'values'");
  require(valued || values.empty() || !(claim.upper_bound || lightest),
          "the result counts no values of vertices: verify it without option 'values'");
  require(claim.minimised.value_or(lightest) == lightest,
          "the lightest sets and a lower bound are claimed only together");
  require(!lightest || !claim.upper_bound, "a lower and an upper bound are claimed of one set");
  require(claim.bound != stated_proof.name || claim.core_of,
          "the bound is stated of a larger graph, and the graph is not claimed to be the core of one");
  require(!claim.core_of || (!lightest && values.empty()),
          "bounds of a larger graph know nothing of values of vertices and of the lightest sets");
  if (!claim.threshold) return;
  const ThresholdClaim& asked = *claim.threshold;
  const auto is_level = [](double level) { return std::isfinite(level) && level >= 0.0; };
  const bool dense = asked.density > 0.0 || asked.average_degree > 0.0;
  const int counts = (asked.missing ? 1 : 0) + (asked.plex > 0 ? 1 : 0);
  require(values.empty() && !lightest && !claim.core_of && !graph.signed_weights() &&
              is_level(asked.density) && is_level(asked.average_degree) && (dense ? 1 : 0) + counts == 1 &&
              !(counts > 0 && graph.weighted()) && (graph.weighted() || asked.density <= 1.0),
          "no such threshold can be asked for");
}

/// Counts the set again.
VerifiedTotals recount(const Graph& graph, std::span<const Weight> values, const Claim& claim) {
  const auto size = static_cast<Vertex>(claim.vertices.size());
  if (claim.s && *claim.s != size) refute("the size", *claim.s, size);
  const VerifiedTotals totals{induced_totals(graph, claim.vertices)};
  if (claim.edges && *claim.edges != totals.edges) refute("the number of edges", *claim.edges, totals.edges);
  const auto compare = [](std::string_view what, const std::optional<Weight>& claimed, Weight found,
                          Sums sums, double magnitude) {
    if (claimed && sums == Sums::exact && *claimed != found) refute(what, *claimed, found);
    check_number(what, claimed, found, magnitude);
  };
  compare("the weight", claim.weight, totals.weight, sums_of(graph.integral()), 0.0);
  const Weight value = sum_of_values(values, claim.vertices);
  const Sums sums = objective_sums(graph, values);
  compare("the value", claim.value, value, sums, 0.0);
  compare("the objective", claim.objective, totals.weight + value, sums,
          std::max(std::abs(totals.weight), std::abs(value)));
  check_number("edge_density", claim.edge_density, weight_density(totals.weight, size));
  check_number("average degree", claim.average_degree, average_degree(totals.weight, size));
  return totals;
}

/// Checks the vertices to hold and to avoid, connectedness and the counts of quotas. `held`: the set in order
/// of numbers; `inside`: the graph of its vertices.
void check_constraints(const Graph& graph, const Claim& claim, const VertexSet& held, const Graph& inside) {
  const VertexSet out = excluded(claim);
  check_vertices(graph, claim.include, "vertex to include");
  check_vertices(graph, out, "vertex to exclude");
  const auto holds = [&](Vertex v) { return std::binary_search(held.begin(), held.end(), v); };
  for (const Vertex v : claim.include) {
    require(holds(v), "the set does not hold {}, which it should", graph.name(v));
  }
  for (const Vertex v : out) require(!holds(v), "the set holds {}, which it should not", graph.name(v));
  const Vertex parts = claim.connected ? connected_components(inside).count() : 1;
  require(parts == 1, "the set is not connected: it has {} parts", parts);
  for (const QuotaClaim& quota : claim.quotas) {
    const Vertex most = std::min(quota.at_most.value_or(no_vertex), static_cast<Vertex>(held.size()));
    if (quota.count >= quota.at_least && quota.count <= most) continue;
    refute(fmt::format("the count of group {}", printable_text(quota.group)), quota.count,
           fmt::format("{} to {}", quota.at_least, most));
  }
}

/// The bound of the rule that the claim names, for the sets that the claim is about, less the rounding of
/// another part of the graph. Nothing where the rule has no bound of such sets.
std::optional<double> bound_again(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                                  Vertex s, const RunContext& run) {
  SetFamily family{
      .include = claim.include, .exclude = excluded(claim), .values = {values.begin(), values.end()}};
  if (claim.core_of) family.core_of = CoreOrigin{.core = *claim.core_of};
  double connected = std::numeric_limits<double>::infinity();
  if (claim.connected && !claim.core_of) {
    Problem question{.graph = graph, .s = s, .include = claim.include, .exclude = family.exclude};
    std::ranges::copy(out_of_reach(question), std::back_inserter(family.exclude));
    question.values = family.values;
    if (claim.bound == "trivial") connected = spanning_bound(without_excluded(question).problem);
  }
  BoundPlan plan(graph, family, {&s, 1}, run, Proofs::drop);
  plan.ask(claim.bound, {.s = s}, run);
  for (const Bound& bound : plan.ledger().bounds(s)) {
    if (bound.name != claim.bound) continue;
    const double scale = plan.ledger().family().room(s) / optimality_tolerance;
    return std::min(bound.value - least_gain(bound.value, objective_sums(graph, values), scale), connected);
  }
  return std::nullopt;
}

/// Checks the upper bound of the claim, its gap, and what it proves. Returns whether the bound was computed
/// again. A lower bound is checked as an upper bound of the opposite weights.
bool check_bound(const Graph& graph, std::span<const Weight> values, const Claim& claim, double bound,
                 const RunContext& run) {
  const Sums sums = objective_sums(graph, values);
  const auto s = static_cast<Vertex>(claim.vertices.size());
  const Weight objective = exact_objective(graph, values, claim.vertices);
  const char* name = values.empty() ? "weight" : "objective";
  const double sign = claim.lower_bound ? -1.0 : 1.0;
  require(!is_below(bound, objective, sums), "the {} bound {} is refuted by the {} {}",
          claim.lower_bound ? "lower" : "upper", sign * bound, name, sign * objective);
  std::optional<double> again;
  if (is_repeatable(claim.bound)) again = s == 0 ? 0.0 : bound_again(graph, values, claim, s, run);
  if (again) {
    run.require_time("checking the claim");  // a bound cut short is weaker and refutes nothing
    if (is_below(bound, *again, sums)) refute(fmt::format("the {} bound", claim.bound), bound, *again);
  }
  const Weight value = sum_of_values(values, claim.vertices);
  const double magnitude = value == 0.0 ? 0.0 : std::abs(objective - value) + std::abs(value);
  const double scale = std::max(std::abs(bound), std::abs(objective));
  check_number("gap", claim.gap, std::max(0.0, relative_gap(bound, objective)),
               scale > 0.0 ? 1.0 + magnitude / scale : 0.0);
  if (claim.gap && *claim.gap < 0.0) refute("gap", *claim.gap, 0.0);
  if (claim.proven_within && !(bound - objective <= *claim.proven_within)) {
    refute("the distance to a better set", *claim.proven_within, bound - objective);
  }
  if (claim.proven_optimal != true) return again.has_value();
  const lode::detail::Judgement judged(sums, bound, objective, 0.0, 0.0);
  require(judged.proven_optimal, "optimality is claimed, but the {} {} does not meet the bound {}", name,
          sign * objective, sign * bound);
  const double usual = sums == Sums::exact ? 0.0 : optimality_tolerance;
  const double claimed = claim.optimality_tolerance.value_or(usual);
  if (!(claimed >= 0.0 && claimed <= usual) || (claimed < judged.tolerance && judged.gap > 0x1p-50)) {
    refute("the tolerance of optimality", claimed, judged.tolerance);
  }
  return again.has_value();
}

/// Checks that the needed weight is the least one that gives s vertices what the threshold asks: of integral
/// weights, one less does not. Real weights are compared with the product of density and pairs, within
/// rounding.
void check_need(const Graph& graph, const ThresholdClaim& asked, Vertex s) {
  const auto pairs = static_cast<double>(possible_edges(s));
  double least = asked.missing ? std::max(0.0, pairs - static_cast<double>(*asked.missing)) : 0.0;
  if (asked.plex > 0) least = std::max(least, pairs - std::floor(s * (asked.plex - 1.0) / 2.0));
  const auto enough = [&](double weight) {
    return weight >= least && (pairs == 0.0 || weight / pairs >= asked.density) &&
           2.0 * weight / s >= asked.average_degree;
  };
  const double needed = asked.needed_weight;
  if (graph.integral() && enough(needed) && !enough(needed - 1.0)) return;
  least = std::max({least, asked.density * pairs, asked.average_degree * s / 2.0});
  require(!graph.integral() && close(needed, least),
          "sets of {} vertices need a weight of {} for the threshold, not {}", s, least, needed);
}

/// Checks the needed weight, whether the set and each member reach the threshold, and the sizes that are
/// said to be possible. Where no set is known to reach it, the answer is the vertices to include, or one
/// vertex; a set that is not connected may be one that connected sets were asked for.
void check_threshold(const Graph& graph, const Claim& claim, const Graph& inside, Weight weight) {
  const ThresholdClaim& asked = *claim.threshold;
  const Vertex s = inside.num_vertices();
  check_need(graph, asked, s);
  bool reaches = !worsens(weight, asked.needed_weight, sums_of(graph.integral()));
  for (Vertex i = 0; i < s && asked.plex > 0; ++i) reaches = reaches && s - inside.degree(i) <= asked.plex;
  if (asked.reached) {
    require(reaches, "the threshold is claimed to be reached, but the set of weight {} does not reach it",
            weight);
  } else {
    require(!asked.largest, "the largest set is claimed, and none that reaches the threshold");
    require(!reaches || connected_components(inside).count() != 1,
            "the threshold is claimed not to be reached, but the set reaches it");
    require(s == std::max<std::size_t>(1, claim.include.size()),
            "no set is claimed to reach the threshold, and the answer has {} vertices", s);
  }
  const Vertex n = graph.num_vertices();
  const Vertex possible = asked.largest_possible;
  const bool closed = asked.reached ? asked.largest : possible == 0;
  if (possible > n || (closed ? possible != (asked.reached ? s : 0) : possible <= s)) {
    refute("the largest size that is possible", possible,
           closed ? fmt::format("{}", asked.reached ? s : 0) : fmt::format("more than {}, at most {}", s, n));
  }
  const Vertex next = asked.next_possible.value_or(closed ? 0 : s + 1);
  if (closed ? next != 0 : next <= s || next > possible) {
    refute("the next size that is possible", next,
           closed ? "none" : fmt::format("{} to {}", s + 1, possible));
  }
}

}  // namespace

VerifiedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run) {
  return verify_claim(graph, {}, claim, run);
}

VerifiedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                            const RunContext& run) {
  check_question(graph, values, claim);
  check_values(graph, values);
  check_vertices(graph, claim.vertices, "vertex");
  VerifiedTotals totals = recount(graph, values, claim);
  VertexSet held = claim.vertices;
  std::sort(held.begin(), held.end());
  const Graph inside = claim.connected || claim.threshold ? induced_subgraph(graph, held) : Graph();
  check_constraints(graph, claim, held, inside);
  if (claim.threshold) check_threshold(graph, claim, inside, totals.weight);
  if (claim.upper_bound) {
    totals.bound_repeated = check_bound(graph, values, claim, *claim.upper_bound, run);
  } else if (claim.lower_bound) {
    std::vector<Weight> opposite(values.begin(), values.end());
    for (Weight& value : opposite) value = 0.0 - value;
    totals.bound_repeated = check_bound(negated(graph), opposite, claim, 0.0 - *claim.lower_bound, run);
  }
  return totals;
}

}  // namespace lode::subgraph
