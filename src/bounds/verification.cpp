#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/bounds/verification.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/graph.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "bounds/plan.hpp"
#include "bounds/set_family.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/scaled_problem.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/state/graph_objective.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

/// Whether two sums agree but for rounding. `magnitude`: that of the numbers that were summed, which may be
/// far above the sums if signs differ.
bool close(double a, double b, double magnitude) {
  return std::abs(a - b) <= 1e-9 * std::max({magnitude, std::abs(a), std::abs(b)});
}

[[noreturn]] void refute(std::string_view what, const auto& claimed, const auto& found) {
  throw VerificationError(fmt::format("{} is claimed as {}, recounted as {}", what, claimed, found));
}

void check_number(std::string_view what, const std::optional<double>& claimed, double found,
                  double magnitude) {
  if (claimed && !close(*claimed, found, magnitude)) refute(what, *claimed, found);
}

/// The sum of the magnitudes of the weights and the values in a set.
double magnitude_inside(const Graph& graph, std::span<const Weight> values, const VertexSet& vertices) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) inside[v] = 1;
  double magnitude = 0.0;
  for (const Vertex v : vertices) {
    if (!values.empty()) magnitude += std::abs(values[v]);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v && inside[u]) magnitude += std::abs(w);
    });
  }
  return magnitude;
}

/// What the error of a run out of time says it was doing.
constexpr std::string_view checking_claim = "checking the claim";

/// What the rule of that name proves of the sets that the claim is about.
double bound_again(const Graph& graph, std::span<const Weight> values, const Claim& claim, Vertex s,
                   const RunContext& run) {
  const Vertex sizes[] = {s};
  const SetFamily family{
      .include = claim.include, .exclude = claim.exclude, .values = {values.begin(), values.end()}};
  BoundPlan plan(graph, family, sizes, run, Proofs::drop);
  plan.ask(claim.bound, {.s = s}, run);
  for (const Bound& bound : plan.ledger().bounds(s)) {
    if (bound.name == claim.bound) return bound.value;
  }
  return -std::numeric_limits<double>::infinity();  // the rule says nothing of such sets
}

/// `objective`: the weight of the set, its values added. `magnitude`: as magnitude_inside.
void check_bound(const Graph& graph, std::span<const Weight> values, const Claim& claim, Vertex s,
                 Weight objective, double magnitude, const RunContext& run) {
  const double bound = *claim.upper_bound;
  const Sums sums = objective_sums(graph, values);
  const auto below = [&](double value) {
    return !(bound >= value) && (sums == Sums::exact || !close(bound, value, magnitude));
  };
  const char* const what = values.empty() ? "weight" : "objective";
  if (below(objective)) {
    throw VerificationError(fmt::format("the upper bound {} is below the {} {}", bound, what, objective));
  }
  if (is_repeatable(claim.bound) && s >= 1) {
    const double again = bound_again(graph, values, claim, s, run);
    run.require_time(checking_claim);  // a bound cut short is weaker and refutes nothing
    if (below(again)) refute(fmt::format("the {} bound", claim.bound), bound, again);
  }
  check_number("gap", claim.gap, relative_gap(bound, objective), 1.0);
  const double room = raise_tolerance(graph, s);
  const bool is_within = room > 0.0 && bound - objective <= room + optimality_tolerance * std::abs(bound);
  if (claim.proven_optimal == true && !proves_optimal(sums, bound, objective) && !is_within) {
    throw VerificationError(fmt::format("optimality is claimed, but the {} {} does not meet the bound {}",
                                        what, objective, bound));
  }
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
  check_vertices(graph, claim.exclude, "vertex to exclude");
  const auto holds = [&](Vertex v) { return std::binary_search(held.begin(), held.end(), v); };
  for (const Vertex v : claim.include) {
    if (!holds(v))
      throw VerificationError(fmt::format("the set does not hold {}, which it should", graph.name(v)));
  }
  for (const Vertex v : claim.exclude) {
    if (holds(v))
      throw VerificationError(fmt::format("the set holds {}, which it should not", graph.name(v)));
  }
  if (claim.connected) {
    const Vertex parts = connected_components(inside).count();
    if (parts != 1) throw VerificationError(fmt::format("the set is not connected: it has {} parts", parts));
  }
}

/// The weight that sets of s vertices must have for a threshold. Integral weights need the next integer.
double least_weight(const ThresholdClaim& asked, Vertex s) {
  const auto pairs = static_cast<double>(possible_edges(s));
  double least =
      std::max({0.0, asked.density * pairs, asked.average_degree * s / 2.0, asked.degree_share * pairs});
  if (asked.missing) least = std::max(least, pairs - static_cast<double>(*asked.missing));
  if (asked.plex > 0) least = std::max(least, pairs - std::floor(s * (asked.plex - 1.0) / 2.0));
  return least;
}

/// What a threshold asks of a set of this weight, and of each member. `members` and `inside`: as above.
void check_threshold(const Graph& graph, const Claim& claim, Weight weight, double magnitude,
                     const VertexSet& members, const Graph& inside) {
  const ThresholdClaim& asked = *claim.threshold;
  const auto s = static_cast<Vertex>(claim.vertices.size());
  const double least = least_weight(asked, s);
  const double room = graph.integral() ? 1.0 : 0.0;
  const bool fits = asked.needed_weight >= least && asked.needed_weight < least + room;
  if (!fits && !close(asked.needed_weight, least, 0.0)) {
    throw VerificationError(fmt::format("sets of {} vertices need a weight of {} for the threshold, not {}",
                                        s, least, asked.needed_weight));
  }
  if (!asked.reached) {
    if (asked.largest)
      throw VerificationError("the largest set is claimed, and none that reaches the threshold");
    return;
  }
  if (weight < asked.needed_weight && (graph.integral() || !close(weight, asked.needed_weight, magnitude))) {
    throw VerificationError(
        fmt::format("the threshold is claimed to be reached, but the weight is {}, and {} are needed", weight,
                    asked.needed_weight));
  }
  if (asked.largest ? asked.largest_possible != s : asked.largest_possible <= s) {
    refute("the largest size that is possible", asked.largest_possible,
           asked.largest ? fmt::format("{}", s) : fmt::format("more than {}", s));
  }
  for (Vertex i = 0; i < s; ++i) {
    const Vertex degree = inside.degree(i);
    const bool joined = asked.degree_share * (s - 1.0) <= degree * (1.0 + 1e-12);
    if ((asked.plex > 0 && s - degree > asked.plex) || !joined) {
      throw VerificationError(
          fmt::format("the threshold is claimed to be reached, but {} is joined to {} of {} members",
                      graph.name(members[i]), degree, s - 1));
    }
  }
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

}  // namespace

InducedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run) {
  return verify_claim(graph, {}, claim, run);
}

namespace {

/// A claim about the lightest sets: what is counted is checked as it is, and the bound as an upper one of the
/// graph with the opposite weights.
InducedTotals verify_lightest(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                              const RunContext& run) {
  Claim counted = claim;
  counted.upper_bound = counted.lower_bound = counted.gap = {};
  counted.proven_optimal = {};
  counted.stationarity = {};
  const InducedTotals totals = verify_claim(graph, values, counted, run);
  const Weight objective = totals.weight + sum_of_values(values, claim.vertices);
  const double magnitude = magnitude_inside(graph, values, claim.vertices);
  if (*claim.lower_bound > objective && !close(*claim.lower_bound, objective, magnitude)) {
    throw VerificationError(fmt::format("the lower bound {} is above the {} {}", *claim.lower_bound,
                                        values.empty() ? "weight" : "objective", objective));
  }
  Claim bounded = claim;
  bounded.upper_bound = 0.0 - *claim.lower_bound;
  bounded.lower_bound = bounded.edge_density = bounded.average_degree = {};
  for (std::optional<Weight>* number : {&bounded.weight, &bounded.value, &bounded.objective}) {
    if (*number) *number = 0.0 - **number;
  }
  std::vector<Weight> opposite(values.begin(), values.end());
  for (Weight& value : opposite) value = 0.0 - value;
  verify_claim(negated(graph), opposite, bounded, run);
  return totals;
}

}  // namespace

InducedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                           const RunContext& run) {
  if (claim.lower_bound) return verify_lightest(graph, values, claim, run);
  check_values(graph, values);
  check_vertices(graph, claim.vertices, "vertex");
  const auto size = static_cast<Vertex>(claim.vertices.size());
  if (claim.s && *claim.s != size) refute("the size", *claim.s, size);
  const InducedTotals totals = induced_totals(graph, claim.vertices);
  if (claim.edges && *claim.edges != totals.edges) refute("the number of edges", *claim.edges, totals.edges);
  const double magnitude = magnitude_inside(graph, values, claim.vertices);
  if (claim.weight &&
      (graph.integral() ? *claim.weight != totals.weight : !close(*claim.weight, totals.weight, magnitude))) {
    refute("the weight", *claim.weight, totals.weight);
  }
  const Weight value = sum_of_values(values, claim.vertices);
  check_valued(values, claim);
  const bool exact = objective_sums(graph, values) == Sums::exact;
  const auto differs = [&](const std::optional<Weight>& claimed, Weight found) {
    return claimed && (exact ? *claimed != found : !close(*claimed, found, magnitude));
  };
  if (differs(claim.value, value)) refute("the value", *claim.value, value);
  if (differs(claim.objective, totals.weight + value)) {
    refute("the objective", *claim.objective, totals.weight + value);
  }
  check_number("edge_density", claim.edge_density, weight_density(totals.weight, size),
               weight_density(magnitude, size));
  check_number("average degree", claim.average_degree, average_degree(totals.weight, size),
               average_degree(magnitude, size));
  VertexSet held = claim.vertices;
  std::sort(held.begin(), held.end());
  const Graph inside = claim.connected || claim.threshold ? induced_subgraph(graph, held) : Graph();
  check_constraints(graph, claim, held, inside);
  if (claim.threshold) check_threshold(graph, claim, totals.weight, magnitude, held, inside);
  if (size == 0 || !(claim.upper_bound || claim.stationarity)) return totals;
  const Problem asked{.graph = graph,
                      .s = size,
                      .start = StartKind::given,
                      .given = claim.vertices,
                      .include = claim.include,
                      .exclude = claim.exclude,
                      .values = {values.begin(), values.end()}};
  Problem left = without_excluded(asked).problem;
  if (claim.upper_bound) check_bound(graph, values, claim, size, totals.weight + value, magnitude, run);
  if (!claim.stationarity) return totals;
  if (!values.empty()) left = detail::ValuedProblem(left, detail::ValueForm::hub).problem();
  // Improvements are told from rounding as they were by the search.
  const std::optional<detail::ScaledProblem> scaled = detail::ScaledProblem::of(left);
  check_stationarity_claim(scaled ? scaled->problem() : left, *claim.stationarity, run);
  return totals;
}

}  // namespace lode::subgraph
