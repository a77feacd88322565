#include "subgraph/part/dense_part.hpp"

#include <algorithm>

#include "subgraph/part/working_graph.hpp"

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
