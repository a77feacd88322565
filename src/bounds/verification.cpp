#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include <lode/bounds/verification.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/graph.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "bounds/cheap/core_of.hpp"
#include "bounds/judgement.hpp"
#include "bounds/plan.hpp"
#include "bounds/recount.hpp"
#include "bounds/set_family.hpp"
#include "core/exact_sum.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/reach.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/state/graph_objective.hpp"
#include "subgraph/state/swap_state.hpp"

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

void check_number(std::string_view what, const std::optional<double>& claimed, double found,
                  double magnitude = 0.0) {
  if (claimed && !close(*claimed, found, magnitude)) refute(what, *claimed, found);
}

/// What the error of a run out of time says it was doing.
constexpr std::string_view checking_claim = "checking the claim";

/// What the set and the sets of the bound avoid.
VertexSet excluded(const Claim& claim) {
  VertexSet all = claim.exclude;
  all.insert(all.end(), claim.bound_excludes.begin(), claim.bound_excludes.end());
  return all;
}

/// What the rule of that name proves of the sets that the claim is about, less what the rounding of another
/// part of the graph may change. Nothing where it says nothing of such sets.
std::optional<double> bound_again(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                                  Vertex s, const RunContext& run) {
  const Vertex sizes[] = {s};
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
  BoundPlan plan(graph, family, sizes, run, Proofs::drop);
  plan.ask(claim.bound, {.s = s}, run);
  for (const Bound& bound : plan.ledger().bounds(s)) {
    if (bound.name != claim.bound) continue;
    const double scale = plan.ledger().family().room(s) / optimality_tolerance;
    const double again = bound.value - least_gain(bound.value, objective_sums(graph, values), scale);
    return std::min(again, connected);
  }
  return std::nullopt;
}

/// The objective of a set, as it was counted.
struct Objective {
  Weight value = 0.0;
  double magnitude = 0.0;  ///< of weight and value, which are rounded one by one; 0 without values
  const char* name = "";   ///< what errors call it
};

/// That the set is as near to the bound as is claimed.
void check_optimality(Sums sums, const Claim& claim, const Objective& objective) {
  const double bound = *claim.upper_bound;
  const lode::detail::Judgement judged(sums, bound, objective.value, 0.0, 0.0);
  if (claim.proven_within && !(bound - objective.value <= *claim.proven_within)) {
    refute("the distance to a better set", *claim.proven_within, bound - objective.value);
  }
  if (claim.proven_optimal != true) return;
  if (!judged.proven_optimal) {
    throw VerificationError(fmt::format("optimality is claimed, but the {} {} does not meet the bound {}",
                                        objective.name, objective.value, bound));
  }
  const double usual = sums == Sums::exact ? 0.0 : optimality_tolerance;
  const double claimed = claim.optimality_tolerance.value_or(usual);
  if (claimed > usual || (claimed < judged.tolerance && judged.gap > 0x1p-50)) {
    refute("the tolerance of optimality", claimed, judged.tolerance);
  }
}

/// Whether the bound was computed again, as VerifiedTotals::bound_repeated.
bool check_bound(const Graph& graph, std::span<const Weight> values, const Claim& claim, Vertex s,
                 const Objective& objective, const RunContext& run) {
  const double bound = *claim.upper_bound;
  const Sums sums = objective_sums(graph, values);
  if (is_below(bound, objective.value, sums)) {
    throw VerificationError(
        fmt::format("the upper bound {} is below the {} {}", bound, objective.name, objective.value));
  }
  std::optional<double> again;
  if (is_repeatable(claim.bound)) again = s == 0 ? 0.0 : bound_again(graph, values, claim, s, run);
  if (again) {
    run.require_time(checking_claim);  // a bound cut short is weaker and refutes nothing
    if (is_below(bound, *again, sums)) {
      refute(fmt::format("the {} bound", claim.bound), bound, *again);
    }
  }
  const double scale = std::max(std::abs(bound), std::abs(objective.value));
  check_number("gap", claim.gap, std::max(0.0, relative_gap(bound, objective.value)),
               scale > 0.0 ? 1.0 + objective.magnitude / scale : 0.0);
  if (claim.gap && *claim.gap < 0.0) refute("gap", *claim.gap, 0.0);
  check_optimality(sums, claim, objective);
  return again.has_value();
}

/// A result about values is checked with them, and no other.
void check_valued(std::span<const Weight> values, const Claim& claim) {
  const bool claimed = claim.value || claim.objective;
  if (claimed && values.empty()) {
    throw VerificationError("the result counts values of vertices: verify it with option 'values'");
  }
  if (!claimed && !values.empty() && (claim.upper_bound || claim.lower_bound)) {
    throw VerificationError("the result counts no values of vertices: verify it without option 'values'");
  }
}

/// Vertices said to be held or left out, and connectedness. `held`: the set in order of numbers; `inside`:
/// the graph of its vertices.
void check_constraints(const Graph& graph, const Claim& claim, const VertexSet& held, const Graph& inside) {
  check_vertices(graph, claim.include, "vertex to include");
  const VertexSet out = excluded(claim);
  check_vertices(graph, out, "vertex to exclude");
  const auto holds = [&](Vertex v) { return std::binary_search(held.begin(), held.end(), v); };
  for (const Vertex v : claim.include) {
    if (!holds(v))
      throw VerificationError(fmt::format("the set does not hold {}, which it should", graph.name(v)));
  }
  for (const Vertex v : out) {
    if (holds(v))
      throw VerificationError(fmt::format("the set holds {}, which it should not", graph.name(v)));
  }
  if (claim.connected) {
    const Vertex parts = connected_components(inside).count();
    if (parts != 1) throw VerificationError(fmt::format("the set is not connected: it has {} parts", parts));
  }
}

void check_quotas(const Claim& claim) {
  for (const QuotaClaim& quota : claim.quotas) {
    const Vertex most =
        std::min<Vertex>(quota.at_most.value_or(no_vertex), static_cast<Vertex>(claim.vertices.size()));
    if (quota.count >= quota.at_least && quota.count <= most) continue;
    refute(fmt::format("the count of group {}", printable_text(quota.group)), quota.count,
           fmt::format("{} to {}", quota.at_least, most));
  }
}

/// That parts are claimed together which find answers together.
void check_question(const Graph& graph, std::span<const Weight> values, const Claim& claim) {
  const auto refuse = [](const char* why) { throw VerificationError(why); };
  const bool lightest = claim.lower_bound.has_value();
  if (claim.minimised && *claim.minimised != lightest) {
    refuse(lightest ? "a lower bound is claimed, and the lightest sets are not"
                    : "the lightest sets are claimed without a lower bound");
  }
  if (lightest && claim.upper_bound) refuse("a lower and an upper bound are claimed of one set");
  if (claim.bound == stated_proof.name && !claim.core_of) {
    refuse("the bound is stated of a larger graph, and the graph is not claimed to be the core of one");
  }
  if (claim.core_of && (lightest || !values.empty())) {
    refuse("bounds of a larger graph know nothing of values of vertices and of the lightest sets");
  }
  if (!claim.threshold) return;
  if (!values.empty()) refuse("a threshold counts no values of vertices: verify it without option 'values'");
  if (lightest) refuse("a threshold and a lower bound are claimed of one set");
  if (claim.core_of) refuse("a threshold is claimed of a graph that is declared to be a core");
  if (graph.signed_weights()) refuse("a threshold is claimed of a graph with negative weights");
}

template <class Block>
hybrid::StationarityCheck stationarity_again(const Problem& problem, const StationarityReport& claimed,
                                             const RunContext& run) {
  SwapState state(problem.graph, problem.given, problem.include);
  GraphObjective<Block> objective(state);
  const double exchanges = hybrid::exchange_count(objective.size(), objective.support().size(), claimed.k);
  if (exchanges <= exhaustive_stationarity) return hybrid::exhaust_stationarity(objective, claimed.k, run);
  constexpr std::uint64_t most_blocks = 2000;
  Rng rng(run.seed(), lode::detail::verification_stream);
  return hybrid::sample_stationarity(objective, hybrid::BinaryC(), claimed.k,
                                     std::min(claimed.blocks, most_blocks), rng, run);
}

/// Looks again whether the set is stationary within the vertices that are free to change.
void check_stationarity_claim(const Problem& problem, const StationarityReport& claimed,
                              const RunContext& run) {
  if (claimed.k < 1 || claimed.k > 64) {
    throw VerificationError(fmt::format("block-{} stationarity cannot have been checked", claimed.k));
  }
  const hybrid::StationarityCheck again = problem.graph.weighted()
                                              ? stationarity_again<hybrid::DenseBlock>(problem, claimed, run)
                                              : stationarity_again<hybrid::BitBlock>(problem, claimed, run);
  run.require_time(checking_claim);
  if (claimed.holds && !again.holds) {
    throw VerificationError(
        fmt::format("the set is claimed to be block-{} stationary, and an exchange improves it", claimed.k));
  }
  const bool exhaustive = claimed.mode == StationarityReport::Mode::exhaustive;
  if (exhaustive != (again.mode == hybrid::StationarityMode::exhaustive)) {
    refute("the way stationarity was checked", exhaustive ? "exhaustive" : "sampled",
           exhaustive ? "sampled" : "exhaustive");
  }
  if (!exhaustive) return;
  if (claimed.holds != again.holds) refute("stationarity", claimed.holds, again.holds);
  if (claimed.holds && claimed.blocks != again.blocks) {
    refute("the number of exchanges", claimed.blocks, again.blocks);
  }
}

/// Counts the set again, and compares what is claimed of it alone.
VerifiedTotals recount(const Graph& graph, std::span<const Weight> values, const Claim& claim) {
  const auto size = static_cast<Vertex>(claim.vertices.size());
  if (claim.s && *claim.s != size) refute("the size", *claim.s, size);
  const VerifiedTotals totals{induced_totals(graph, claim.vertices)};
  if (claim.edges && *claim.edges != totals.edges) refute("the number of edges", *claim.edges, totals.edges);
  const auto compare = [](std::string_view what, const std::optional<Weight>& claimed, Weight found,
                          Sums sums, double magnitude) {
    if (claimed && (sums == Sums::exact ? *claimed != found : !close(*claimed, found, magnitude))) {
      refute(what, *claimed, found);
    }
  };
  compare("the weight", claim.weight, totals.weight, sums_of(graph.integral()), 0.0);
  const Weight value = sum_of_values(values, claim.vertices);
  check_valued(values, claim);
  const Sums sums = objective_sums(graph, values);
  compare("the value", claim.value, value, sums, 0.0);
  compare("the objective", claim.objective, totals.weight + value, sums,
          std::max(std::abs(totals.weight), std::abs(value)));
  check_number("edge_density", claim.edge_density, weight_density(totals.weight, size));
  check_number("average degree", claim.average_degree, average_degree(totals.weight, size));
  return totals;
}

/// A claim about the lightest sets: what is counted is checked as it is, and the bound as an upper one of the
/// graph with the opposite weights.
VerifiedTotals verify_lightest(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                               const RunContext& run) {
  Claim counted = claim;
  counted.lower_bound = counted.gap = {};
  counted.proven_optimal = counted.minimised = {};
  counted.proven_within = {};
  counted.stationarity = {};
  VerifiedTotals totals = verify_claim(graph, values, counted, run);
  const Weight objective = exact_objective(graph, values, claim.vertices);
  if (is_below(-*claim.lower_bound, -objective, objective_sums(graph, values))) {
    throw VerificationError(fmt::format("the lower bound {} is above the {} {}", *claim.lower_bound,
                                        values.empty() ? "weight" : "objective", objective));
  }
  Claim bounded = claim;
  bounded.upper_bound = 0.0 - *claim.lower_bound;
  bounded.lower_bound = bounded.edge_density = bounded.average_degree = {};
  bounded.minimised = {};
  for (std::optional<Weight>* number : {&bounded.weight, &bounded.value, &bounded.objective}) {
    if (*number) *number = 0.0 - **number;
  }
  std::vector<Weight> opposite(values.begin(), values.end());
  for (Weight& value : opposite) value = 0.0 - value;
  totals.bound_repeated = verify_claim(negated(graph), opposite, bounded, run).bound_repeated;
  return totals;
}

/// Looks again at the stationarity of the set, among those that the claim is about.
void check_stationarity(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                        const RunContext& run) {
  const Problem asked{.graph = graph,
                      .s = static_cast<Vertex>(claim.vertices.size()),
                      .start = StartKind::given,
                      .given = claim.vertices,
                      .include = claim.include,
                      .exclude = excluded(claim),
                      .values = {values.begin(), values.end()}};
  Problem left = without_excluded(asked).problem;
  if (const auto nearer = detail::within_reach(left, exact_objective(graph, values, claim.vertices)))
    left = *nearer;
  if (!values.empty()) left = detail::ValuedProblem(left, detail::ValueForm::hub).problem();
  check_stationarity_claim(left, *claim.stationarity, run);
}

/// A set whose threshold is checked, as it was counted.
struct CountedSet {
  const VertexSet& members;  ///< in order of numbers
  const Graph& inside;       ///< the graph of `members`
  Weight weight = 0.0;
};

[[noreturn]] void refuse_threshold(std::string_view why) {
  throw VerificationError(fmt::format("no such threshold can be asked for: {}", why));
}

/// Takes what find takes.
void check_demands(const Graph& graph, const ThresholdClaim& asked) {
  for (const double demand : {asked.density, asked.average_degree}) {
    if (!std::isfinite(demand) || demand < 0.0) refuse_threshold(fmt::format("it asks for {}", demand));
  }
  const bool dense = asked.density > 0.0 || asked.average_degree > 0.0;
  const int alone = (asked.missing ? 1 : 0) + (asked.plex > 0 ? 1 : 0);
  if (alone == 0 && !dense) refuse_threshold("it asks nothing");
  if (alone > 1 || (alone == 1 && dense)) {
    refuse_threshold("missing edges and a plex stand alone");
  }
  if (alone == 1 && graph.weighted()) {
    refuse_threshold("missing edges and a plex are about graphs without weights");
  }
  if (!graph.weighted() && asked.density > 1.0) {
    refuse_threshold(fmt::format("it asks for a density of {}", asked.density));
  }
}

/// The needed weight is the least one that gives s vertices what is asked: of integral weights, one less does
/// not. Real weights are compared with the product of density and pairs, within rounding.
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
  if (!graph.integral() && close(needed, least)) return;
  throw VerificationError(
      fmt::format("sets of {} vertices need a weight of {} for the threshold, not {}", s, least, needed));
}

/// The place of a member that is joined to fewer others than the threshold asks.
std::optional<Vertex> loose_member(const ThresholdClaim& asked, const Graph& inside) {
  const Vertex s = inside.num_vertices();
  for (Vertex i = 0; i < s; ++i) {
    if (asked.plex > 0 && s - inside.degree(i) > asked.plex) return i;
  }
  return std::nullopt;
}

void check_reached(const Graph& graph, const ThresholdClaim& asked, const CountedSet& set) {
  if (worsens(set.weight, asked.needed_weight, sums_of(graph.integral()))) {
    throw VerificationError(
        fmt::format("the threshold is claimed to be reached, but the weight is {}, and {} are needed",
                    set.weight, asked.needed_weight));
  }
  const auto s = static_cast<Vertex>(set.members.size());
  if (asked.largest ? asked.largest_possible != s : asked.largest_possible <= s) {
    refute("the largest size that is possible", asked.largest_possible,
           asked.largest ? fmt::format("{}", s) : fmt::format("more than {}", s));
  }
  if (const std::optional<Vertex> loose = loose_member(asked, set.inside)) {
    throw VerificationError(
        fmt::format("the threshold is claimed to be reached, but {} is joined to {} of {} members",
                    graph.name(set.members[*loose]), set.inside.degree(*loose), s - 1));
  }
}

/// Where no set is known to reach the threshold, the answer is the vertices to include, or one vertex. A set
/// that is not connected may be one that connected sets were asked for.
void check_not_reached(const Claim& claim, const CountedSet& set) {
  const ThresholdClaim& asked = *claim.threshold;
  if (asked.largest) {
    throw VerificationError("the largest set is claimed, and none that reaches the threshold");
  }
  if (set.weight >= asked.needed_weight && !loose_member(asked, set.inside) &&
      connected_components(set.inside).count() == 1) {
    throw VerificationError("the threshold is claimed not to be reached, but the set reaches it");
  }
  const std::size_t least = std::max<std::size_t>(1, claim.include.size());
  if (set.members.size() != least) {
    throw VerificationError(
        fmt::format("no set is claimed to reach the threshold: the answer should have {} vertices, not {}",
                    least, set.members.size()));
  }
}

void check_possible_sizes(const Graph& graph, const ThresholdClaim& asked, Vertex s) {
  if (asked.largest_possible > graph.num_vertices()) {
    refute("the largest size that is possible", asked.largest_possible,
           fmt::format("at most {}", graph.num_vertices()));
  }
  if (!asked.reached && asked.largest_possible > 0 && asked.largest_possible <= s) {
    refute("the largest size that is possible", asked.largest_possible, fmt::format("0 or more than {}", s));
  }
  if (!asked.next_possible) return;
  const Vertex next = *asked.next_possible;
  const bool closed = asked.reached ? asked.largest : asked.largest_possible == 0;
  if (closed ? next == 0 : next > s && next <= asked.largest_possible) return;
  refute("the next size that is possible", next,
         closed ? "none" : fmt::format("{} to {}", s + 1, asked.largest_possible));
}

/// That a threshold can be asked for, what it needs, whether the set and each member reach it, and the sizes
/// that are said to be possible.
void check_threshold(const Graph& graph, const Claim& claim, const CountedSet& set) {
  const ThresholdClaim& asked = *claim.threshold;
  const auto s = static_cast<Vertex>(set.members.size());
  check_demands(graph, asked);
  check_need(graph, asked, s);
  if (asked.reached) {
    check_reached(graph, asked, set);
  } else {
    check_not_reached(claim, set);
  }
  check_possible_sizes(graph, asked, s);
}

}  // namespace

VerifiedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run) {
  return verify_claim(graph, {}, claim, run);
}

VerifiedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                            const RunContext& run) {
  check_question(graph, values, claim);
  if (claim.lower_bound) return verify_lightest(graph, values, claim, run);
  check_values(graph, values);
  check_vertices(graph, claim.vertices, "vertex");
  VerifiedTotals totals = recount(graph, values, claim);
  VertexSet held = claim.vertices;
  std::sort(held.begin(), held.end());
  const Graph inside = claim.connected || claim.threshold ? induced_subgraph(graph, held) : Graph();
  check_constraints(graph, claim, held, inside);
  check_quotas(claim);
  if (claim.optimality_tolerance && !(*claim.optimality_tolerance >= 0.0)) {
    throw VerificationError(
        fmt::format("the tolerance of optimality is claimed as {}", *claim.optimality_tolerance));
  }
  if (claim.threshold) check_threshold(graph, claim, {held, inside, totals.weight});
  const Weight value = sum_of_values(values, claim.vertices);
  Objective objective{exact_objective(graph, values, claim.vertices), 0.0,
                      values.empty() ? "weight" : "objective"};
  if (value != 0.0) objective.magnitude = std::abs(totals.weight) + std::abs(value);
  const auto size = static_cast<Vertex>(claim.vertices.size());
  if (claim.upper_bound) {
    totals.bound_repeated = check_bound(graph, values, claim, size, objective, run);
  }
  if (claim.stationarity && size > 0) check_stationarity(graph, values, claim, run);
  return totals;
}

}  // namespace lode::subgraph
