#include "graph/cliques/colouring.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>

namespace lode {

Colouring smallest_last_colouring(const Graph& graph, const CoreDecomposition& cores) {
  const Vertex n = graph.num_vertices();
  if (cores.order.size() != n) {
    throw InvalidArgument("cores", std::to_string(cores.order.size()),
                          "is not the number of vertices of the graph, " + std::to_string(n));
  }
  Colouring result;
  result.colour.assign(n, no_vertex);
  std::vector<Vertex> seen_by(cores.degeneracy + std::size_t{2},
                              no_vertex);  // last vertex that met the colour
  for (std::size_t i = n; i-- > 0;) {
    const Vertex v = cores.order[i];
    for (const Vertex u : graph.neighbors(v)) {
      if (result.colour[u] != no_vertex) seen_by[result.colour[u]] = v;
    }
    Vertex colour = 0;
    while (seen_by[colour] == v) ++colour;
    result.colour[v] = colour;
    result.colours = std::max(result.colours, colour + 1);
  }
  return result;
}

}  // namespace lode
