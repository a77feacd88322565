#include <vector>

#include "bounds/enumeration/exact_search.hpp"
#include "bounds/enumeration/search_graph.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("dominated vertices are taken out without losing every best set") {
  // A star: every leaf is dominated by the others of larger place and by the centre.
  std::vector<Edge> edges;
  for (Vertex leaf = 1; leaf < 30; ++leaf) edges.push_back({0, leaf});
  const Graph star = Graph::from_edges(edges);
  const RunContext run;
  const subgraph::detail::SearchGraph whole =
      subgraph::detail::search_graph(star, subgraph::detail::SearchUnits(star, 4));
  const subgraph::detail::SearchGraph part = subgraph::detail::reduced_search_graph(whole, 4, 0, run);
  CHECK(part.num_vertices() == 4);
  CHECK(part.outward.back() == 0);
  CHECK(part.dominators_of(0).size() == 3);
  CHECK(part.dominators_of(3).empty());
  CHECK(exact_search(test::make_problem(star, 4), {.start_work = 0}, run).weight == 3.0);
}
