#include <algorithm>

#include <lode/subgraph/dense_part.hpp>

namespace lode {
namespace {

constexpr std::uint64_t vertices_per_member = 4;

/// Whether the vertices of degree k are enough, and few enough.
bool promising(const Graph& graph, Vertex k, std::uint64_t wanted) {
  std::uint64_t count = 0;
  ArcIndex arcs = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.degree(v) < k) continue;
    ++count;
    arcs += graph.degree(v);
  }
  return count >= wanted && arcs / 7 <= graph.num_arcs() / 8;
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
  for (Vertex k = (smallest - 1) / 2; k > 0; k /= 2) {
    if (!promising(graph, k, wanted)) continue;
    KCore core = k_core(graph, k, run);
    if (core.graph.num_vertices() < wanted) continue;
    CoreDecomposition cores = core_decomposition(core.graph);
    return std::make_shared<const DensePart>(
        DensePart{graph, smallest, largest, std::move(core), std::move(cores)});
  }
  return nullptr;
}

}  // namespace lode
