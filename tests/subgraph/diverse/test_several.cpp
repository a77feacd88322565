#include <algorithm>
#include <atomic>
#include <bit>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>
#include <lode/io/read_graph.hpp>

#include "subgraph/diverse/several.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

const MethodSettings few_arcs = {{"work", "20000"}};

std::size_t shared(const VertexSet& a, const VertexSet& b) {
  VertexSet both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

/// Sizes, overlaps and counts hold, whatever the quality.
void check_answers(const Problem& problem, const std::vector<Solution>& answers, double max_overlap) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(answers[i].vertices.size() == problem.s);
    CHECK(answers[i].weight == Approx(induced_totals(problem.graph, answers[i].vertices).weight));
    for (std::size_t j = 0; j < i; ++j) {
      CHECK(shared(answers[i].vertices, answers[j].vertices) <= most_shared(max_overlap, problem.s));
    }
    for (const Vertex v : problem.include) {
      CHECK(std::binary_search(answers[i].vertices.begin(), answers[i].vertices.end(), v));
    }
    for (const Vertex v : problem.exclude) {
      CHECK_FALSE(std::binary_search(answers[i].vertices.begin(), answers[i].vertices.end(), v));
    }
  }
}

/// Disjoint cliques of the given sizes.
Graph cliques(const std::vector<Vertex>& sizes) {
  std::vector<Edge> edges;
  Vertex first = 0;
  for (const Vertex size : sizes) {
    for (Vertex u = 0; u < size; ++u) {
      for (Vertex v = 0; v < u; ++v) edges.push_back({first + u, first + v});
    }
    first += size;
  }
  return Graph::from_edges(std::span<const Edge>(edges));
}

}  // namespace

TEST_CASE("how many vertices two answers may share") {
  CHECK(most_shared(0.0, 10) == 0);
  CHECK(most_shared(0.5, 7) == 3);
  CHECK(most_shared(0.07, 100) == 7);
  CHECK(most_shared(0.29, 100) == 29);
  CHECK(most_shared(0.999, 10) == 9);
  for (Vertex s = 1; s <= 1000; ++s) CHECK(most_shared(0.9999999999999, s) == s - 1);
}

TEST_CASE("answers keep the overlap with every earlier one, for every method, weighted or not", "[slow]") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(60, 0.2, 4, kind);
    for (const MethodRow& row : methods()) {
      const bool takes_work = row.takes("work");
      for (const double max_overlap : {0.0, 0.3, 0.75}) {
        const Problem problem{.graph = graph, .s = 8};
        RunContext run;
        const auto answers =
            solve_several(row.name, problem, takes_work ? few_arcs : MethodSettings{}, 3, max_overlap, run);
        INFO(row.name << ", overlap " << max_overlap);
        CHECK(answers.size() == 3);
        check_answers(problem, answers, max_overlap);
        RunContext again;
        CHECK(answers.front().vertices ==
              solve(row.name, problem, takes_work ? few_arcs : MethodSettings{}, again).vertices);
      }
    }
  }
}

TEST_CASE("disjoint cliques come out one after the other, and the end is noted") {
  const Problem problem{.graph = cliques({6, 6, 6, 6, 3}), .s = 6};
  RunContext run;
  const auto answers = solve_several("hybrid", problem, few_arcs, 6, 0.0, run);
  // Four cliques; three vertices are left then.
  REQUIRE(answers.size() == 4);
  for (const Solution& answer : answers) CHECK(answer.edges == 15);
  check_answers(problem, answers, 0.0);
  CHECK(answers.back().note == "no answer 5 of 6: 3 vertices are left, and s is 6");
  for (std::size_t i = 0; i < 3; ++i) CHECK(answers[i].note.empty());
  const auto all_but_one = solve_several("hybrid", {.graph = cliques({7, 6}), .s = 6}, few_arcs, 3, 0.0, run);
  CHECK(all_but_one.back().note == "no answer 3 of 3: 1 vertex is left, and s is 6");
}

TEST_CASE("the second answer is mostly the best that keeps the overlap with the first") {
  std::size_t optimal = 0;
  constexpr std::size_t cases = 100;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const auto kind = static_cast<test::TestWeights>(i % 3);
    const Problem problem{.graph = test::random_graph(13, 0.5, i, kind), .s = 5};
    const double max_overlap = 0.2 * static_cast<double>(i % 4);
    RunContext run({.seed = i});
    const auto answers = solve_several("hybrid", problem, few_arcs, 2, max_overlap, run);
    REQUIRE(answers.size() == 2);
    check_answers(problem, answers, max_overlap);
    const std::uint32_t first = test::mask_of(answers[0].vertices);
    const double best = *test::brute_force_densest(problem.graph, problem.s, [&](std::uint32_t set) {
      return static_cast<Vertex>(std::popcount(set & first)) <= most_shared(max_overlap, problem.s);
    });
    CHECK(answers[1].weight <= best * (1.0 + 1e-12));
    CHECK(answers[1].weight >= 0.7 * best);
    optimal += answers[1].weight >= best * (1.0 - 1e-12);
  }
  CAPTURE(optimal);
  CHECK(optimal >= 98);
}

TEST_CASE("later answers with a vertex to include are mostly the best that keep the overlap") {
  std::size_t optimal = 0;
  std::size_t answers_in_all = 0;
  for (std::uint64_t i = 0; i < 150; ++i) {
    const auto kind = static_cast<test::TestWeights>(i % 3);
    Problem problem{.graph = test::random_graph(9, 0.5, i, kind), .s = 4};
    problem.include = {static_cast<Vertex>(i % 9)};
    const double max_overlap = i % 2 == 0 ? 0.5 : 0.75;
    RunContext run({.seed = i});
    const auto answers = solve_several("hybrid", problem, few_arcs, 4, max_overlap, run);
    check_answers(problem, answers, max_overlap);
    std::vector<std::uint32_t> earlier;
    for (std::size_t j = 0; j < 4; ++j) {
      const auto best = test::brute_force_densest(problem.graph, problem.s, [&](std::uint32_t set) {
        return (set >> problem.include[0] & 1u) != 0 &&
               std::ranges::all_of(earlier, [&](std::uint32_t other) {
                 return static_cast<Vertex>(std::popcount(set & other)) <=
                        most_shared(max_overlap, problem.s);
               });
      });
      if (!best) break;
      ++answers_in_all;
      if (j >= answers.size()) break;
      CHECK(answers[j].weight <= *best + 1e-9);
      optimal += answers[j].weight >= *best - 1e-9;
      earlier.push_back(test::mask_of(answers[j].vertices));
    }
  }
  CAPTURE(optimal, answers_in_all);
  CHECK(static_cast<double>(optimal) >= 0.97 * static_cast<double>(answers_in_all));
}

TEST_CASE("several answers with vertices to include, to exclude, and connected") {
  PlantedOptions options;
  options.num_vertices = 400;
  options.planted_size = 15;
  const PlantedGraph made = planted(options);
  Problem problem{.graph = made.graph, .s = 10};
  problem.include = {made.planted[3], made.planted[0]};
  problem.exclude = {made.planted[1], 399};
  problem.exclude.erase(std::unique(problem.exclude.begin(), problem.exclude.end()), problem.exclude.end());
  problem.connected = true;
  RunContext run;
  const auto answers = solve_several("hybrid", problem, few_arcs, 3, 0.4, run);
  CHECK(answers.size() == 3);
  check_answers(problem, answers, 0.4);
  for (const Solution& answer : answers) CHECK(test::induces_connected(made.graph, answer.vertices));

  RunContext again({.threads = 1});
  const auto same = solve_several("hybrid", problem, few_arcs, 3, 0.4, again);
  for (std::size_t i = 0; i < 3; ++i) CHECK(same[i].vertices == answers[i].vertices);

  // Two cliques: no third connected set, though five vertices are left.
  Problem cut{.graph = cliques({7, 6, 2}), .s = 5, .connected = true};
  const auto two = solve_several("hybrid", cut, few_arcs, 3, 0.0, run);
  REQUIRE(two.size() == 2);
  CHECK(two.back().note.find("at most 2, the size of the largest component") != std::string::npos);
}

TEST_CASE("an interrupted run still gives the first answer") {
  std::atomic<bool> cancel{true};
  RunContext run({.cancel = &cancel});
  const Problem problem{.graph = test::random_graph(100, 0.1, 2), .s = 10};
  const auto answers = solve_several("hybrid", problem, {}, 3, 0.5, run);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].vertices.size() == 10);
  CHECK(answers[0].note == "no answer 2 of 3: interrupted");
}

TEST_CASE("impossible demands on several answers are refused") {
  Problem problem{.graph = test::random_graph(20, 0.3, 2), .s = 5};
  RunContext run;
  CHECK_THROWS_AS(solve_several("hybrid", problem, {}, 0, 0.5, run), InvalidArgument);
  for (const double overlap : {-0.1, 1.0, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(solve_several("hybrid", problem, {}, 2, overlap, run), InvalidArgument);
  }
  problem.include = {1, 2, 3};
  CHECK_THROWS_WITH(solve_several("hybrid", problem, {}, 2, 0.4, run),
                    Catch::Matchers::Contains("share at most 2"));
  CHECK(solve_several("hybrid", problem, few_arcs, 2, 0.6, run).size() == 2);
  CHECK(solve_several("hybrid", problem, few_arcs, 1, 0.4, run).size() == 1);
}

TEST_CASE("an answer that must share its vertices of least degree is found") {
  // 11 hangs on 0 alone: a connected set with it holds both, which are all that two answers may share.
  RunContext read;
  const Graph graph = read_graph(LODE_REPOSITORY "/datasets/karate.txt", {}, read).graph;
  Problem problem{.graph = graph, .s = 5, .include = {11}, .connected = true};
  RunContext run;
  const auto answers = solve_several("hybrid", problem, few_arcs, 3, 0.5, run);
  CHECK(answers.size() == 3);
  check_answers(problem, answers, 0.5);
  for (const Solution& answer : answers) CHECK(test::induces_connected(graph, answer.vertices));
}

TEST_CASE("answers go on until next to none is left, with edges where a set has some") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Problem problem{.graph = test::random_graph(11, 0.35, seed), .s = 4};
    RunContext run({.seed = seed});
    const auto answers = solve_several("hybrid", problem, few_arcs, 500, 0.5, run);
    check_answers(problem, answers, 0.5);
    CHECK(answers.size() >= 20);
    std::vector<std::uint32_t> earlier;
    for (std::size_t i = 0; i + 3 < answers.size(); ++i) {
      const auto best = test::brute_force_densest(problem.graph, problem.s, [&](std::uint32_t set) {
        return std::all_of(earlier.begin(), earlier.end(),
                           [&](std::uint32_t other) { return std::popcount(set & other) <= 2; });
      });
      INFO("seed " << seed << ", answer " << i + 1 << " of " << answers.size());
      REQUIRE(best.has_value());
      if (*best > 0.0) CHECK(answers[i].weight > 0.0);
      earlier.push_back(test::mask_of(answers[i].vertices));
    }
  }
}
