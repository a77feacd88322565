#include <vector>

#include <lode/study/threshold.hpp>

#include "support/catch.hpp"

using namespace lode;

namespace {

Graph path_of(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return Graph::from_edges(edges, n);
}

FindAnswer answer_of(const Graph& graph, const DensityThreshold& threshold, const FindRequest& demands) {
  return largest_sets(graph, {{threshold}, demands}).answers.front();
}

}  // namespace

TEST_CASE("vertices to include that are not connected are no connected set") {
  const FindAnswer answer =
      answer_of(path_of(4), {.missing = 2}, {.sizes = {}, .include = {0, 1, 3}, .connected = true});
  CHECK_FALSE(answer.largest->reached);
  CHECK(answer.largest->largest_possible == 0);
}
