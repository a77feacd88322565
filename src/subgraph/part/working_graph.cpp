#include "subgraph/part/working_graph.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {
namespace {

/// A core of more than 7/8 of the arcs costs a copy of nearly all of the graph, and saves little.
constexpr ArcIndex most_eighths = 7;

std::uint64_t vertices_of_degree(const Graph& graph, Vertex k) {
  std::uint64_t count = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) count += graph.degree(v) >= k ? 1u : 0u;
  return count;
}

}  // namespace

bool DensePart::serves(const Graph& graph, Vertex smallest_size, Vertex largest_size) const {
  return whole.targets().data() == graph.targets().data() && smallest == smallest_size &&
         largest == largest_size && cores.order.size() == core.graph.num_vertices() &&
         core.original.size() == core.graph.num_vertices() &&
         (core.original.empty() || core.original.back() < graph.num_vertices());
}

std::shared_ptr<const DensePart> find_dense_part(const Graph& graph, Vertex smallest, Vertex largest,
                                                 const RunContext& run, const DensePartOptions& options) {
  if (graph.weighted() || graph.num_arcs() < options.least_arcs || smallest < 1) return nullptr;
  const std::uint64_t wanted = detail::vertices_per_member * largest;
  const ArcIndex most_arcs = std::min(graph.num_arcs() / 8 * most_eighths, options.most_arcs);
  for (Vertex k = std::max<Vertex>(1, (smallest - 1) / 2); k > 0; k /= 2) {
    if (vertices_of_degree(graph, k) < wanted) continue;
    std::optional<Part> core = k_core(graph, k, run, most_arcs);
    if (!core) break;
    if (core->graph.num_vertices() < wanted) {
      if (core->outside >= k) break;  // a larger core has too many arcs
      continue;
    }
    std::optional<CoreDecomposition> cores = core_decomposition(core->graph, run);
    if (!cores) break;
    return std::make_shared<const DensePart>(
        DensePart{graph, smallest, largest, *std::move(core), *std::move(cores)});
  }
  return nullptr;
}

}  // namespace lode::subgraph

namespace lode::subgraph::detail {
namespace {

/// Of the least degree inside the start: a denser set may have members with fewer neighbours in it than the
/// weakest of the start has, but seldom half as few.
constexpr Weight share_of_least_degree = 0.5;
/// A copy with more than 2/3 of the arcs costs more than it saves.
constexpr ArcIndex copied_thirds = 2;

/// The graph in which searches start from what peeling leaves: a large one's dense part, else all of it.
struct PeeledGraph {
  Graph graph;
  CoreOrder cores;                        ///< of `graph`
  std::shared_ptr<const DensePart> part;  ///< nothing: the whole graph

  /// Vertices of the whole graph.
  VertexSet outward(VertexSet vertices) const {
    if (part) {
      for (Vertex& v : vertices) v = part->core.original[v];
    }
    return vertices;
  }
};

/// Nothing where the run should stop first.
std::optional<PeeledGraph> whole_graph(const Problem& problem, const RunContext& run) {
  std::optional<CoreOrder> cores = core_order(problem.graph, run);
  if (!cores) return std::nullopt;
  return PeeledGraph{problem.graph, *std::move(cores), nullptr};
}

/// For sizes from `smallest` to `largest` of a problem that starts from what peeling leaves.
std::optional<PeeledGraph> peeled_graph(const Problem& problem, Vertex smallest, Vertex largest,
                                        const RunContext& run) {
  const bool at_hand = problem.dense_part && problem.dense_part->serves(problem.graph, smallest, largest);
  std::shared_ptr<const DensePart> part =
      at_hand ? problem.dense_part : find_dense_part(problem.graph, smallest, largest, run);
  if (!part) return whole_graph(problem, run);
  const CoreDecomposition& cores = part->cores;
  return PeeledGraph{part->core.graph, {cores.order, {cores.core.begin(), cores.core.end()}}, part};
}

/// Least degree (strength) of a member inside the set.
Weight least_inner_degree(const Graph& graph, const VertexSet& set) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : set) inside[v] = 1;
  Weight least = std::numeric_limits<Weight>::infinity();
  for (const Vertex v : set) {
    Weight degree = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { degree += inside[u] ? w : 0.0; });
    least = std::min(least, degree);
  }
  return least;
}

/// `start` is a set of vertices of `peeled.graph`.
WorkingGraph working_graph(PeeledGraph peeled, const VertexSet& start, const RunContext& run) {
  const Graph& graph = peeled.graph;
  CoreOrder& cores = peeled.cores;
  const std::size_t n = graph.num_vertices();
  // A core holds the start only where no weight is negative.
  const Weight least = graph.signed_weights() ? -std::numeric_limits<Weight>::infinity()
                                              : share_of_least_degree * least_inner_degree(graph, start);
  const std::size_t wanted = std::min<std::size_t>(n, vertices_per_member * start.size());
  // The order has rising core numbers: the core is a suffix.
  std::vector<Vertex>& order = cores.order;
  const auto enough = order.end() - static_cast<std::ptrdiff_t>(wanted);
  const auto first =
      std::partition_point(order.begin(), enough, [&](Vertex v) { return cores.core[v] < least; });
  WorkingGraph working;
  working.original.assign(first, order.end());
  std::sort(working.original.begin(), working.original.end());
  std::vector<Vertex> number(n, no_vertex);
  for (std::size_t i = 0; i < working.original.size(); ++i) {
    number[working.original[i]] = static_cast<Vertex>(i);
  }
  ArcIndex kept = 0;
  for (const Vertex v : working.original) {
    for (const Vertex u : graph.neighbors(v)) kept += number[u] != no_vertex;
  }
  std::optional<Graph> copy;
  if (3 * kept <= copied_thirds * graph.num_arcs()) copy = induced_subgraph(graph, working.original, run);
  if (!copy) {
    return {graph, peeled.part ? peeled.part->core.original : std::vector<Vertex>(), std::move(order)};
  }

  working.graph = *std::move(copy);
  working.order.reserve(working.original.size());
  for (auto v = first; v != order.end(); ++v) working.order.push_back(number[*v]);
  working.original = peeled.outward(std::move(working.original));
  return working;
}

/// Where the run stops before the graph is peeled: starts by degree in place of those by peeling, in the
/// whole graph.
SearchPart part_of_stopped(const Problem& problem, std::span<const Vertex> sizes, StartKind kind,
                           const RunContext& run) {
  SearchPart part;
  part.working = {problem.graph, {}, degree_order(problem.graph)};
  for (const Vertex s : sizes) {
    Problem one = problem;
    one.s = s;
    const bool peels = kind == StartKind::peeling;
    part.starts.push_back(peels && problem.include.empty()
                              ? last_of(part.working.order, s)
                              : make_start(one, peels ? StartKind::degree : kind, run));
  }
  return part;
}

}  // namespace

VertexSet WorkingGraph::inward(const VertexSet& vertices) const {
  return whole() ? vertices : detail::inward(original, vertices);
}

VertexSet WorkingGraph::part_inside(const VertexSet& vertices) const {
  if (whole()) return vertices;
  VertexSet inside;
  std::set_intersection(vertices.begin(), vertices.end(), original.begin(), original.end(),
                        std::back_inserter(inside));
  return inward(inside);
}

VertexSet WorkingGraph::outward(const VertexSet& vertices) const {
  return whole() ? vertices : detail::outward(original, vertices);
}

SearchPart choose_part(const Problem& problem, std::span<const Vertex> sizes, StartKind kind,
                       const RunContext& run) {
  const bool from_peeling = kind == StartKind::peeling && problem.include.empty();
  std::optional<PeeledGraph> peeled =
      from_peeling ? peeled_graph(problem, sizes.front(), sizes.back(), run) : whole_graph(problem, run);
  if (!peeled) return part_of_stopped(problem, sizes, kind, run);
  SearchPart part;
  VertexSet all;
  for (const Vertex s : sizes) {
    Problem one = problem;
    one.s = s;
    VertexSet start = from_peeling ? last_of(peeled->cores.order, s) : make_start(one, kind, run);
    VertexSet both;
    std::set_union(all.begin(), all.end(), start.begin(), start.end(), std::back_inserter(both));
    all = std::move(both);
    part.starts.push_back(peeled->outward(std::move(start)));
  }
  part.working = working_graph(*std::move(peeled), all, run);
  return part;
}

}  // namespace lode::subgraph::detail
