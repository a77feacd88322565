#include <string>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>
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

TEST_CASE("bounds are called by their own names or by that of a method") {
  CHECK_NOTHROW(check_bound_name("lp"));
  CHECK_NOTHROW(check_bound_name("exact"));
  CHECK_NOTHROW(check_bound_name("hybrid"));
  CHECK_THROWS_AS(check_bound_name("bogus"), VerificationError);
  CHECK_THROWS_AS(check_bound_name(""), VerificationError);
}

TEST_CASE("a bound by quotas has quotas, and what rules out larger sizes is known") {
  Claim claim{.vertices = {}, .bound = "quotas"};
  CHECK_THROWS_AS(check_bound_names(claim), VerificationError);
  claim.quotas = {{.group = "a"}};
  CHECK_NOTHROW(check_bound_names(claim));
  for (const char* const name : {"", "lp", "vertices", "component", "members", "missing-edges"}) {
    claim.threshold = ThresholdClaim{.bound = name};
    CHECK_NOTHROW(check_bound_names(claim));
  }
  claim.threshold->bound = "no rule";
  CHECK_THROWS_AS(check_bound_names(claim), VerificationError);
}

TEST_CASE("no answer of a document refutes the bound of another") {
  // A clique of four vertices, and a path from it.
  const Graph graph =
      Graph::from_edges({Edge{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}}, 6);
  const auto agree = [&](const Claim& claim) {
    check_bounds_agree(graph, {}, std::vector<Claim>{claim, {.vertices = {0, 1, 2}}});
  };
  Claim path{.vertices = {3, 4, 5}, .upper_bound = 2.0, .bound = "exact"};
  CHECK_THROWS_AS(agree(path), VerificationError);
  const auto holds = [&](auto&& change) {
    Claim other = path;
    change(other);
    CHECK_NOTHROW(agree(other));
  };
  holds([](Claim& claim) { claim.upper_bound = 3.0; });
  holds([](Claim& claim) { claim.include = {5}; });
  holds([](Claim& claim) { claim.exclude = {0}; });
  holds([](Claim& claim) { claim.bound_excludes = {1}; });
  holds([](Claim& claim) { claim.connected = true; });  // the other answer may be another kind of set
  holds([](Claim& claim) { claim.quotas = {{.group = "a"}}; });
  const std::vector<Weight> values = {-9.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  CHECK_NOTHROW(check_bounds_agree(graph, values, std::vector<Claim>{path, {.vertices = {0, 1, 2}}}));
  path.upper_bound.reset();
  path.lower_bound = 2.0;
  CHECK_NOTHROW(agree(path));
  CHECK_THROWS_AS(check_bounds_agree(graph, {}, std::vector<Claim>{path, {.vertices = {0, 4, 5}}}),
                  VerificationError);
}

TEST_CASE("a step that rests on a search is refused, trusted, or refuted by a better set") {
  const Graph graph = test::random_graph(12, 0.5, 4);
  const double optimum = test::brute_force_densest(graph, 5);
  const auto said = [&](double value) {
    BoundCertificate certificate;
    certificate.claims.push_back(
        {.s = 5, .bound = "exact", .steps = {{.s = 5, .value = value, .rule = "search"}}});
    return certificate;
  };
  CHECK_THROWS_AS(verify_certificate(graph, said(optimum), SearchSteps::refuse), VerificationError);
  const auto checked = verify_certificate(graph, said(optimum), SearchSteps::trust);
  REQUIRE(checked.size() == 1);
  CHECK(checked.front().value == optimum);
  CHECK(checked.front().unchecked.size() == 1);
  CHECK_THROWS_AS(verify_certificate(graph, said(optimum - 1.0), SearchSteps::trust), VerificationError);
}

TEST_CASE("a certificate that claims nothing verifies nothing") {
  CHECK_THROWS_AS(verify_certificate(test::random_graph(6, 0.5, 1), {}, SearchSteps::trust),
                  VerificationError);
}
