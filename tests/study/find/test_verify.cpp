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

TEST_CASE("answers of several ranks are different sets") {
  std::vector<subgraph::Claim> claims = {{.vertices = {1, 2, 3}, .rank = 1},
                                         {.vertices = {4, 1, 2}, .rank = 2}};
  CHECK_NOTHROW(check_ranks(claims));
  claims.push_back({.vertices = {1, 2, 4}, .rank = 3});
  CHECK_THROWS_WITH(check_ranks(claims), "the answers of rank 2 and 3 are one set");
  for (subgraph::Claim& claim : claims) claim.rank = 0;
  CHECK_NOTHROW(check_ranks(claims));
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
