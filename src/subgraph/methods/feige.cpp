#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::subgraph::detail {
namespace {

struct FeigeOptions {
  std::uint64_t work_limit = 200'000'000;  ///< a few nanoseconds each
};

lode::detail::OptionTable<FeigeOptions> feige_options() {
  return {
      {"work-limit", &FeigeOptions::work_limit,
       "After so many row entries, walks begin from no further vertex", "row entries",
       lode::detail::at_least(0)},
  };
}

/// A set that grows, with the weight of its edges towards each vertex. Clearing costs O(members and their
/// neighbours).
struct WeighedSet {
  explicit WeighedSet(const Graph& g) : graph(g), into(g.num_vertices(), 0.0), inside(g.num_vertices(), 0) {}

  void add(Vertex v) {
    if (inside[v] != 0) return;
    inside[v] = 1;
    members.push_back(v);
    weight += into[v];
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (into[u] == 0.0 && w != 0.0) neighbors.push_back(u);
      into[u] += w;
    });
    work += graph.degree(v) + 1;
  }

  /// Adds the candidates of largest score, ties to the smaller vertex, until the set has `size` vertices. The
  /// scores are those before the first is added. Cost: O(candidates) on average, and the rows added.
  void add_largest(std::vector<Vertex> candidates, std::size_t size, const std::vector<Weight>& score) {
    std::erase_if(candidates, [&](Vertex v) { return inside[v] != 0; });
    const std::size_t count = std::min(size - members.size(), candidates.size());
    std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                     candidates.end(),
                     [&](Vertex a, Vertex b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
    for (std::size_t i = 0; i < count; ++i) add(candidates[i]);
  }
  /// Adds the smallest vertices until the set has `size` vertices.
  void add_smallest(std::size_t size) {
    for (Vertex v = 0; members.size() < size; ++v) add(v);
  }

  void clear() {
    for (const Vertex v : members) inside[v] = 0;
    for (const Vertex v : neighbors) into[v] = 0.0;
    members.clear();
    neighbors.clear();
    weight = 0.0;
  }

  const Graph& graph;
  VertexSet members = {};
  Weight weight = 0.0;                 ///< inside the set
  std::vector<Weight> into;            ///< weight from each vertex into the set
  std::vector<Vertex> neighbors = {};  ///< vertices with some weight into the set
  std::vector<char> inside;
  std::uint64_t work = 0;  ///< row entries visited
};

std::vector<Vertex> all_vertices(const Graph& graph) {
  std::vector<Vertex> vertices(graph.num_vertices());
  std::iota(vertices.begin(), vertices.end(), Vertex{0});
  return vertices;
}

std::vector<Weight> strengths(const Graph& graph) {
  std::vector<Weight> strength(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) strength[v] = graph.strength(v);
  return strength;
}

/// The second procedure, into an empty set.
void add_top_degrees(WeighedSet& set, const Graph& graph, Vertex s) {
  set.add_largest(all_vertices(graph), s / 2, strengths(graph));
  set.add_largest(all_vertices(graph), s, set.into);
}

/// The first procedure, into an empty set.
void add_matching(WeighedSet& set, const Graph& graph, Vertex s) {
  const auto match = [&](Vertex u, Vertex v) {
    if (set.members.size() + 2 > s || set.inside[u] != 0 || set.inside[v] != 0) return;
    set.add(u);
    set.add(v);
  };
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) {
      if (v < u) return;
      graph.weighted() ? edges.push_back({u, v, w}) : match(u, v);
    });
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const WeightedEdge& a, const WeightedEdge& b) { return a.weight > b.weight; });
  for (const WeightedEdge& edge : edges) match(edge.u, edge.v);
  set.add_largest(all_vertices(graph), s, strengths(graph));
}

/// A step that is prime to n and near n times the golden section: its multiples modulo n visit every vertex,
/// and any first part of them is spread evenly.
Vertex spreading_step(Vertex n) {
  auto step = static_cast<Vertex>(0.6180339887498949 * n);
  while (std::gcd(step, n) != 1) ++step;
  return step;
}

/// The second procedure of Feige, Peleg and Kortsarz: the floor(s/2) vertices H of largest degree (strength
/// when weighted), and the s - |H| others with most neighbours in H (largest weight into H).
///
/// Cost:    O(n + degrees of the set); memory O(n).
/// Returns: exactly s vertices.
/// Deterministic; ties go to the smaller vertex.
/// Source:  as `feige`; called GEIGE in arXiv 1706.06493.
Solution feige_greedy(const Problem& problem, const MethodSettings&, const RunContext& run) {
  check_problem(problem);
  WeighedSet set(problem.graph);
  add_top_degrees(set, problem.graph, problem.s);
  const StopReason reason = goal_of(problem).met(set.weight).value_or(StopReason::converged);
  return finish_solution(problem, set.members, {{run.elapsed(), set.weight, 1}}, reason, 1, run);
}

/// The algorithm of Feige, Peleg and Kortsarz: the best of three procedures.
///
/// (1) The ends of edges taken greedily as a matching, heaviest first, ties to the smaller ends, until there
/// are s vertices; missing vertices by degree (strength). (2) `feige_greedy`. (3) For every vertex v: P, the
/// ceil(s/2) vertices with most walks of two steps from v (v itself is one of
///     them, with the walks that return; walks count the product of their weights), and Q, the s - |P| other
///     neighbours of v with most neighbours in P (largest weight into P), filled up by the vertices with most
///     neighbours in P and Q. Once the work limit is passed no further v is tried: vertices come in an order
///     that spreads any part of them evenly over the numbers, and the solution's note says how many were
///     tried.
///
/// Cost:    O(m) for (1), weighted O(m log m); O(n + degrees of the set) for (2); for (3) the sum of d^2 over
///          all vertices and n times the degrees of a set, up to the work limit; memory O(n), weighted
///          O(n + m).
/// Returns: exactly s vertices; iterations counts the vertices tried in (3).
/// Deterministic; other ties go to the smaller vertex.
/// Source:  U. Feige, D. Peleg, G. Kortsarz, The dense k-subgraph problem, Algorithmica 29 (2001) 410-421.
Solution feige(const Problem& problem, const FeigeOptions& options, const RunContext& run) {
  check_problem(problem);
  const Graph& graph = problem.graph;
  const Vertex n = graph.num_vertices();
  const Vertex s = problem.s;
  hybrid::Incumbent incumbent(goal_of(problem), any_gain, "feige", run);
  WeighedSet set(graph);
  VertexSet best;
  std::uint64_t tried = 0;
  const auto offer = [&] {
    if (incumbent.offer(set.weight, tried)) best = set.members;
    set.clear();
  };
  const auto ended = [&] {
    incumbent.report(tried);
    return incumbent.should_stop();
  };
  const auto finish = [&] {
    return finish_solution(problem, best, incumbent.take_trace(), incumbent.reason(), tried, run);
  };
  add_top_degrees(set, graph, s);
  offer();
  if (ended()) return finish();
  add_matching(set, graph, s);
  offer();

  std::vector<Weight> walks(n, 0.0);  // of two steps from v
  std::vector<Vertex> ends;
  hybrid::WorkMeter<> meter(options.work_limit, 1u << 18);  // polled about every millisecond
  const std::uint64_t step = spreading_step(n);
  for (std::uint64_t at = 0; tried < n && !meter.used_up(); at = (at + step) % n) {
    if (meter.poll_due() && ended()) break;
    const auto v = static_cast<Vertex>(at);
    graph.for_each_neighbor(v, [&](Vertex middle, Weight first) {
      graph.for_each_neighbor(middle, [&](Vertex end, Weight second) {
        if (walks[end] == 0.0 && first * second != 0.0) ends.push_back(end);
        walks[end] += first * second;
      });
      meter.spend(graph.degree(middle));
    });
    const std::uint64_t before = set.work;
    set.add_largest(ends, s - s / 2, walks);
    set.add_smallest(s - s / 2);
    const auto neighbors = graph.neighbors(v);
    set.add_largest({neighbors.begin(), neighbors.end()}, s, set.into);
    set.add_largest(set.neighbors, s, set.into);
    set.add_smallest(s);
    meter.spend(set.work - before);
    for (const Vertex end : ends) walks[end] = 0.0;
    ends.clear();
    ++tried;
    offer();
  }
  Solution solution = finish();
  if (tried < n) solution.note = fmt::format("two-step walks from {} of {} vertices", tried, n);
  return solution;
}

}  // namespace

MethodRow feige_row() {
  return {
      .name = "feige",
      .summary =
          "Returns the best of three sets: ends of a greedy matching, top degrees with neighbours, two-step "
          "walks",
      .objective = "w(S)",
      .guarantee = "Without weights: within a factor O(n^(1/3)) of the best set when every vertex is tried",
      .cost = "O(m), and for each vertex its two-step walks and the degrees of one set, up to the work limit",
      .source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)",
      .options = feige_options().infos(),
      .uses_start = false,
      .monotone = false,
      .solve = lode::detail::solve_by_settings<feige, feige_options>};
}

MethodRow feige_greedy_row() {
  return {.name = "feige-greedy",
          .summary =
              "Takes the s/2 vertices of largest degree, then the vertices with most neighbours among them",
          .objective = "w(S)",
          .guarantee = "None alone: it is one of the three parts of feige",
          .cost = "O(n + m)",
          .source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)",
          .uses_start = false,
          .monotone = false,
          .solve = feige_greedy};
}

}  // namespace lode::subgraph::detail
