#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/study/verify.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a result is of the graph that it says it is of") {
  const GraphIdentity graph{34, 78, false, "abc"};
  CHECK_NOTHROW(check_same_graph(graph, graph));
  CHECK_NOTHROW(check_same_graph({34, 78, false, ""}, graph));
  CHECK_NOTHROW(check_same_graph(graph, {34, 78, false, ""}));
  CHECK_THROWS_AS(check_same_graph({33, 78, false, "abc"}, graph), VerificationError);
  CHECK_THROWS_AS(check_same_graph({34, 79, false, "abc"}, graph), VerificationError);
  CHECK_THROWS_AS(check_same_graph({34, 78, true, "abc"}, graph), VerificationError);
  CHECK_THROWS_AS(check_same_graph({34, 78, false, "abd"}, graph), VerificationError);
}

namespace {

/// A clique of four vertices, and a path from it.
Graph clique_and_path() {
  return Graph::from_edges({Edge{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}}, 6);
}

bool accepts(const Graph& graph, const std::vector<Claim>& claims, const std::vector<Weight>& values = {}) {
  try {
    verify_claims(graph, values, claims);
  } catch (const VerificationError&) {
    return false;
  }
  return true;
}
bool accepts(const Graph& graph, Claim claim, const std::vector<Weight>& values = {}) {
  if (claim.bound.empty()) claim.bound = "hybrid";
  return accepts(graph, std::vector<Claim>{std::move(claim)}, values);
}

}  // namespace

namespace {

/// A part of a question whose bounds are about sets that meet its demand.
struct DemandedPart : AnswerPart {
  std::string_view demand() const override { return "quotas"; }
  std::string check(const Graph&, const VertexSet&) const override { return "nothing"; }
};

}  // namespace

TEST_CASE("bounds are called by their own names or by that of a method") {
  for (const char* const name : {"lp", "exact", "hybrid"}) {
    CHECK(accepts(clique_and_path(), std::vector<Claim>{{.vertices = {0}, .bound = name}}));
  }
  for (const char* const name : {"bogus", "", "quotas", "stated"}) {
    CHECK_FALSE(accepts(clique_and_path(), std::vector<Claim>{{.vertices = {0}, .bound = name}}));
  }
  const auto part = std::make_shared<DemandedPart>();
  CHECK(accepts(clique_and_path(), Claim{.vertices = {0}, .bound = "quotas", .part = part}));
}

TEST_CASE("a claim about tiny weights is checked as closely as one about large weights") {
  for (const double unit : {1.0, 1e-9, 1e-15, 1e-90}) {
    for (const bool lightest : {false, true}) {
      INFO("unit " << unit << ", lightest " << lightest);
      const Graph graph = Graph::from_edges({{0, 1, 0.5 * unit}, {0, 2, 0.75 * unit}, {1, 2, 0.25 * unit}});
      Claim claim{.vertices = {0, 1, 2}, .weight = 1.5 * unit};
      auto& bound = lightest ? claim.lower_bound : claim.upper_bound;
      bound = 1.5 * unit;
      std::vector<Weight> values;
      const auto refuted = [&](std::optional<double>& number, double changed) {
        const std::optional<double> right = number;
        number = changed;
        CHECK_FALSE(accepts(graph, claim, values));
        number = right;
      };
      const double away = 1e-6 * unit;
      CHECK(accepts(graph, claim));
      refuted(claim.weight, 1.5 * unit + away);
      refuted(bound, 1.5 * unit + (lightest ? away : -away));
      values = {unit, -unit, 0.5 * unit};
      bound = claim.objective = 2.0 * unit;
      CHECK(accepts(graph, claim, values));
      CHECK_FALSE(accepts(graph, claim));
      refuted(claim.objective, 2.0 * unit - away);
    }
  }
}

TEST_CASE("a claim holds or is refuted, part by part") {
  const Vertex parts[] = {2, 2, 2};
  const Graph graph = complete_multipartite(parts);
  const Claim claim{.vertices = {0, 2, 4, 5},
                    .s = 4,
                    .edges = 5,
                    .weight = 5.0,
                    .upper_bound = 6.0,
                    .bound = "trivial",
                    .gap = 1.0 / 6.0,
                    .proven_optimal = false};
  CHECK(verify_claim(graph, {}, claim).edges == 5);
  CHECK(verify_claim(graph, {}, claim).bound_repeated);
  const auto refuted = [&](auto&& change) {
    Claim wrong = claim;
    change(wrong);
    CHECK_THROWS_AS(verify_claim(graph, {}, wrong), VerificationError);
  };
  refuted([](Claim& c) { c.s = 5; });
  refuted([](Claim& c) { c.edges = 6; });
  refuted([](Claim& c) { c.weight = 5.5; });
  refuted([](Claim& c) { c.upper_bound = 4.0; });
  refuted([](Claim& c) { c.upper_bound = 5.0, c.gap = 0.0; });  // below what the trivial bound gives
  refuted([](Claim& c) { c.lower_bound = 0.0; });
  refuted([](Claim& c) { c.gap = 0.1; });
  refuted([](Claim& c) { c.gap = -0.1; });
  refuted([](Claim& c) { c.proven_optimal = true; });
  refuted([](Claim& c) { c.include = {1}; });
  refuted([](Claim& c) { c.exclude = {0}; });
  for (const VertexSet& wrong : {VertexSet{0, 0, 4, 5}, VertexSet{0, 2, 4, 6}}) {
    CHECK_THROWS_AS(verify_claim(graph, {}, {.vertices = wrong}), InvalidArgument);
  }
  CHECK_FALSE(accepts(clique_and_path(), {.vertices = {0, 5}, .connected = true}));
}

TEST_CASE("a bound that is stated or of a core is not computed again") {
  const Graph clique = complete_multipartite(std::vector<Vertex>(6, 1));
  Claim claim{.vertices = {0, 1, 2}, .upper_bound = 3.0, .bound = "stated", .core_of = 5.0};
  CHECK_FALSE(verify_claim(clique, {}, claim).bound_repeated);
  claim.bound = "core-of";
  CHECK_FALSE(verify_claim(clique, {}, claim).bound_repeated);
  claim.bound = "trivial";
  CHECK(verify_claim(clique, {}, claim).bound_repeated);
  claim.lower_bound = claim.upper_bound;
  claim.upper_bound = {};
  CHECK_FALSE(accepts(clique, claim));
  CHECK_FALSE(
      accepts(clique, {.vertices = {0}, .objective = 1.0, .core_of = 5.0}, std::vector<Weight>(6, 1.0)));
}

TEST_CASE("a bound of a declared core counts sets that leave the core") {
  // Every vertex has degree 5, and a larger graph may be denser outside.
  std::vector<Edge> edges;
  constexpr Vertex n = 40;
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex step : {1u, 2u}) edges.push_back({v, (v + step) % n});
    if (v < n / 2) edges.push_back({v, v + n / 2});
  }
  const Graph graph = Graph::from_edges(edges, n);
  Claim claim{.vertices = {}, .upper_bound = 50.0, .bound = "degree"};
  for (Vertex v = 0; v < 20; ++v) claim.vertices.push_back(v);
  CHECK(accepts(graph, claim));
  claim.core_of = 5.0;
  CHECK_FALSE(accepts(graph, claim));
}

TEST_CASE("a real weight that its bound exceeds by more than the tolerance is not optimal") {
  const Graph graph = Graph::from_edges(
      std::vector<WeightedEdge>{
          {0, 1, -1e12}, {2, 3, 100.5}, {2, 4, 100.5}, {3, 4, 100.5}, {4, 5, 0.5}, {5, 6, 0.25}},
      7, RunContext(), WeightSigns::any);
  Claim claim{.vertices = {4, 5, 6}, .upper_bound = 301.5, .bound = "exact", .proven_optimal = true};
  CHECK_FALSE(accepts(graph, claim));
  claim.proven_optimal = false;
  CHECK(accepts(graph, claim));
}

TEST_CASE("a set without vertices has no bound below 0") {
  const Claim empty{.vertices = {}, .upper_bound = 0.0, .bound = "trivial", .gap = 0.0};
  CHECK(accepts(clique_and_path(), empty));
  CHECK_FALSE(accepts(clique_and_path(), {.vertices = {}, .upper_bound = -5.0, .bound = "trivial"}));
}

TEST_CASE("no answer of a document refutes the bound of another") {
  const Graph graph = clique_and_path();
  const std::vector<Weight> values = {-9.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  const Claim path{.vertices = {3, 4, 5}, .upper_bound = 2.0, .bound = "exact"};
  const auto agree = [&](auto&& change) {
    Claim claim = path;
    change(claim);
    return accepts(graph, std::vector<Claim>{claim, {.vertices = {0, 1, 2}, .bound = "exact"}});
  };
  CHECK_FALSE(agree([](Claim&) {}));
  CHECK(agree([](Claim& claim) { claim.upper_bound = 3.0; }));
  CHECK(agree([](Claim& claim) { claim.include = {5}; }));
  CHECK(agree([](Claim& claim) { claim.exclude = {0}; }));
  CHECK(agree([](Claim& claim) { claim.connected = true; }));  // the other answer may be another kind of set
  CHECK(agree([](Claim& claim) { claim.part = std::make_shared<DemandedPart>(); }));
  const Claim lightest{.vertices = {3, 4, 5}, .lower_bound = 2.0, .bound = "exact"};
  CHECK(accepts(graph, std::vector<Claim>{lightest, {.vertices = {0, 1, 2}, .bound = "exact"}}));
  CHECK_FALSE(accepts(graph, std::vector<Claim>{lightest, {.vertices = {0, 4, 5}, .bound = "exact"}}));
  Claim valued = path;
  valued.objective = 2.0;
  CHECK(accepts(graph,
                std::vector<Claim>{valued, {.vertices = {0, 1, 2}, .objective = -6.0, .bound = "exact"}},
                values));
}

TEST_CASE("a step that rests on a search is refused, trusted, or refuted by a better set") {
  const Graph graph = test::random_graph(12, 0.5, 4);
  const double optimum = test::brute_force_densest(graph, 5);
  const auto said = [&](double value) {
    BoundCertificate certificate;
    certificate.claims.push_back(
        {.s = 5, .bound_rule = "exact", .steps = {{.s = 5, .value = value, .rule = "search"}}});
    return certificate;
  };
  CHECK_THROWS_AS(verify_certificate(graph, {}, said(optimum), SearchSteps::refuse), VerificationError);
  const auto checked = verify_certificate(graph, {}, said(optimum), SearchSteps::trust);
  REQUIRE(checked.size() == 1);
  CHECK(checked.front().value == optimum);
  CHECK(checked.front().unchecked.size() == 1);
  CHECK_THROWS_AS(verify_certificate(graph, {}, said(optimum - 1.0), SearchSteps::trust), VerificationError);
}

TEST_CASE("a certificate that claims nothing verifies nothing") {
  CHECK_THROWS_AS(verify_certificate(test::random_graph(6, 0.5, 1), {}, {}, SearchSteps::trust),
                  VerificationError);
}
