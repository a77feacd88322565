#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/distances.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr double no_set = -std::numeric_limits<double>::infinity();

/// The largest weight by size of the sets of a family, by looking at every set; no_set where there is none.
std::vector<double> heaviest_of_family(const Graph& graph, const SetFamily& family) {
  const Vertex n = graph.num_vertices();
  std::vector<double> best(n + std::size_t{1}, no_set);
  const std::uint32_t held = test::mask_of(family.include);
  const std::uint32_t left_out = test::mask_of(family.exclude);
  for (std::uint32_t mask = 0; mask < (1u << n); ++mask) {
    if ((mask & held) != held || (mask & left_out) != 0) continue;
    long double weight = 0.0L;
    std::size_t size = 0;
    for (Vertex v = 0; v < n; ++v) {
      if (!(mask >> v & 1u)) continue;
      ++size;
      if (!family.values.empty()) weight += family.values[v];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v && (mask >> u & 1u)) weight += w;
      });
    }
    best[size] = std::max(best[size], static_cast<double>(weight));
  }
  return best;
}

enum class TestValues { none, positive, mixed, equal, real };

SetFamily random_family(Vertex n, std::uint64_t seed, TestValues kind, std::size_t held,
                        std::size_t left_out) {
  const Rng rng(seed);
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  for (Vertex i = 0; i + 1 < n; ++i) {
    std::swap(order[i], order[i + static_cast<Vertex>(rng.uniform_at(i) * (n - i))]);
  }
  SetFamily family;
  family.include.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(held));
  family.exclude.assign(order.end() - static_cast<std::ptrdiff_t>(left_out), order.end());
  for (Vertex v = 0; v < n && kind != TestValues::none; ++v) {
    const double drawn = rng.normal_at(1000 + v);
    family.values.push_back(kind == TestValues::positive ? std::floor(4.0 * std::abs(drawn))
                            : kind == TestValues::mixed  ? std::floor(3.0 * drawn)
                            : kind == TestValues::equal  ? -2.0
                                                         : 2.0 * drawn);
  }
  return family;
}

/// A graph, a family of its sets, and what is true of them.
struct KnownFamily {
  Graph graph;
  SetFamily family;
  std::vector<double> heaviest;
  std::vector<Vertex> sizes;

  KnownFamily(Graph known, SetFamily sets)
      : graph(std::move(known)), family(std::move(sets)), heaviest(heaviest_of_family(graph, family)) {
    for (Vertex s = 1; s < heaviest.size(); ++s) {
      if (heaviest[s] != no_set) sizes.push_back(s);
    }
  }
  bool integral() const {
    return graph.integral() && std::all_of(family.values.begin(), family.values.end(),
                                           [](Weight value) { return value == std::floor(value); });
  }
  /// How far rounding may take what was summed up here from the truth.
  double slack(Vertex s) const { return integral() ? 0.0 : 1e-12 * (1.0 + std::abs(heaviest[s])); }
};

KnownFamily family_of_seed(std::uint64_t seed) {
  const auto weights = static_cast<test::TestWeights>(seed % 3);
  const auto values = static_cast<TestValues>(seed % 5);
  const Vertex n = 11;
  Graph graph = seed % 6 == 5 ? test::distances(n, 2, seed)
                              : test::random_graph(n, seed % 2 == 0 ? 0.35 : 0.7, seed, weights);
  return KnownFamily(graph, random_family(graph.num_vertices(), seed, values, seed % 4, seed % 7 / 2));
}

/// All that one rule adds to the trivial bounds, for three sizes.
void ask_rule(BoundPlan& plan, const BoundRule& rule, const KnownFamily& known, const RunContext& run) {
  if (is_cheap(rule)) return plan.ask(rule.name, {}, run);
  constexpr double work = 1e8;
  for (const std::size_t place : {known.sizes.size() / 2, std::size_t{1}, known.sizes.size() - 2}) {
    const Vertex s = known.sizes[place];
    // With and without a known set: the least possible weight says nothing.
    const double incumbent = place == 1 ? known.heaviest[s] : plan.ledger().least_weight(s);
    plan.ask(rule.name, {.s = s, .incumbent = incumbent, .work = work}, run);
  }
}

bool family_refuted(const KnownFamily& known, const SetFamily& family, const BoundCertificate& certificate) {
  try {
    check_certificate(known.graph, family, certificate);
  } catch (const VerificationError&) {
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("what rules propose holds for sets with values, held and left out vertices, and is checked") {
  const RunContext run;
  std::map<std::string_view, int> below_trivial;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const KnownFamily known = family_of_seed(seed);
    for (const BoundRule* rule : bound_rules()) {
      INFO(rule->name << ", seed " << seed);
      BoundPlan plan(known.graph, known.family, known.sizes, run);
      std::vector<double> trivial;
      for (const Vertex s : known.sizes) trivial.push_back(plan.ledger().best(s).value);
      ask_rule(plan, *rule, known, run);
      for (std::size_t i = 0; i < known.sizes.size(); ++i) {
        const Vertex s = known.sizes[i];
        INFO("s = " << s << ", by " << plan.ledger().best(s).name);
        CHECK(plan.ledger().best(s).value >= known.heaviest[s] - known.slack(s));
        for (const Bound& bound : plan.ledger().bounds(s)) {
          CHECK(bound.s == s);
          CHECK(bound.value >= plan.ledger().best(s).value);
        }
        const bool lower = plan.ledger().best(s).value < trivial[i];
        if (lower && !plan.ledger().vertex_values().empty()) ++below_trivial[rule->name];
        if (!rule->takes_values && !plan.ledger().vertex_values().empty()) CHECK(!lower);
      }
      const BoundCertificate certificate = make_certificate(plan.ledger(), known.sizes, run);
      for (const CheckedBound& bound : check_certificate(known.graph, known.family, certificate)) {
        CHECK(bound.bound == plan.ledger().best(bound.s).name);
        CHECK(bound.value >= plan.ledger().best(bound.s).value - known.slack(bound.s));
        CHECK(bound.value >= known.heaviest[bound.s] - known.slack(bound.s));
      }
    }
  }
  for (const BoundRule* rule : bound_rules()) {
    INFO(rule->name);
    const bool says_more = rule->takes_values && rule->name != "trivial" && rule->name != "chain";
    if (says_more) CHECK(below_trivial[rule->name] > 0);
  }
}

TEST_CASE("a certificate holds for the values and vertices that were declared, and no others") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    INFO(seed);
    const Graph graph = test::random_graph(10, 0.6, seed, test::TestWeights::integral);
    const KnownFamily known(graph, random_family(10, seed, TestValues::mixed, 2, 1));
    const std::vector<Vertex> sizes = {6};
    BoundPlan plan(known.graph, known.family, sizes, run);
    plan.add_cheap(run);
    plan.tighten({.s = 6, .incumbent = known.heaviest[6], .work = 1e9}, run);
    const BoundCertificate good = make_certificate(plan.ledger(), sizes, run);
    REQUIRE(!family_refuted(known, known.family, good));
    SetFamily richer = known.family;
    for (Weight& value : richer.values) value += 5.0;
    CHECK(family_refuted(known, richer, good));
    SetFamily fewer = known.family;
    fewer.include.pop_back();
    CHECK(family_refuted(known, fewer, good));
    SetFamily more = known.family;
    more.exclude.clear();
    CHECK(family_refuted(known, more, good));
    // The certificate's own word about vertices is not taken.
    BoundCertificate other = good;
    other.include = fewer.include;
    CHECK(family_refuted(known, known.family, other));
    CHECK(family_refuted(known, fewer, other));
  }
}

TEST_CASE(
    "a claim about a family states the bound of its own sets, whatever makes them differ from the part's") {
  const RunContext run;
  const std::vector<Vertex> sizes = {4};
  const Graph plain = test::random_graph(8, 0.7, 4);
  const std::vector<WeightedEdge> edges{{0, 1, 3.0}, {0, 2, -2.0}, {1, 2, 1.0},
                                        {2, 3, 4.0}, {3, 4, 1.0},  {1, 4, 2.0}};
  const Graph with_negative = Graph::from_edges(edges, 5, run, WeightSigns::any);
  const auto states_its_bound = [&](const Graph& graph, const SetFamily& family) {
    BoundPlan plan(graph, family, sizes, run);
    plan.add_cheap(run);
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
    const double bound = check_certificate(graph, family, certificate).at(0).value;
    CHECK(certificate.claims.at(0).bound == bound);
    CHECK(bound >= heaviest_of_family(graph, family)[4]);
  };
  states_its_bound(plain, {.include = {0, 1, 2}});
  states_its_bound(plain, {.values = std::vector<Weight>(8, 2.0)});
  states_its_bound(with_negative, {});
}

TEST_CASE("families that are none of the graph are refused precisely") {
  const Graph graph = test::random_graph(6, 0.8, 3);
  const RunContext run;
  const std::vector<Vertex> sizes = {3};
  const auto refused = [&](const SetFamily& family, const std::string& what) {
    try {
      BoundPlan(graph, family, sizes, run);
    } catch (const InvalidArgument& error) {
      INFO(error.what());
      return std::string(error.what()).find(what) != std::string::npos;
    }
    return false;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refused({.values = {1, 2, 3}}, "one per vertex"));
  CHECK(refused({.values = {1, 2, 3, std::nan(""), 5, 6}}, "of vertex 3 must be 0 or between"));
  CHECK(refused({.values = {1, -infinity, 3, 4, 5, 6}}, "of vertex 1 must be 0 or between"));
  CHECK(refused({.values = {1, 2, 1e101, 4, 5, 6}}, "of vertex 2 must be 0 or between"));
  CHECK(refused({.include = {6}}, "vertex to include"));
  CHECK(refused({.include = {2, 2}}, "vertex to include"));
  CHECK(refused({.include = {1}, .exclude = {1}}, "is excluded too"));
  CHECK(refused({.include = {0, 1, 2, 3}}, "at least the number of vertices to include"));
  CHECK(refused({.exclude = {0, 1, 2, 3}}, "vertices that are left"));
  // Sums that are exact no more are rounded up.
  SetFamily large{.values = {0x1p52, -0x1p52, 3.0, 0x1p52, 5.0, 0x1p52}};
  const KnownFamily known(graph, large);
  BoundPlan plan(graph, large, sizes, run);
  CHECK_FALSE(plan.ledger().graph().integral());
  CHECK(plan.ledger().best(3).value >= known.heaviest[3]);
  plan.add_cheap(run);
  CHECK(plan.ledger().best(3).value >= known.heaviest[3]);
}

TEST_CASE("a family of one size alone, and one without anything asked, are what they should be") {
  const RunContext run;
  const Graph graph = test::random_graph(9, 0.6, 5);
  const std::vector<Vertex> sizes = {3, 5};
  BoundPlan plain(graph, sizes, run);
  BoundPlan all(graph, SetFamily(), sizes, run);
  BoundPlan shifted(graph, {.values = std::vector<Weight>(9, 4.0)}, sizes, run);
  for (BoundPlan* plan : {&plain, &all, &shifted}) plan->add_cheap(run);
  for (const Vertex s : sizes) {
    CHECK(all.ledger().best(s).value == plain.ledger().best(s).value);
    CHECK(shifted.ledger().vertex_values().empty());
    CHECK(shifted.ledger().best(s).value == plain.ledger().best(s).value + 4.0 * s);
  }
  const SetFamily held{.include = {1, 4, 7}};
  BoundPlan only(graph, held, sizes, run);
  CHECK(only.ledger().best(3).value == induced_totals(graph, {1, 4, 7}).weight);
  only.tighten(3, 0.0, run);
  CHECK(only.dense_sets(3).size() == 0);
  const BoundCertificate certificate = make_certificate(only.ledger(), sizes, run);
  CHECK(check_certificate(graph, certificate).front().value == only.ledger().best(3).value);
}

TEST_CASE("a common factor of all weights and values changes no bound but by that factor") {
  const RunContext run;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto n = static_cast<Vertex>(12 + seed);
    // Edges that all weigh as much, and others.
    const auto kind = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::integral;
    const Graph plain = test::random_graph(n, 0.4, seed, kind);
    SetFamily family;
    if (seed % 3 == 1) family.include = {1, 4};
    if (seed % 3 == 2) family.exclude = {0, 5};
    if (seed % 4 == 3) family.values = std::vector<Weight>(n, 0.0);
    for (Vertex v = 0; v < family.values.size(); ++v) family.values[v] = static_cast<double>(v % 4) - 1.0;
    const std::vector<Vertex> sizes = {4, 6, 8};
    const auto bounds_of = [&](const Graph& graph, const SetFamily& of) {
      BoundPlan plan(graph, of, sizes, run);
      plan.add_cheap(run);
      for (const Vertex s : sizes)
        plan.tighten({.s = s, .incumbent = plan.ledger().least_weight(s), .work = 1e6}, run);
      return std::pair(make_certificate(plan.ledger(), sizes, run), plan.ledger().bounds(6));
    };
    const auto [certificate, expected] = bounds_of(plain, family);
    for (const double factor : {2.0, 2.5, 12.0, 0x1.8p-40, 0x1.4p-300}) {
      std::vector<WeightedEdge> edges;
      for (Vertex v = 0; v < n; ++v) {
        plain.for_each_neighbor(v, [&](Vertex u, Weight w) {
          if (u < v) edges.push_back({u, v, factor * w});
        });
      }
      INFO("seed " << seed << ", weights times " << factor);
      const Graph graph = Graph::from_edges(std::span<const WeightedEdge>(edges), n);
      SetFamily scaled = family;
      for (Weight& value : scaled.values) value *= factor;
      const auto [scaled_certificate, found] = bounds_of(graph, scaled);
      REQUIRE(found.size() == expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].name == expected[i].name);
        CHECK(found[i].value == factor * expected[i].value);
      }
      if (family.values.empty()) {
        Claim claim;
        for (Vertex v = 0; claim.vertices.size() < 6; ++v) {
          if (v != 0 && v != 5) claim.vertices.push_back(v);
        }
        claim.include = family.include;
        claim.exclude = family.exclude;
        for (const Bound& bound : found) {
          if (!is_repeatable(bound.name)) continue;
          claim.bound = bound.name;
          claim.upper_bound = bound.value;
          CHECK_NOTHROW(verify_claim(graph, {}, claim, run));
        }
        if (n < 20 && family.include.empty()) {
          const Problem problem{.graph = graph, .s = 6, .exclude = family.exclude};
          const Problem same{.graph = plain, .s = 6, .exclude = family.exclude};
          const Solution solution = solve("exact", problem, {}, run);
          CHECK(solution.weight == factor * solve("exact", same, {}, run).weight);
          REQUIRE(solution.upper_bound.has_value());
          CHECK(*solution.upper_bound >= solution.weight);
          CHECK(solution.stop_reason == StopReason::optimal);
        }
      }
      const auto checked = check_certificate(graph, scaled, scaled_certificate, run);
      for (std::size_t i = 0; i < checked.size(); ++i) {
        CHECK(checked[i].value == factor * check_certificate(plain, family, certificate, run)[i].value);
      }
    }
  }
}
