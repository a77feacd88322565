#include <vector>

#include "bounds/ledger.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr ProofRule some_rule = {.name = "some", .write = nullptr, .check = nullptr};

ProofStep step(Vertex s, double value, std::vector<std::size_t> rests_on = {}) {
  ProofStep one;
  one.s = s;
  one.value = value;
  one.rule = &some_rule;
  one.name = "some";
  one.rests_on = std::move(rests_on);
  return one;
}

}  // namespace

TEST_CASE("a proof lists the steps that a bound rests on, each after its reason") {
  const Graph graph = test::random_graph(12, 0.5, 2);
  const std::vector<Vertex> sizes = {6};
  BoundLedger ledger(graph, {}, sizes, Proofs::keep);
  ledger.lower(step(4, 5.0));
  ledger.lower(step(5, 8.0, {ledger.step(4)}));
  ledger.lower(step(6, 11.0, {ledger.step(5)}));
  ledger.lower(step(3, 3.0));
  const std::vector<ProofStep> proof = ledger.proof(6);
  REQUIRE(proof.size() == 3);
  for (std::size_t i = 0; i < proof.size(); ++i) {
    CHECK(proof[i].s == 4 + i);
    CHECK(proof[i].rests_on == (i == 0 ? std::vector<std::size_t>() : std::vector<std::size_t>{i - 1}));
  }
}

TEST_CASE("what a search shows of weights that are multiples of a number is rounded down to one") {
  const Graph graph = Graph::from_edges({{0, 1, 3.0}, {1, 2, 3.0}, {2, 3, 3.0}, {0, 3, 3.0}});
  const Vertex sizes[] = {3};
  BoundLedger ledger(graph, {}, sizes, Proofs::keep);
  ledger.take_search(3, "exact", 8.0);
  CHECK(ledger.best(3).value == 6.0);
}
