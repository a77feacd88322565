#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/part.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/plan/plan.hpp"
#include "core/exact_sum.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/reach.hpp"

namespace lode {
namespace {

/// Time of a search that tries to refute a claim of an earlier search, in seconds.
constexpr double refutation_seconds = 1.0;

template <class... Parts>
void require(bool holds, fmt::format_string<Parts...> why, Parts&&... parts) {
  if (!holds) throw VerificationError(fmt::format(why, std::forward<Parts>(parts)...));
}

void compare(std::string_view what, const auto& claimed, const auto& found) {
  require(claimed == found, "{} is claimed as {}, recounted as {}", what, claimed, found);
}

/// True if two numbers differ by at most a few units in the last place of the largest among them and
/// `magnitude`, the magnitude of the terms of a sum. Infinity agrees with itself alone.
bool close(double a, double b, double magnitude = 0.0) {
  if (a == b) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= 0x1p-50 * std::max({magnitude, std::abs(a), std::abs(b)});
}

/// Compares a sum of the claim with the recounted one.
void compare_sums(std::string_view what, const std::optional<double>& claimed, double found, Sums sums,
                  double magnitude = 0.0) {
  if (claimed && (sums == Sums::exact || !close(*claimed, found, magnitude))) compare(what, *claimed, found);
}

/// True if an upper bound is below a number by more than rounding, or is no number.
bool is_below(double bound, double value, Sums sums) {
  return !(bound >= value) && (sums == Sums::exact || !close(bound, value));
}

/// Weight plus value of a set, rounded once.
Weight exact_objective(const Graph& graph, std::span<const Weight> values, const VertexSet& vertices) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) inside[v] = 1;
  detail::ExactSum sum;
  for (const Vertex v : vertices) {
    if (!values.empty()) sum.add(values[v]);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v && inside[u]) sum.add(w);
    });
  }
  return sum.rounded();
}

/// Checks that the parts of the claim belong to one question.
void check_question(std::span<const Weight> values, const Claim& claim) {
  const bool lightest = claim.lower_bound.has_value();
  require(!claim.objective || !values.empty(),
          "the result counts values of vertices: verify it with option 'values'");
  require(claim.objective || values.empty() || !(claim.upper_bound || lightest),
          "the result counts no values of vertices: verify it without option 'values'");
  require(!lightest || !claim.upper_bound, "a lower and an upper bound are claimed of one set");
  require(claim.bound != subgraph::stated_proof.name || claim.core_of,
          "the bound is stated of a larger graph, and the graph is not claimed to be the core of one");
  require(!claim.core_of || (!lightest && values.empty()),
          "bounds of a larger graph know nothing of values of vertices and of the lightest sets");
}

/// Checks the vertices to hold and to avoid, and connectedness.
void check_demands(const Graph& graph, const Claim& claim) {
  subgraph::check_vertices(graph, claim.include, "vertex to include");
  subgraph::check_vertices(graph, claim.exclude, "vertex to exclude");
  VertexSet held = claim.vertices;
  std::ranges::sort(held);
  const auto check_member = [&](Vertex v, bool wanted, const char* what) {
    require(std::ranges::binary_search(held, v) == wanted, "the set {} {}, which it should{}", what,
            graph.name(v), wanted ? "" : " not");
  };
  for (const Vertex v : claim.include) check_member(v, true, "does not hold");
  for (const Vertex v : claim.exclude) check_member(v, false, "holds");
  if (!claim.connected) return;
  const Vertex parts = connected_components(induced_subgraph(graph, held)).count();
  require(parts == 1, "the set is not connected: it has {} parts", parts);
}

/// The bound of the rule that the claim names, for the sets that the claim is about, less the rounding of
/// another part of the graph. Nothing if the rule has no bound of such sets.
std::optional<double> bound_again(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                                  Vertex s, const RunContext& run) {
  subgraph::SetFamily family{
      .include = claim.include, .exclude = claim.exclude, .values = {values.begin(), values.end()}};
  if (claim.core_of) family.core_of = CoreOrigin{.core = *claim.core_of};
  double connected = std::numeric_limits<double>::infinity();
  if (claim.connected && !claim.core_of) {
    subgraph::Problem question{.graph = graph, .s = s, .include = claim.include, .exclude = claim.exclude};
    std::ranges::copy(subgraph::out_of_reach(question), std::back_inserter(family.exclude));
    question.values = family.values;
    if (claim.bound == "trivial") {
      connected = subgraph::spanning_bound(subgraph::without_excluded(question).problem);
    }
  }
  subgraph::BoundPlan plan(graph, family, {&s, 1}, run, subgraph::Proofs::drop);
  plan.ask(claim.bound, {.s = s}, run);
  for (const subgraph::Bound& bound : plan.ledger().bounds(s)) {
    if (bound.name != claim.bound) continue;
    const double scale = plan.ledger().family().room(s) / optimality_tolerance;
    const Sums sums = subgraph::objective_sums(graph, values);
    return std::min(bound.value - least_gain(bound.value, sums, scale), connected);
  }
  return std::nullopt;
}

/// Checks the upper bound of the claim, its gap and optimality. Returns whether the bound was computed again.
/// A lower bound is checked as an upper bound of the opposite weights.
bool check_bound(const Graph& graph, std::span<const Weight> values, const Claim& claim, double bound,
                 const RunContext& run) {
  const Sums sums = subgraph::objective_sums(graph, values);
  const auto s = static_cast<Vertex>(claim.vertices.size());
  const Weight objective = exact_objective(graph, values, claim.vertices);
  const char* name = values.empty() ? "weight" : "objective";
  const double sign = claim.lower_bound ? -1.0 : 1.0;
  require(!is_below(bound, objective, sums), "the {} bound {} is refuted by the {} {}",
          claim.lower_bound ? "lower" : "upper", sign * bound, name, sign * objective);
  std::optional<double> again;
  if (subgraph::is_repeatable(claim.bound)) again = s == 0 ? 0.0 : bound_again(graph, values, claim, s, run);
  if (again) {
    run.require_time("checking the claim");  // a bound cut short is weaker and refutes nothing
    if (is_below(bound, *again, sums)) compare(fmt::format("the {} bound", claim.bound), bound, *again);
  }
  const Weight value = subgraph::sum_of_values(values, claim.vertices);
  const double magnitude = value == 0.0 ? 0.0 : std::abs(objective - value) + std::abs(value);
  const double scale = std::max(std::abs(bound), std::abs(objective));
  compare_sums("gap", claim.gap, std::max(0.0, subgraph::relative_gap(bound, objective)), Sums::rounded,
               scale > 0.0 ? 1.0 + magnitude / scale : 0.0);
  require(claim.proven_optimal != true || subgraph::proves_optimal(sums, bound, objective),
          "optimality is claimed, but the {} {} does not meet the bound {}", name, sign * objective,
          sign * bound);
  return again.has_value();
}

/// `demand`: Claim::demand.
void check_bound_name(std::string_view name, std::string_view demand = {}) {
  const auto is_called = [&](const auto& row) { return row.name == name; };
  require((!name.empty() && name == demand) || std::ranges::any_of(subgraph::bound_rows(), is_called) ||
              std::ranges::any_of(subgraph::methods(), is_called),
          "no bound of lode is called '{}' for these sets", printable_text(name.substr(0, 40)));
}

/// True if the bound of a claim is about the answer of another claim.
bool is_about(const Claim& claim, const Claim& answer) {
  const auto holds = [&](Vertex v) { return std::ranges::find(answer.vertices, v) != answer.vertices.end(); };
  return claim.vertices.size() == answer.vertices.size() && (!claim.connected || answer.connected) &&
         (claim.demand().empty() || claim.demand() == answer.demand()) &&
         std::ranges::all_of(claim.include, holds) && std::ranges::none_of(claim.exclude, holds);
}

}  // namespace

void check_same_graph(const GraphIdentity& claimed, const GraphIdentity& found) {
  require(claimed.weighted == found.weighted,
          "the result is of the graph {0} its weights: verify it {0} option 'weighted'",
          claimed.weighted ? "with" : "without");
  compare("the graph's number of vertices", claimed.vertices, found.vertices);
  compare("the graph's number of edges", claimed.edges, found.edges);
  if (claimed.sha256.empty() || found.sha256.empty()) return;
  compare("the checksum of the graph's file", claimed.sha256, found.sha256);
}

void check_same_core(const Graph& graph, std::optional<double> claimed,
                     const std::optional<CoreOrigin>& input) {
  require(
      claimed || !input,
      "the bounds are of the graph itself, and it is declared to be {}: find them again with that declared",
      input ? core_origin_text(*input) : "");
  if (!claimed) return;
  require(!input || input->core == *claimed,
          "the bounds are of the graph that this one is the {}-core of, and it is declared to be {}",
          format_exact(*claimed), input ? core_origin_text(*input) : "");
  try {
    check_core_origin(graph, {.core = *claimed}, "the graph");
  } catch (const InputError& error) {
    throw VerificationError(fmt::format("the graph {}", error.problem()));
  }
}

VerifiedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                            const RunContext& run) {
  check_question(values, claim);
  subgraph::check_values(graph, values);
  subgraph::check_vertices(graph, claim.vertices, "vertex");
  VerifiedTotals totals{subgraph::induced_totals(graph, claim.vertices)};
  if (claim.s) compare("the size", *claim.s, claim.vertices.size());
  if (claim.edges) compare("the number of edges", *claim.edges, totals.edges);
  compare_sums("the weight", claim.weight, totals.weight, sums_of(graph.integral()));
  const Weight value = subgraph::sum_of_values(values, claim.vertices);
  compare_sums("the objective", claim.objective, totals.weight + value,
               subgraph::objective_sums(graph, values), std::max(std::abs(totals.weight), std::abs(value)));
  check_demands(graph, claim);
  if (claim.part) totals.unchecked = claim.part->check(graph, claim.vertices);
  if (claim.upper_bound) {
    totals.bound_repeated = check_bound(graph, values, claim, *claim.upper_bound, run);
  } else if (claim.lower_bound) {
    std::vector<Weight> opposite(values.begin(), values.end());
    for (Weight& one : opposite) one = 0.0 - one;
    totals.bound_repeated = check_bound(negated(graph), opposite, claim, 0.0 - *claim.lower_bound, run);
  }
  return totals;
}

std::vector<VerifiedTotals> verify_claims(const Graph& graph, std::span<const Weight> values,
                                          std::span<const Claim> claims, const RunContext& run) {
  std::vector<VerifiedTotals> counted;
  std::vector<Weight> objectives;
  for (const Claim& claim : claims) {
    check_bound_name(claim.bound, claim.demand());
    counted.push_back(verify_claim(graph, values, claim, run));
    objectives.push_back(exact_objective(graph, values, claim.vertices));
  }
  const Sums sums = subgraph::objective_sums(graph, values);
  for (const Claim& claim : claims) {
    const std::optional<double>& bound = claim.lower_bound ? claim.lower_bound : claim.upper_bound;
    const double sign = claim.lower_bound ? -1.0 : 1.0;
    for (std::size_t i = 0; bound && i < claims.size(); ++i) {
      require(!is_below(sign * *bound, sign * objectives[i], sums) || !is_about(claim, claims[i]),
              "the {} bound {} on sets of {} is refuted by another answer, of {}",
              claim.lower_bound ? "lower" : "upper", format_exact(*bound),
              format_plural(claim.vertices.size(), "vertex", "vertices"), format_exact(objectives[i]));
    }
  }
  return counted;
}

std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph, const std::vector<Weight>& values,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches, const RunContext& run) {
  require(!certificate.claims.empty(), "certificate: nothing is claimed");
  for (const subgraph::BoundCertificate::Claim& claim : certificate.claims) {
    check_bound_name(claim.bound_rule);
  }
  subgraph::SetFamily family{
      .include = certificate.include, .exclude = certificate.exclude, .values = values};
  if (certificate.core_of) family.core_of = CoreOrigin{.core = *certificate.core_of};
  auto checked = subgraph::check_certificate(graph, family, certificate, run);
  const double sign = certificate.minimised ? -1.0 : 1.0;
  subgraph::Problem problem{.graph = certificate.minimised ? negated(graph) : graph,
                            .include = certificate.include,
                            .exclude = certificate.exclude,
                            .values = values};
  for (Weight& value : problem.values) value *= sign;
  const auto check_trusted = [&](Vertex s, double value, const char* basis, const char* said) {
    const std::string sets = format_plural(s, "vertex", "vertices");
    require(searches == SearchSteps::trust,
            "certificate: that no {} hold more than {} rests on {}, which cannot be checked; "
            "option 'trust_search' takes it as it is",
            sets, format_exact(value), basis);
    if (s > graph.num_vertices()) return;
    problem.s = s;
    problem.target = std::nextafter(value, HUGE_VAL);
    const double objective =
        subgraph::solve("hybrid", problem, {{"preset", "fast"}}, run.part(refutation_seconds)).objective();
    require(least_meeting(objective, subgraph::objective_sums(problem.graph, problem.values)) <= value,
            "certificate: {} that no {} hold more than {}, and a set of them holds {}", said, sets,
            format_exact(value), format_exact(objective));
  };
  for (const subgraph::CheckedBound& bound : checked) {
    for (const auto& [s, value] : bound.unchecked) {
      check_trusted(s, sign * value, "a search", "a search is said to have shown");
    }
    for (const auto& [s, value] : bound.stated) {
      check_trusted(s, sign * value, "a bound that the input stated", "the input is said to have stated");
    }
  }
  return checked;
}

}  // namespace lode
