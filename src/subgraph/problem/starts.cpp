#include "subgraph/problem/starts.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/cores.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"

namespace lode::subgraph {
namespace {

VertexSet random_start(Vertex n, Vertex s, std::uint64_t seed) {
  Rng rng(seed, lode::detail::start_stream);
  VertexSet vertices(n);
  std::iota(vertices.begin(), vertices.end(), Vertex{0});
  for (Vertex i = 0; i < s; ++i) std::swap(vertices[i], vertices[i + rng.below(n - i)]);
  vertices.resize(s);
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

VertexSet plain_start(const Problem& problem, StartKind kind, const RunContext& run) {
  const Graph& graph = problem.graph;
  switch (kind) {
    case StartKind::random:
      return random_start(graph.num_vertices(), problem.s, run.seed());
    case StartKind::degree:
      return detail::last_of(detail::degree_order(graph), problem.s);
    case StartKind::peeling:
      if (std::optional<VertexSet> left = peel(graph, problem.s, run)) return *std::move(left);
      return plain_start(problem, StartKind::degree, run);
    case StartKind::given:
      return repair_to_size(graph, problem.given, problem.s);
  }
  throw InvalidArgument("start", std::to_string(static_cast<int>(kind)), "is no StartKind");
}

}  // namespace

VertexSet make_start(const Problem& problem, StartKind kind, const RunContext& run) {
  LODE_ASSERT_LIGHT(problem.s <= problem.graph.num_vertices());
  // A search may take small weights for rounding next to heavy edges that no such set contains.
  const bool one_is_left = !problem.include.empty() && problem.s == problem.include.size() + 1;
  if (one_is_left && kind != StartKind::given) {
    return repair_to_size(problem.graph, problem.include, problem.s, problem.include);
  }
  VertexSet start = plain_start(problem, kind, run);
  return problem.include.empty()
             ? start
             : repair_to_size(problem.graph, std::move(start), problem.s, problem.include);
}

VertexSet repair_to_size(const Graph& graph, VertexSet vertices, Vertex s, const VertexSet& keep) {
  LODE_ASSERT_LIGHT(keep.size() <= s && s <= graph.num_vertices());
  const Vertex n = graph.num_vertices();
  std::vector<Weight> degree_into(n, 0.0);
  std::vector<char> inside(n, 0);
  const auto flip = [&](Vertex v, char side, double sign) {
    inside[v] = side;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { degree_into[u] += sign * w; });
  };
  for (const Vertex v : vertices) flip(v, 1, 1.0);
  std::size_t size = vertices.size();
  std::vector<char> kept(keep.empty() ? 0 : n, 0);
  for (const Vertex v : keep) {
    kept[v] = 1;
    if (inside[v]) continue;
    flip(v, 1, 1.0);
    ++size;
  }
  while (size != s) {
    const bool drop = size > s;
    Vertex best = no_vertex;
    for (Vertex v = 0; v < n; ++v) {
      if (inside[v] != (drop ? 1 : 0) || (drop && !keep.empty() && kept[v])) continue;
      if (best == no_vertex ||
          (drop ? degree_into[v] < degree_into[best] : degree_into[v] > degree_into[best])) {
        best = v;
      }
    }
    flip(best, drop ? 0 : 1, drop ? -1.0 : 1.0);
    size += drop ? std::size_t{0} - 1 : 1;
  }
  vertices.clear();
  for (Vertex v = 0; v < n; ++v) {
    if (inside[v]) vertices.push_back(v);
  }
  return vertices;
}

VertexSet peel(const Graph& graph, Vertex s) {
  return detail::last_of(graph.weighted() ? strength_cores(graph).order : core_decomposition(graph).order, s);
}

std::optional<VertexSet> peel(const Graph& graph, Vertex s, const RunContext& run) {
  const std::optional<detail::CoreOrder> cores = detail::core_order(graph, run);
  if (!cores) return std::nullopt;
  return detail::last_of(cores->order, s);
}

namespace detail {

std::optional<CoreOrder> core_order(const Graph& graph, const RunContext& run) {
  const auto ordered = [](auto cores) {
    return cores ? std::optional(CoreOrder{std::move(cores->order), {cores->core.begin(), cores->core.end()}})
                 : std::nullopt;
  };
  return graph.weighted() ? ordered(strength_cores(graph, run)) : ordered(core_decomposition(graph, run));
}

std::vector<Vertex> degree_order(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> order(n);
  if (graph.weighted()) {
    std::vector<Weight> strength(n);
    for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
    std::iota(order.rbegin(), order.rend(), Vertex{0});
    std::ranges::stable_sort(order, {}, [&](Vertex v) { return strength[v]; });
    return order;
  }
  std::vector<Vertex> next(graph.max_degree() + std::size_t{2}, 0);  // how many come before, by degree
  for (Vertex v = 0; v < n; ++v) ++next[graph.degree(v) + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (Vertex v = n; v-- > 0;) order[next[graph.degree(v)]++] = v;
  return order;
}

VertexSet last_of(const std::vector<Vertex>& order, Vertex s) {
  LODE_ASSERT_LIGHT(s <= order.size());
  VertexSet last(order.end() - s, order.end());
  std::sort(last.begin(), last.end());
  return last;
}

}  // namespace detail

}  // namespace lode::subgraph
