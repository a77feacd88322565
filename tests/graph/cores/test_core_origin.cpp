#include <cmath>
#include <limits>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

std::string origin_problem(const Graph& graph, const CoreOrigin& origin) {
  try {
    check_core_origin(graph, origin, "file");
  } catch (const InputError& error) {
    REQUIRE(error.position().file == "file");
    return error.problem();
  }
  return "";
}

}  // namespace

TEST_CASE("a core that is cut is the one that peeling leaves, and says what it was cut from") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(40, 0.12, seed, kind);
    const double core =
        graph.weighted() ? strength_cores(graph).degeneracy : core_decomposition(graph).degeneracy;
    const DeclaredCore cut = cut_core(graph, core);
    Vertex inside = 0;
    for (Vertex v = 0; v < 40; ++v) {
      inside += graph.weighted() ? strength_cores(graph).core[v] == core : core_numbers(graph)[v] == core;
    }
    CHECK(cut.graph.num_vertices() == inside);
    CHECK(cut.origin.core == core);
    CHECK(cut.origin.vertices == 40);
    CHECK(cut.origin.edges == graph.num_edges());
    CHECK(cut.origin.weight == graph.total_weight());
    CHECK(cut.graph.weighted() == graph.weighted());
    CHECK(origin_problem(cut.graph, cut.origin).empty());
    // A core of a core is one of the whole graph.
    const DeclaredCore outer = cut_core(graph, graph.weighted() ? 0.4 * core : 1.0);
    const DeclaredCore inner = cut_core(outer.graph, core, RunContext(), outer.origin);
    CHECK(inner.graph.num_vertices() == cut.graph.num_vertices());
    CHECK(inner.origin.vertices == 40);
    CHECK(inner.origin.core == core);
    CHECK_THROWS_AS(cut_core(graph, core + 1.0), InvalidArgument);
    CHECK_THROWS_AS(cut_core(cut.graph, 0.5 * core + 0.25, RunContext(), cut.origin), InvalidArgument);
  }
  CHECK_THROWS_AS(cut_core(Graph(), 1.0), InvalidArgument);
  const double nothing[] = {0.0, -1.0, 1.5, std::nan(""), std::numeric_limits<double>::infinity()};
  for (const double core : nothing) {
    CHECK_THROWS_AS(cut_core(test::random_graph(9, 0.9, 1), core), InvalidArgument);
  }
}

TEST_CASE("a graph cannot be declared to be what it is not") {
  const Graph graph = Graph::from_edges(std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  const CoreOrigin good{.core = 1, .vertices = 10, .edges = 8, .weight = 8.0, .bounds = {{3, 3.0, "lp"}}};
  CHECK(origin_problem(graph, good).empty());
  CHECK(origin_problem(graph, {.core = 1}).empty());
  const auto with = [&](auto change) {
    CoreOrigin origin = good;
    change(origin);
    return origin_problem(graph, origin);
  };
  const auto says = [](const std::string& problem, const std::string& words) {
    INFO(problem);
    CHECK(problem.find(words) != std::string::npos);
  };
  const double infinite = std::numeric_limits<double>::infinity();
  says(with([](CoreOrigin& o) { o.core = 2; }), "2-core of a larger graph, and vertex 3 has degree 1");
  for (const double core : {0.0, -1.0, 0.5, std::nan(""), infinite, 0x1p32}) {
    says(with([&](CoreOrigin& o) { o.core = core; }), "must be an integer of at least 1");
  }
  says(with([](CoreOrigin& o) { o.vertices = 3; }), "with 3 vertices, and has 4 itself");
  says(with([](CoreOrigin& o) { o.edges = 3; }), "with 3 edges, and has 4 itself");
  says(with([](CoreOrigin& o) { o.vertices = 4; }), "4 vertices and 8 edges, which is impossible");
  says(with([](CoreOrigin& o) { o.weight = 9.0; }), "8 edges without weights, and of weight 9");
  says(with([](CoreOrigin& o) { o.weight = 3.0; }), "of weight 3, and has 4 itself");
  for (const double weight : {-1.0, std::nan(""), infinite}) {
    says(with([&](CoreOrigin& o) { o.weight = weight; }), "which no graph has");
  }
  for (const double value : {-1.0, std::nan(""), infinite}) {
    says(with([&](CoreOrigin& o) { o.bounds[0].value = value; }), "no finite number of at least 0");
  }
  for (const char* rule : {"", "a b", "l\np", "lp;"}) {
    says(with([&](CoreOrigin& o) { o.bounds[0].rule = rule; }), "is no word");
  }
  says(with([](CoreOrigin& o) { o.bounds[0].rule = std::string(65, 'a'); }), "is no word");
  says(with([](CoreOrigin& o) {
         o.bounds[0] = {0, 3.0, "lp"};
       }),
       "a bound on all sets of 3, and has 4 itself");
  says(with([](CoreOrigin& o) {
         o.bounds[0] = {4, 3.0, "lp"};
       }),
       "a bound on sets of 4 of 3, and has 4 itself");
  says(with([](CoreOrigin& o) { o.bounds[0].size = 11; }), "more than the 10 vertices");
}

TEST_CASE("strengths may fall short of a core by their rounding alone") {
  const Graph graph = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 0.1}, {1, 2, 0.2}, {0, 2, 0.3}});
  CHECK(origin_problem(graph, {.core = 0.3}).empty());
  CHECK(origin_problem(graph, {.core = 0.3 * (1.0 + 1e-12)}).empty());
  CHECK(origin_problem(graph, {.core = 0.3001}).find("strength 0.3") != std::string::npos);
  const Graph integral = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 1.0}, {1, 2, 2.0}, {0, 2, 3.0}});
  CHECK(origin_problem(integral, {.core = 3.0}).empty());
  CHECK_FALSE(origin_problem(integral, {.core = 3.0 * (1.0 + 1e-12)}).empty());
}

TEST_CASE("what a core was cut from is said as far as it is known") {
  CHECK(core_origin_text({.core = 3}) == "the 3-core of a larger graph");
  CHECK(core_origin_text({.core = 3, .vertices = 5, .edges = 7, .weight = 7.0}) ==
        "the 3-core of a graph with 5 vertices, 7 edges");
  CHECK(core_origin_text({.core = 0.5, .edges = 7, .weight = 2.5}) ==
        "the 0.5-core of a graph with 7 edges, weight 2.5");
}
