#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/configuration_model.hpp>
#include <lode/questions/groups.hpp>

#include "questions/asked.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using test::TestWeights;

namespace {

/// The value of a set by the definition of the request; unset for a set that is no group.
std::optional<double> value_of(const Graph& graph, const GroupsRequest& request, std::uint32_t set) {
  const double s = std::popcount(set), pairs = s * (s - 1.0) / 2.0, weight = test::weight_inside(graph, set);
  const double mean = graph.total_weight() / static_cast<double>(graph.num_edges());
  if (request.by == GroupsBy::surplus) return weight - request.surplus * mean * pairs;
  if (request.by == GroupsBy::ratio) return weight / s;
  if (s < request.min_size || weight / pairs < request.min_density) return std::nullopt;
  return s;
}

/// The largest value of the sets inside `left` that contain `held`.
double best_value(const Graph& graph, const GroupsRequest& request, std::uint32_t left,
                  std::uint32_t held = 0) {
  double best = 0.0;
  for (std::uint32_t set = left; set > 0; set = (set - 1) & left) {
    if ((set & held) == held) best = std::max(best, value_of(graph, request, set).value_or(0.0));
  }
  return best;
}

/// Checks every group against all sets of the vertices that earlier groups leave, and the end of the list.
void check_all(const Graph& graph, const GroupsRequest& request) {
  const Groups found = find_groups(graph, request);
  REQUIRE(found.complete);
  const double scale = 1e-9 * std::max(1.0, graph.total_weight());
  std::uint32_t left = (std::uint32_t{1} << graph.num_vertices()) - 1;
  for (const Vertex v : request.exclude) left &= ~(std::uint32_t{1} << v);
  for (const Group& group : found.groups) {
    const std::uint32_t set = test::mask_of(group.vertices);
    const std::uint32_t seed = request.seeds.empty() ? 0 : set & test::mask_of(request.seeds);
    CHECK((set & ~left) == 0);
    const std::uint32_t held = seed & (~seed + 1);
    const double best = best_value(graph, request, left, request.seeds.size() == 1 ? held : 0);
    CHECK(std::abs(group.weight - test::weight_inside(graph, set)) <= scale);
    CHECK(std::abs(group.value - *value_of(graph, request, set)) <= scale);
    if (request.seeds.empty()) CHECK(std::abs(group.value - best) <= scale);
    CHECK(group.bound >= best * (1.0 - 1e-14));
    if (group.proven_optimal) CHECK(std::abs(group.value - best) <= scale);
    left &= ~set;
  }
  if (request.most || !request.seeds.empty() || graph.num_edges() == 0) return;
  const double mean = graph.total_weight() / static_cast<double>(graph.num_edges());
  const double rest = best_value(graph, request, left);
  if (request.by == GroupsBy::surplus) CHECK(rest < 3.0 * mean * (1.0 - request.surplus) + scale);
  if (request.by == GroupsBy::density) CHECK(rest == 0.0);
}

Graph small_graph(std::uint64_t seed) {
  constexpr TestWeights kinds[] = {TestWeights::none, TestWeights::integral, TestWeights::real};
  return test::random_graph(static_cast<Vertex>(2 + seed % 9), 0.2 + 0.15 * static_cast<double>(seed % 5),
                            seed, kinds[seed % 3]);
}

/// Disjoint sets of density `density` among random edges.
struct Family {
  Graph graph;
  std::vector<VertexSet> planted;
};

Family planted_family(Vertex groups, Vertex n, double background, double density, std::uint64_t seed) {
  Family family;
  Rng rng(seed, 7);
  std::vector<Edge> edges;
  std::vector<Vertex> group_of(n, no_vertex);
  Vertex next = 0;
  for (Vertex g = 0; g < groups; ++g) {
    const auto size = static_cast<Vertex>(8 + rng.below(20));
    VertexSet& set = family.planted.emplace_back();
    for (Vertex i = 0; i < size && next < n; ++i) {
      group_of[next] = g;
      set.push_back(next++);
    }
  }
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      const bool inside = group_of[u] == group_of[v] && group_of[v] != no_vertex;
      if (rng.uniform() < (inside ? density : background)) edges.push_back({u, v});
    }
  }
  family.graph = Graph::from_edges(edges, n);
  return family;
}

double jaccard(const VertexSet& a, const VertexSet& b) {
  VertexSet both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size() - both.size());
}

}  // namespace

TEST_CASE("groups by surplus are the best sets of what earlier groups leave") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    GroupsRequest request;
    if (seed % 4 == 1) request.surplus = 0.15 + 0.1 * static_cast<double>(seed % 8);
    if (seed % 4 == 2) request.exclude = {0};
    if (seed % 4 == 3) request.effort = subgraph::Effort::strong;
    check_all(small_graph(seed), request);
  }
}

TEST_CASE("groups by ratio and by density are the best sets of what earlier groups leave") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const bool dense = seed % 2 == 0;
    GroupsRequest request{.by = dense ? GroupsBy::density : GroupsBy::ratio, .until = 1e-6};
    if (dense) request.min_density = 0.5 + 0.1 * static_cast<double>(seed % 6);
    if (dense && seed % 5 > 0) request.most = 2;
    check_all(small_graph(seed), request);
  }
}

TEST_CASE("bounds of groups around a vertex hold for the sets that contain it") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const Graph graph = small_graph(seed);
    const auto v = static_cast<Vertex>(seed % graph.num_vertices());
    check_all(graph, {.seeds = {v}});
    const Groups found = find_groups(graph, {.seeds = {v}});
    for (const Group& group : found.groups) {
      CHECK(std::ranges::binary_search(group.vertices, v));
      CHECK(group.value >=
            best_value(graph, {}, (1u << graph.num_vertices()) - 1, 1u << v) - 1e-9 * graph.total_weight());
    }
  }
}

TEST_CASE("planted groups are recovered, with the same answer for any number of threads") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Family family = planted_family(8, 400, 0.01, seed % 2 == 0 ? 0.7 : 1.0, seed);
    const GroupsRequest request{.null_graphs = seed == 1 ? 6u : 0u};
    const Groups found = find_groups(family.graph, request, RunContext({.threads = 1}));
    const Groups again = find_groups(family.graph, request, RunContext({.threads = 3}));
    REQUIRE(found.groups.size() == again.groups.size());
    for (std::size_t i = 0; i < found.groups.size(); ++i) {
      CHECK(found.groups[i].vertices == again.groups[i].vertices);
      CHECK(found.groups[i].bound == again.groups[i].bound);
      CHECK(found.groups[i].p_value == again.groups[i].p_value);
    }
    for (const VertexSet& set : family.planted) {
      CHECK(
          std::ranges::any_of(found.groups, [&](const Group& g) { return jaccard(g.vertices, set) >= 0.8; }));
    }
  }
}

TEST_CASE("shared vertices raise the value of a group and keep to the overlap") {
  // Two complete graphs on 6 vertices with two vertices in common.
  std::vector<Edge> edges;
  for (const Vertex first : {0u, 4u}) {
    for (Vertex v = first; v < first + 6; ++v) {
      for (Vertex u = first; u < v; ++u) edges.push_back({u, v});
    }
  }
  const Graph graph = Graph::from_edges(edges);
  for (const GroupsBy by : {GroupsBy::surplus, GroupsBy::density}) {
    const Groups apart = find_groups(graph, {.by = by, .surplus = 0.6, .min_density = 1.0});
    const Groups shared = find_groups(graph, {.by = by, .surplus = 0.6, .min_density = 1.0, .overlap = 0.34});
    REQUIRE(apart.groups.size() == 2);
    REQUIRE(shared.groups.size() == 2);
    CHECK(apart.groups[1].vertices.size() == 4);
    CHECK(shared.groups[1].vertices.size() == 6);
    CHECK(shared.groups[1].shared == 2);
    CHECK((shared.groups[0].proven_optimal && !shared.groups[1].proven_optimal));
    CHECK(
        find_groups(graph, {.by = by, .surplus = 0.6, .min_density = 1.0, .overlap = 0.3}).groups[1].shared ==
        1);
  }
}

TEST_CASE("p-values are ranks, and uniform for random graphs with the same degrees") {
  constexpr Vertex null_graphs = 19;
  constexpr std::size_t samples = 120;
  std::vector<double> values;
  const Graph base = test::random_graph(24, 0.3, 5, TestWeights::real);
  for (std::uint64_t seed = 1; seed <= samples; ++seed) {
    const RunContext run({.seed = seed, .threads = 1});
    const Groups found =
        find_groups(rewired(base, 1000 + seed), {.most = 1, .null_graphs = null_graphs}, run);
    REQUIRE(found.null_graphs == null_graphs);
    if (found.groups.empty()) continue;
    values.push_back(*found.groups.front().p_value);
    CHECK((values.back() >= 1.0 / (null_graphs + 1.0) && values.back() <= 1.0));
  }
  REQUIRE(values.size() == samples);
  std::ranges::sort(values);
  double distance = 0.0;  // of Kolmogorov and Smirnov, to the uniform distribution on 1/20, ..., 1
  for (Vertex k = 1; k <= null_graphs + 1; ++k) {
    const double t = k / (null_graphs + 1.0);
    const auto below = std::ranges::upper_bound(values, t + 1e-12) - values.begin();
    distance = std::max(distance, std::abs(static_cast<double>(below) / static_cast<double>(samples) - t));
  }
  CHECK(distance < 1.63 / std::sqrt(static_cast<double>(samples)));  // 1 % of uniform samples are beyond
}

TEST_CASE("requests out of range are refused, and a stopped run says so") {
  const Graph graph = test::random_graph(8, 0.5, 1);
  CHECK_THROWS_AS(find_groups(graph, {.surplus = 1.0}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.surplus = 0.0}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.overlap = 1.0}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.by = GroupsBy::density, .min_density = 0.0}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.by = GroupsBy::ratio, .seeds = {1}}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.by = GroupsBy::density, .min_size = 0}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.exclude = {8}}), InvalidArgument);
  CHECK_THROWS_AS(find_groups(graph, {.seeds = {1}, .exclude = {1}}), InvalidArgument);
  const std::vector<WeightedEdge> negative = {{0, 1, -1.0}};
  const Graph with_signs = Graph::from_edges(negative, 2, RunContext(), WeightSigns::any);
  CHECK_THROWS_AS(find_groups(with_signs), InvalidArgument);
  CHECK_FALSE(find_groups(graph, {.null_graphs = 3}, RunContext({.time_limit = 0.0})).complete);
  const std::vector<WeightedEdge> star = {{0, 1, 5}, {0, 2, 5}, {1, 2, 5}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}};
  CHECK(find_groups(Graph::from_edges(star), {.by = GroupsBy::density, .min_density = 4.0}).groups.size() ==
        1);
  CHECK(find_groups(Graph()).groups.empty());
  CHECK(find_groups(Graph::from_edges(std::vector<Edge>(), 4), {.by = GroupsBy::ratio}).groups.empty());
}

TEST_CASE("a hub of light edges takes no memory for all pairs of its neighbours") {
  std::vector<WeightedEdge> edges;
  for (Vertex v = 1; v <= 60'000; ++v) edges.insert(edges.end(), {{0, v, 1e-6}, {v, v % 60'000 + 1, 1.0}});
  CHECK(find_groups(Graph::from_edges(edges), {.most = 1, .effort = subgraph::Effort::none}).groups.size() ==
        1);
}

TEST_CASE("an option of one way is refused for another") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("g.txt", "1 2\n1 3\n2 3\n");
  const Question& question = test::question_of("groups", "--by");
  test::Asked wrong(path, {{"--by", "ratio"}, {"--surplus", "0.5"}});
  CHECK_THROWS_AS(question.ask(wrong), InvalidArgument);
  test::Asked unknown(path, {{"--by", "foo"}});
  CHECK_THROWS_AS(question.ask(unknown), InvalidArgument);
  test::Asked asked(path, {{"--format", "csv"}, {"-o", "file"}});
  const QuestionAnswer answer = question.ask(asked);
  CHECK(answer.document.find("1,3,3,3,1") != std::string::npos);
  CHECK(test::file_of(answer, "-o") == "1 1\n2 1\n3 1\n");
}
