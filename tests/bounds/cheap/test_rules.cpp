#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/report/find_report.hpp>

#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// A few vertices close to a clique and a sparse rest.
Graph clique_in_sparse(std::uint64_t seed) {
  const auto kind = static_cast<test::TestWeights>(seed % 3);
  std::vector<WeightedEdge> edges;
  const auto add = [&](const Graph& part) {
    for (Vertex v = 0; v < part.num_vertices(); ++v) {
      part.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) edges.push_back({u, v, w});
      });
    }
  };
  add(test::random_graph(6, 0.9, seed, kind));
  add(test::random_graph(13, 0.25, seed + 1000, kind));
  std::sort(edges.begin(), edges.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(a.u, a.v) < std::pair(b.u, b.v);
  });
  const auto same = [](const WeightedEdge& a, const WeightedEdge& b) { return a.u == b.u && a.v == b.v; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
  return kind == test::TestWeights::none ? Graph::from_edges(plain) : Graph::from_edges(edges);
}

/// Three vertices weigh most in the clique, and some more is allowed to those outside it.
Graph clique_and_matching() {
  std::vector<WeightedEdge> edges = {{7, 8, 1.53}, {9, 10, 1.53}, {11, 12, 1.53}};
  for (Vertex u = 0; u < 7; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v, 1.0});
  }
  return Graph::from_edges(edges);
}

/// Distances of points on a line.
Graph points_on_a_line() {
  const double places[] = {0.0, 0.3, 1.1, 2.6, 2.9, 4.2, 5.0, 5.1, 6.7, 7.7};
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < 10; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({v, u, places[u] - places[v]});
  }
  return Graph::from_edges(edges);
}

Graph graph_of(std::uint64_t seed) {
  if (seed == 0) return clique_and_matching();
  return seed == 13 ? points_on_a_line() : clique_in_sparse(seed);
}

/// A graph with its largest weights by size.
struct KnownGraph {
  Graph graph;
  std::vector<Vertex> sizes;
  std::vector<double> optimum;

  explicit KnownGraph(Graph known) : graph(std::move(known)), sizes(graph.num_vertices()), optimum{0.0} {
    std::iota(sizes.begin(), sizes.end(), Vertex{1});
    for (const Vertex s : sizes) optimum.push_back(test::brute_force_densest(graph, s));
  }
};

bool is_about_cores(const BoundRule& rule) { return rule.name == "core-of" || rule.name == "stated"; }

/// All sets; for the rules about them those of a graph whose core this one is, if it can be one.
SetFamily family_for(const BoundRule& rule, const KnownGraph& known) {
  SetFamily family;
  if (!is_about_cores(rule)) return family;
  double least = known.graph.strength(0);
  for (Vertex v = 0; v < known.graph.num_vertices(); ++v) least = std::min(least, known.graph.strength(v));
  if (least == 0.0) return family;
  family.core_of = CoreOrigin{.core = least};
  if (rule.name == "stated") family.core_of->bounds = {{5, known.optimum[5], "oracle"}};
  return family;
}

/// A ledger that has asked one rule, besides the trivial one and what that rule builds on.
BoundLedger ledger_of(const BoundRule& rule, const KnownGraph& known, const RunContext& run) {
  if (is_about_cores(rule)) {
    return BoundPlan(known.graph, family_for(rule, known), known.sizes, run).ledger();
  }
  BoundPlan plan(known.graph, known.sizes, run);
  if (!is_cheap(rule)) {
    constexpr double work = 2e8;  // rules that go on as long as anything gets better end by it
    for (const Vertex s : {Vertex{5}, Vertex{3}, Vertex{8}}) {
      plan.ask(rule.name, {.s = s, .work = work}, run);
    }
  } else {
    // Averages need something that the trivial bound does not imply.
    if (rule.name == "chain") plan.ledger().lower({6, known.optimum[6], &search_proof_rule, "exact"});
    plan.ask(rule.name, {}, run);
  }
  return plan.ledger();
}

void check_values(const KnownGraph& known, const BoundLedger& ledger) {
  const std::vector<double> values = ledger.values();
  for (const Vertex s : known.sizes) {
    INFO("s = " << s);
    const double slack = known.graph.integral() ? 0.0 : 1e-14;
    CHECK(values[s] >= known.optimum[s] * (1.0 - slack));
    CHECK(values[s] == ledger.best_inside(s).value);
    CHECK(ledger.best(s).value >= known.optimum[s] * (1.0 - slack));
  }
}

bool is_refuted(const Graph& graph, const BoundCertificate& certificate) {
  try {
    check_certificate(graph, certificate);
  } catch (const VerificationError&) {
    return true;
  }
  return false;
}

/// No step of a certificate can say less than the truth, except that of a search, which is told to be one.
void check_lowered(const KnownGraph& known, const BoundCertificate& good) {
  for (std::size_t c = 0; c < good.claims.size(); ++c) {
    for (std::size_t i = 0; i < good.claims[c].steps.size(); ++i) {
      BoundCertificate bad = good;
      BoundCertificate::Step& step = bad.claims[c].steps[i];
      const double optimum = known.optimum[step.s];
      step.value = known.graph.integral() ? optimum - 1.0 : optimum * (1.0 - 1e-9) - 1e-12;
      INFO("s = " << step.s << " by " << step.rule);
      if (step.rule == "search" || step.rule == "stated") {
        const bool stated = step.rule == "stated";
        const std::pair taken(step.s, step.value);
        bad.claims[c].s = step.s;
        bad.claims[c].bound.reset();
        bad.claims[c].steps.resize(i + 1);
        const CheckedBound checked = check_certificate(known.graph, bad).at(c);
        CHECK((stated ? checked.stated : checked.unchecked).back() == taken);
      } else {
        CHECK(is_refuted(known.graph, bad));
      }
    }
  }
}

}  // namespace

TEST_CASE("what any rule proposes holds, is written, checked and read again, and no less is believed") {
  const test::TemporaryFolder folder;
  std::set<std::string_view> names;
  std::set<const ProofRule*> proofs;
  const RunContext run;
  for (std::uint64_t seed = 0; seed <= 13; ++seed) {
    const KnownGraph known(graph_of(seed));
    for (const BoundRule* rule : bound_rules()) {
      INFO(rule->name << ", seed " << seed);
      const BoundLedger ledger = ledger_of(*rule, known, run);
      check_values(known, ledger);
      for (const Vertex s : known.sizes) {
        for (const ProofStep& step : ledger.proof(s)) {
          names.insert(step.name);
          proofs.insert(step.rule);
        }
      }
      const BoundCertificate certificate = make_certificate(ledger, known.sizes, run);
      const std::string text = certificate_json(known.graph, certificate);
      const BoundCertificate read = read_certificate(folder.write("certificate", text), known.graph);
      CHECK(certificate_json(known.graph, read) == text);
      for (const BoundCertificate& one : {certificate, read}) {
        const std::vector<CheckedBound> checked = check_certificate(known.graph, one);
        REQUIRE(checked.size() == known.sizes.size());
        for (const CheckedBound& bound : checked) {
          CHECK(bound.bound == ledger.best(bound.s).name);
          // What data prove in another order of operations may be less by rounding.
          CHECK(bound.value >= ledger.best(bound.s).value * (1.0 - 1e-12));
          CHECK(bound.value >= known.optimum[bound.s] * (1.0 - 1e-14));
        }
      }
      check_lowered(known, certificate);
    }
  }
  for (const BoundRule* rule : bound_rules()) {
    INFO(rule->name);
    CHECK(names.contains(rule->name));
    CHECK(std::any_of(std::begin(rule->proofs), std::end(rule->proofs),
                      [&](const ProofRule* proof) { return proof && proofs.contains(proof); }));
  }
}

TEST_CASE("rules have names of their own, and certificates know those that can be checked") {
  std::set<std::string_view> names;
  for (const BoundRule* rule : bound_rules()) {
    INFO(rule->name);
    CHECK(names.insert(rule->name).second);
    CHECK(&bound_rule(rule->name) == rule);
    CHECK((rule->propose && bound_row(rule->name).compute));
    for (const ProofRule* proof : rule->proofs) {
      if (!proof) continue;
      CHECK((proof->check || proof->write));
      CHECK(proof_rule(proof->name) == (proof->check ? proof : nullptr));
    }
  }
  CHECK_THROWS_AS(bound_rule("nobody"), InvalidArgument);
  // Words of files: they stay what they are.
  for (const char* word : {"trivial", "degree", "degeneracy", "turan", "chain", "monotone", "outside",
                           "search", "core-of", "stated"}) {
    CHECK(proof_rule(word) != nullptr);
  }
  CHECK(proof_rule("lp") == nullptr);
}

TEST_CASE("a step by an unknown rule proves nothing") {
  const Graph graph = test::random_graph(6, 0.8, 1);
  for (const char* rule : {"lp", "nobody", ""}) {
    BoundCertificate certificate;
    certificate.claims.push_back({4, "lp", {{4, 100.0, rule}}});
    CHECK(is_refuted(graph, certificate));
  }
}
