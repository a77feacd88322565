#include <string>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>
#include <lode/study/memory.hpp>
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

TEST_CASE("the memory of a search grows with the graph, and a summary takes less") {
  const MemoryEstimate small = estimate_memory(1000, 5000, false, GraphWork::search);
  const MemoryEstimate large = estimate_memory(2000, 10000, false, GraphWork::search);
  CHECK(large.work > small.work);
  CHECK(large.program == small.program);
  CHECK(estimate_memory(1000, 5000, false, GraphWork::summary).work < small.work);
  // Graphs of 2^24 arcs are searched in a part of bounded size; weighted ones are not.
  const std::uint64_t arcs = std::uint64_t{1} << 34;
  CHECK(estimate_memory(1'000'000, arcs, false, GraphWork::search).work <
        estimate_memory(1'000'000, arcs, true, GraphWork::search).work);
}
