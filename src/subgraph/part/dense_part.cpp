#include "subgraph/part/dense_part.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {
namespace {

using namespace detail;

std::uint64_t vertices_of_degree(const Graph& graph, Vertex k) {
  std::uint64_t count = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) count += graph.degree(v) >= k ? 1u : 0u;
  return count;
}

/// A graph that is peeled: the whole graph, or its dense part.
struct PeeledGraph {
  Part part;
  CoreOrder cores;  ///< of part.graph; without core numbers if the run should stop before they are known
};

PeeledGraph whole_graph(const Graph& graph, const RunContext& run) {
  std::optional<CoreOrder> cores = core_order(graph, run);
  return {Part{graph}, cores ? *std::move(cores) : CoreOrder{degree_order(graph), {}}};
}

/// For sizes from `smallest` to `largest` of a problem that starts from the peeled set.
PeeledGraph peeled_graph(const Problem& problem, Vertex smallest, Vertex largest, const RunContext& run) {
  const bool at_hand = problem.dense_part && problem.dense_part->serves(problem.graph, smallest, largest);
  const std::shared_ptr<const DensePart> part =
      at_hand ? problem.dense_part : find_dense_part(problem.graph, smallest, largest, run);
  if (!part) return whole_graph(problem.graph, run);
  const CoreDecomposition& cores = part->cores;
  return {Part{part->core.graph, part->core.original}, {cores.order, {cores.core.begin(), cores.core.end()}}};
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

/// The core of a peeled graph that a start, a set of its vertices, suggests; nothing where a copy would not
/// pay or the run should stop.
std::optional<Part> core_around(const PeeledGraph& peeled, const VertexSet& start, const RunContext& run) {
  const Graph& graph = peeled.part.graph;
  const auto& [order, core] = peeled.cores;
  if (core.empty()) return std::nullopt;
  // Members of a denser set seldom have less than half of the inner degree of the weakest member of the
  // start. A core holds the start only without negative weights.
  const Weight least = graph.signed_weights() ? -std::numeric_limits<Weight>::infinity()
                                              : 0.5 * least_inner_degree(graph, start);
  const std::size_t wanted = std::min<std::size_t>(order.size(), vertices_per_member * start.size());
  // The order has rising core numbers: the core is a suffix.
  const auto first = std::partition_point(order.begin(), order.end() - static_cast<std::ptrdiff_t>(wanted),
                                          [&](Vertex v) { return core[v] < least; });
  std::vector<char> inside(order.size(), 0);
  for (auto v = first; v != order.end(); ++v) inside[*v] = 1;
  ArcIndex kept = 0;
  for (auto v = first; v != order.end(); ++v) {
    for (const Vertex u : graph.neighbors(*v)) kept += inside[u] != 0 ? 1u : 0u;
  }
  // A copy with more than 2/3 of the arcs costs more than it saves.
  if (3 * kept > 2 * graph.num_arcs()) return std::nullopt;
  return part_of(graph, {first, order.end()}, run);
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
  const std::uint64_t wanted = vertices_per_member * largest;
  // A core of more than 7/8 of the arcs costs a copy of nearly all of the graph, and saves little.
  const ArcIndex most_arcs = std::min(graph.num_arcs() / 8 * 7, options.most_arcs);
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

namespace detail {

SearchPart choose_part(const Problem& problem, std::span<const Vertex> sizes, StartKind kind,
                       const RunContext& run) {
  const bool from_peeling = kind == StartKind::peeling && problem.include.empty();
  PeeledGraph peeled = from_peeling ? peeled_graph(problem, sizes.front(), sizes.back(), run)
                                    : whole_graph(problem.graph, run);
  SearchPart chosen;
  VertexSet all;
  for (const Vertex s : sizes) {
    Problem one = problem;
    one.s = s;
    VertexSet start = from_peeling ? last_of(peeled.cores.order, s) : make_start(one, kind, run);
    VertexSet both;
    std::set_union(all.begin(), all.end(), start.begin(), start.end(), std::back_inserter(both));
    all = std::move(both);
    chosen.starts.push_back(peeled.part.to_graph(start));
  }
  if (std::optional<Part> core = core_around(peeled, all, run)) {
    for (const Vertex v : peeled.cores.order) {
      if (const Vertex i = core->to_part(v); i != no_vertex) chosen.order.push_back(i);
    }
    chosen.part = composed(peeled.part, *std::move(core));
  } else {
    chosen.part = std::move(peeled.part);
    chosen.order = std::move(peeled.cores.order);
  }
  return chosen;
}

}  // namespace detail
}  // namespace lode::subgraph
