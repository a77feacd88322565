#include <algorithm>

#include <lode/subgraph/dense_part.hpp>

namespace lode {
namespace {

constexpr std::uint64_t vertices_per_member = 4;

/// Vertices of degree k or more, and the sum of their degrees.
struct LargeDegrees {
  std::uint64_t count = 0;
  ArcIndex sum = 0;
};

LargeDegrees large_degrees(const Graph& graph, Vertex k) {
  LargeDegrees large;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.degree(v) < k) continue;
    ++large.count;
    large.sum += graph.degree(v);
  }
  return large;
}

/// The least k >= `from` (by steps) for which vertices of degree k have at most `most_arcs`.
Vertex sparing(const Graph& graph, Vertex from, ArcIndex most_arcs) {
  Vertex k = from;
  while (large_degrees(graph, k).sum > most_arcs) k += k / 4 + 1;
  return k;
}

}  // namespace

bool DensePart::serves(const Graph& graph, Vertex smallest_size, Vertex largest_size) const {
  return whole.targets().data() == graph.targets().data() && smallest == smallest_size &&
         largest == largest_size;
}

std::shared_ptr<const DensePart> find_dense_part(const Graph& graph, Vertex smallest, Vertex largest,
                                                 const RunContext& run, const DensePartOptions& options) {
  if (graph.weighted() || graph.num_arcs() < options.least_arcs || smallest < 1) return nullptr;
  const std::uint64_t wanted = vertices_per_member * largest;
  const ArcIndex most_arcs = std::min(graph.num_arcs() / 8 * 7, options.most_arcs);
  const Vertex least_k = sparing(graph, 1, most_arcs);
  for (Vertex k = sparing(graph, std::max<Vertex>(1, (smallest - 1) / 2), most_arcs); k >= least_k; k /= 2) {
    if (large_degrees(graph, k).count < wanted) continue;
    KCore core = k_core(graph, k, run);
    if (core.graph.num_vertices() < wanted) continue;
    CoreDecomposition cores = core_decomposition(core.graph);
    return std::make_shared<const DensePart>(
        DensePart{graph, smallest, largest, std::move(core), std::move(cores)});
  }
  return nullptr;
}

}  // namespace lode
