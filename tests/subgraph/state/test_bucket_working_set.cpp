#include <vector>

#include <lode/core/rng.hpp>

#include "subgraph/state/graph_blocks.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("greedy coordinates are the weakest members and the strongest outsiders, one of each at least") {
  // Members 0 ... 3, of which 3 has fewest neighbours inside; 5 has most of the outsiders, then 4.
  const Graph graph = Graph::from_edges(
      {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {0, 4}, {1, 4}, {0, 5}, {1, 5}, {2, 5}, {3, 6}, {6, 7}});
  const SwapState state(graph, {0, 1, 2, 3});
  using Ties = BucketWorkingSet::BucketTies;
  for (const Ties ties : {Ties::smallest, Ties::random}) {
    Rng rng(1);
    VertexSet set;
    BucketWorkingSet({0, 2}, ties).select(state, rng, set);
    CHECK(set == VertexSet{3, 5});
    BucketWorkingSet({0, 4}, ties).select(state, rng, set);
    REQUIRE(set.size() == 4);
    CHECK((set[0] == 0 || set[0] == 1));
    CHECK(VertexSet(set.begin() + 1, set.end()) == VertexSet{3, 4, 5});
    if (ties == Ties::smallest) CHECK(set[0] == 0);
  }
}
