#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/relaxation.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a relaxation restricted to some rows is that of the graph they induce") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(14, 0.4, seed, static_cast<test::TestWeights>(seed % 3));
    const Part part{graph};
    std::vector<Vertex> order(14);
    std::iota(order.begin(), order.end(), Vertex{0});
    const dual::Relaxation all = dual::make_relaxation(part, order, 4, 3, 1.0);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (Rng(seed).at(i) % 3 != 0) rows.push_back(i);
    }
    const dual::Relaxation some = dual::restricted(all, rows);
    REQUIRE(some.size() == rows.size());
    std::size_t edges = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(some.numbers[i] == all.numbers[rows[i]]);
      CHECK(some.value(i) == all.value(rows[i]));
      CHECK((i < some.dummies) == (rows[i] < 3));
      some.for_each_neighbour(i, some.size(), [&](std::size_t j, Weight w) {
        ++edges;
        const Vertex u = some.numbers[i] - some.first_vertex;
        const Vertex v = some.numbers[j] - some.first_vertex;
        REQUIRE(graph.edge_weight(u, v));
        CHECK(w == *graph.edge_weight(u, v));
      });
    }
    VertexSet left;
    for (const Vertex number : some.numbers) {
      if (number >= some.first_vertex) left.push_back(number - some.first_vertex);
    }
    std::sort(left.begin(), left.end());
    CHECK(edges == induced_subgraph(graph, left).num_arcs());
  }
}
