#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "subgraph/search/tabu_set.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;
using namespace lode::subgraph::detail;

namespace {

/// Both kinds of sets, with what they stand on.
struct Kept {
  std::unique_ptr<SwapState> state;
  std::unique_ptr<TabuSet> set;
  TabuSet& operator*() const { return *set; }
  TabuSet* operator->() const { return set.get(); }
};

Kept bucket_set(const Graph& graph, const VertexSet& members, const VertexSet& anchors,
                const TabuRules& rules, Rng& draws) {
  auto state = std::make_unique<SwapState>(graph, members, anchors);
  auto set = make_bucket_tabu_set(*state, rules, draws);
  return {std::move(state), std::move(set)};
}

Kept dense_set(const Graph& graph, const VertexSet& members, const VertexSet& anchors, const TabuRules& rules,
               Rng& draws) {
  const auto s = static_cast<Vertex>(members.size());
  return {nullptr,
          make_dense_tabu_set(std::make_shared<DenseRows>(graph, s), members, anchors, rules, draws)};
}

VertexSet first_vertices(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

Weight degree_into(const Graph& graph, const VertexSet& set, Vertex v) {
  Weight sum = 0.0;
  graph.for_each_neighbor(v,
                          [&](Vertex u, Weight w) { sum += std::ranges::binary_search(set, u) ? w : 0.0; });
  return sum;
}

/// The largest gain of an exchange between the members of least d_S and the outsiders of largest.
Weight constrained_gain(const Graph& graph, const TabuSet& set) {
  const VertexSet all = set.sorted_members();
  Weight least = std::numeric_limits<Weight>::infinity();
  Weight largest = -least;
  for (const Vertex v : set.members()) least = std::min(least, degree_into(graph, all, v));
  for (const Vertex v : set.outsiders()) largest = std::max(largest, degree_into(graph, all, v));
  Weight best = -std::numeric_limits<Weight>::infinity();
  for (const Vertex u : set.members()) {
    if (degree_into(graph, all, u) != least) continue;
    for (const Vertex v : set.outsiders()) {
      if (degree_into(graph, all, v) != largest) continue;
      best = std::max(best, largest - least - graph.edge_weight(u, v).value_or(0.0));
    }
  }
  return best;
}

using MakeSet = std::function<Kept(const Graph&, const VertexSet&, const VertexSet&, const TabuRules&, Rng&)>;

/// Integers that fit into eight bits, and some that do not.
std::vector<Graph> graphs() {
  return {test::random_graph(70, 0.3, 1),
          test::random_graph(70, 0.3, 2, test::TestWeights::integral),
          test::random_graph(70, 0.3, 3, test::TestWeights::integral, 1000.0),
          test::random_graph(70, 0.3, 4, test::TestWeights::real),
          test::random_graph(64, 0.9, 5),
          test::random_graph(129, 0.05, 6)};
}

void check_totals(const Graph& graph, const TabuSet& set) {
  const VertexSet all = set.sorted_members();
  REQUIRE(std::ranges::is_sorted(all));
  REQUIRE(induced_totals(graph, all).weight == Approx(set.weight()));
}

}  // namespace

TEST_CASE("the best constrained exchange is found among weights of both signs, too") {
  for (const MakeSet& make : {MakeSet(bucket_set), MakeSet(dense_set)}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Rng draws(seed, 2);
      std::vector<WeightedEdge> edges;
      for (Vertex v = 0; v < 60; ++v) {
        for (Vertex u = 0; u < v; ++u) {
          if (draws.below(2) == 0) edges.push_back({u, v, draws.below(2) == 0 ? 1.0 : -1.0});
        }
      }
      const Graph graph = Graph::from_edges(edges, 60, RunContext(), WeightSigns::any);
      const Kept set = make(graph, first_vertices(20), {}, {.random_exchange = 0.0}, draws);
      const auto exchange = set->next();
      REQUIRE(exchange);
      CHECK(exchange->gain == constrained_gain(graph, *set));
    }
  }
}

TEST_CASE("tabu sets keep count through exchanges and moves, and propose the best constrained exchange") {
  for (const MakeSet& make : {MakeSet(bucket_set), MakeSet(dense_set)}) {
    for (const Graph& graph : graphs()) {
      for (const VertexSet& anchors : {VertexSet(), VertexSet{2, 11}}) {
        Rng draws(7, 1);
        const Kept set = make(graph, first_vertices(20), anchors, {.random_exchange = 0.0}, draws);
        check_totals(graph, *set);
        for (int step = 0; step < 200; ++step) {
          if (step % 40 == 0) {
            set->release_all();
            // With real weights the sums of the sets and of the oracle differ by their rounding.
            const Weight wanted = constrained_gain(graph, *set);
            const auto exchange = set->next();
            REQUIRE(exchange);
            if (graph.integral()) REQUIRE(exchange->gain == wanted);
          }
          const auto exchange = set->next();
          if (!exchange) continue;
          REQUIRE(std::ranges::count(set->members(), exchange->out) == 1);
          REQUIRE(set->is_outsider(exchange->in));
          const Weight before = set->weight();
          set->make(*exchange);
          REQUIRE(set->weight() == Approx(before + exchange->gain));
          REQUIRE(set->members().size() + anchors.size() == 20);
          REQUIRE(std::ranges::includes(set->sorted_members(), anchors));
          check_totals(graph, *set);
          if (step % 17 == 0) {
            const Vertex out = set->weakest();
            const VertexSet all = set->sorted_members();
            for (const Vertex v : set->members())
              REQUIRE(degree_into(graph, all, out) <= degree_into(graph, all, v) * (1.0 + 1e-12));
            set->remove(out);
            check_totals(graph, *set);
            set->add(set->outsiders()[draws.below(set->outsiders().size())]);
          }
          if (step % 50 == 49) {
            CHECK(set->recount() ==
                  Approx(induced_totals(graph, set->sorted_members()).weight).epsilon(1e-14));
            check_totals(graph, *set);
          }
        }
        CHECK(set->work() > 0);
      }
    }
  }
}

TEST_CASE("what a tabu exchange has moved stays where it is for a while, and what was dropped stays out") {
  for (const MakeSet& make : {MakeSet(bucket_set), MakeSet(dense_set)}) {
    const Graph graph = test::random_graph(200, 0.2, 9);
    Rng draws(3, 1);
    const TabuRules rules{.random_exchange = 0.0};
    const Kept set = make(graph, first_vertices(30), {}, rules, draws);
    // With 435 possible edges the slack is 10: at least ten exchanges outside, six inside.
    struct Moved {
      Vertex vertex;
      int may_return;
    };
    std::vector<Moved> moved;
    for (int clock = 1; clock <= 500; ++clock) {
      const auto exchange = set->next();
      REQUIRE(exchange);
      for (const auto& [vertex, may_return] : moved) {
        if (clock >= may_return) continue;
        REQUIRE(vertex != exchange->in);
        REQUIRE(vertex != exchange->out);
      }
      set->make(*exchange);
      moved.push_back({exchange->out, clock + 1 + 10});
      moved.push_back({exchange->in, clock + 1 + 6});
      REQUIRE(set->exchanges_of(exchange->in) > 0);
    }

    set->release_all();
    const Vertex best = set->best_outsiders().front();
    set->add(best);
    set->remove(best);
    const auto is_best = [&] {
      const auto top = set->best_outsiders();
      return std::ranges::find(top, best) != top.end();
    };
    REQUIRE(is_best());
    set->forbid_dropped(best);
    CHECK_FALSE(is_best());
    set->release_all();
    CHECK(is_best());
    // Free again by itself after at most 1 + 10 + 6 exchanges.
    set->forbid_dropped(best);
    for (int clock = 0; clock < 17; ++clock) set->next();
    CHECK(is_best());
  }
}

TEST_CASE("with a margin the dense set weighs pairs that are not extreme") {
  // Outsiders 3 and 4 have 10 and 9 into the set {0, 1, 2}; 3 is joined to the weakest member, 0, by 5.
  const WeightedEdge edges[] = {{0, 1, 1.0}, {1, 2, 4.0}, {0, 3, 5.0}, {1, 3, 5.0}, {1, 4, 5.0}, {2, 4, 4.0}};
  const Graph graph = Graph::from_edges(edges);
  Rng draws(1, 1);
  const Kept extremes = dense_set(graph, {0, 1, 2}, {}, {.random_exchange = 0.0}, draws);
  CHECK(extremes->next()->gain == 4.0);  // 10 - 1 - 5
  const Kept wider = dense_set(graph, {0, 1, 2}, {}, {.random_exchange = 0.0, .margin = 0.5}, draws);
  const auto exchange = wider->next();
  CHECK(exchange->in == 4);
  CHECK(exchange->gain == 8.0);  // 9 - 1
}

TEST_CASE("random exchanges come up where none improves") {
  const Graph graph = test::random_graph(100, 0.3, 4);
  for (const MakeSet& make : {MakeSet(bucket_set), MakeSet(dense_set)}) {
    Rng draws(5, 1);
    const Kept set = make(graph, first_vertices(15), {}, {.random_exchange = 1.0}, draws);
    int proposed_worse = 0;
    int random = 0;
    for (int step = 0; step < 300; ++step) {
      const auto exchange = set->next();
      if (!exchange) continue;
      const Weight before = set->weight();
      set->make(*exchange);
      check_totals(graph, *set);
      proposed_worse += exchange->gain < 0.0;
      random += set->weight() != before + exchange->gain;
    }
    CHECK(proposed_worse > 10);
    CHECK(4 * random > proposed_worse);  // about half of them
  }
}

TEST_CASE("real weights do not drift with tabu exchanges") {
  for (const MakeSet& make : {MakeSet(bucket_set), MakeSet(dense_set)}) {
    for (const test::WeightRange range : test::weight_ranges) {
      const Graph graph = test::graph_of_range(range, 12, 0.6, 2);
      Rng draws(3, 1);
      const TabuRules rules{.random_exchange = 0.1};
      const Kept set = make(graph, first_vertices(4), {}, rules, draws);
      INFO("range " << static_cast<int>(range));
      for (int step = 0; step < 100'000; ++step) {
        if (const auto exchange = set->next()) set->make(*exchange);
      }
      const Weight running = set->weight();
      CHECK(std::abs(running - set->recount()) <= 1e-13 * graph.total_weight());
      CHECK(set->weight() == Approx(induced_totals(graph, set->sorted_members()).weight).epsilon(1e-14));
    }
  }
}
