#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "subgraph/part/core_order.hpp"
#include "subgraph/search/team/recruits.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using subgraph::detail::Recruits;
using subgraph::detail::SearchKind;
using subgraph::detail::Seat;

namespace {

VertexSet vertices_between(Vertex from, Vertex to) {
  VertexSet set(to - from);
  std::iota(set.begin(), set.end(), from);
  return set;
}

/// Recruits for sets of s vertices of a graph.
struct Recruiting {
  Recruiting(const Graph& given, Vertex s) : graph(given), state(graph, vertices_between(0, s)) {
    options.core_order = order;
  }
  std::vector<SearchKind> kinds() {
    std::vector<SearchKind> all;
    for (int number = 0; number < options.searchers; ++number) {
      const Seat seat = recruits.make(number, {});
      CHECK(seat.turn == number);
      CHECK(seat.searcher->best().vertices.size() == state.size());
      all.push_back(seat.kind);
    }
    return all;
  }

  Graph graph;
  std::vector<Vertex> order = subgraph::detail::core_order(graph, RunContext())->order;
  SwapState state;
  TeamOptions options;
  RunContext run;
  ImprovementSink ignored = [](Weight, std::uint64_t) {};
  subgraph::detail::SharedProgress progress{state.weight(), {Sums::exact}, ignored};
  Recruits recruits{state, options, 1, run, progress};
};

}  // namespace

TEST_CASE("the graph decides by what moves and where a team searches") {
  using enum SearchKind;
  using Kinds = std::vector<SearchKind>;
  CHECK(Recruiting(test::random_graph(600, 0.5, 1), 20).kinds() == Kinds{dense, dense, kicks, kicks});
  CHECK(Recruiting(test::random_graph(400, 0.02, 1), 20).kinds() == Kinds{kicks, dense, dense, kicks});
  // Rows of cores with so few arcs do not pay.
  CHECK(Recruiting(test::random_graph(6000, 0.0006, 1), 20).kinds() == Kinds{kicks, tabu, tabu, tabu});
  CHECK(Recruiting(test::random_graph(6000, 0.0006, 1, test::TestWeights::integral), 20).kinds() ==
        Kinds{kicks, kicks, kicks, kicks});
  CHECK(Recruiting(test::random_graph(4500, 0.03, 1), 20).kinds() == Kinds{kicks, core, tabu, tabu});
}

TEST_CASE("the third searcher joins late, unless there are hints, and rows are waited for") {
  const Recruiting team(test::random_graph(4500, 0.03, 1), 20);
  CHECK(team.recruits.due(0, false) == 0);
  CHECK(team.recruits.due(1, false) > 0);  // rows of the cores
  CHECK(team.recruits.due(1, false) == team.recruits.due(1, true));
  CHECK(team.recruits.due(2, false) > team.recruits.due(1, false));
  CHECK(team.recruits.due(2, true) == 0);
}

TEST_CASE(
    "two searchers follow hints: they keep the largest that fits, or are confined to the smallest around") {
  Recruiting team(test::random_graph(400, 0.02, 3), 20);
  CHECK(team.recruits.followers({}).empty());
  // Too small to be kept, of the size itself, and too large to be confined to.
  CHECK(team.recruits.followers({vertices_between(0, 9), vertices_between(0, 20), vertices_between(0, 300)})
            .empty());
  // Half of the size and half of all vertices are enough.
  CHECK(team.recruits.followers({vertices_between(0, 10)}).size() == 2);
  CHECK(team.recruits.followers({vertices_between(0, 200)}).size() == 2);
  const VertexSet kept = vertices_between(100, 115);
  const VertexSet around = vertices_between(90, 190);
  struct Expected {
    std::vector<VertexSet> hints;
    bool first_keeps, second_keeps;
  };
  const VertexSet small = vertices_between(0, 12);
  const VertexSet large = vertices_between(0, 200);
  for (const auto& [hints, first_keeps, second_keeps] :
       {Expected{{small, kept, around, large}, true, false}, Expected{{kept}, true, true},
        Expected{{large, around}, false, false}}) {
    const std::vector<Seat> seats = team.recruits.followers(hints);
    REQUIRE(seats.size() == 2);
    for (std::size_t i = 0; i < seats.size(); ++i) {
      CHECK(seats[i].turn == -1 - static_cast<int>(i));
      seats[i].searcher->advance(200'000);
      const VertexSet& best = seats[i].searcher->best().vertices;
      CHECK(best.size() == 20);
      const bool keeps = i == 0 ? first_keeps : second_keeps;
      CHECK(std::ranges::includes(best, kept) >= keeps);
      CHECK(std::ranges::includes(around, best) >= !keeps);
    }
  }
}
