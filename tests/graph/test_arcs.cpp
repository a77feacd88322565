#include <set>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/arcs.hpp>

#include "support/catch.hpp"

using namespace lode;

namespace {

std::vector<Vertex> listed(std::span<const Vertex> row) { return {row.begin(), row.end()}; }

}  // namespace

TEST_CASE("arcs keep directions and loops, and repeated ones are one") {
  const Arcs arcs = Arcs::from_arcs({{2, 0}, {0, 1}, {1, 0}, {3, 3}, {0, 1}, {2, 1}}, 5);
  CHECK(arcs.num_vertices() == 5);
  CHECK(arcs.num_arcs() == 5);
  CHECK(arcs.num_loops() == 1);
  CHECK(arcs.duplicates() == 1);
  CHECK(listed(arcs.successors(2)) == std::vector<Vertex>{0, 1});
  CHECK(listed(arcs.predecessors(1)) == std::vector<Vertex>{0, 2});
  CHECK(listed(arcs.predecessors(2)).empty());
  CHECK(listed(arcs.successors(3)) == std::vector<Vertex>{3});
  CHECK(arcs.out_degree(0) == 1);
  CHECK(arcs.in_degree(0) == 2);
  CHECK(arcs.has_arc(2, 0));
  CHECK_FALSE(arcs.has_arc(0, 2));
  const Arcs simple = arcs.without_loops();
  CHECK(simple.num_vertices() == 5);
  CHECK(simple.num_arcs() == 4);
  CHECK(simple.num_loops() == 0);
  CHECK(listed(simple.successors(2)) == std::vector<Vertex>{0, 1});
  CHECK(listed(simple.predecessors(3)).empty());
}

TEST_CASE("arcs in any number are those of a set of ordered pairs") {
  Rng rng(3, 1);
  std::vector<ArcEnds> list;
  std::set<std::pair<Vertex, Vertex>> set;
  const Vertex n = 900;
  for (int i = 0; i < 200'000; ++i) {
    const auto u = static_cast<Vertex>(rng.below(n));
    const auto v = static_cast<Vertex>(rng.below(n));
    list.push_back({u, v});
    set.insert({u, v});
  }
  const Arcs arcs = Arcs::from_arcs(list);
  REQUIRE(arcs.num_arcs() == set.size());
  CHECK(arcs.duplicates() == list.size() - set.size());
  bool same = true;
  EdgeCount in = 0;
  auto next = set.begin();
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : arcs.successors(u)) same = same && *next++ == std::pair(u, v);
    for (const Vertex w : arcs.predecessors(u)) same = same && set.count({w, u}) == 1;
    in += arcs.in_degree(u);
  }
  CHECK(same);
  CHECK(in == arcs.num_arcs());
}

TEST_CASE("arcs that cannot be are refused") {
  CHECK_THROWS_AS(Arcs::from_arcs({{0, 5}}, 5), InvalidArgument);
  CHECK_THROWS_AS(Arcs::from_arcs({{0, 4'000'000}}), InvalidArgument);
  CHECK_THROWS_AS(Arcs::from_arcs({{0, 1}}, Arcs::most_vertices + 1), InvalidArgument);
  CHECK_THROWS_AS(Arcs::from_arcs({{0, 1}}, 2).with_names(VertexNames::from_labels({"one"})),
                  InvalidArgument);
  const std::vector<ArcIndex> offsets = {0, 1, 1, 1, 2};
  const std::vector<Vertex> ends = {1, 0};
  CHECK(Arcs::from_rows({offsets, ends, {}}).num_arcs() == 1);
  const std::vector<ArcIndex> uneven = {0, 0, 0, 1, 2};
  CHECK_THROWS_AS(Arcs::from_rows({uneven, ends, {}}), InvalidArgument);
  CHECK(Arcs().num_vertices() == 0);
  CHECK(Arcs::from_arcs({}).num_vertices() == 0);
}
