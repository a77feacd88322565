#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/density_report.hpp>

namespace lode {

EgoNetwork ego_network(const Graph& graph, const VertexSet& set, Vertex limit) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : set) {
    if (v >= graph.num_vertices()) {
      throw InvalidArgument("vertex of the set", std::to_string(v), "does not exist");
    }
    inside[v] = 1;
  }
  std::vector<Weight> into(graph.num_vertices(), 0.0);
  std::vector<char> seen(graph.num_vertices(), 0);
  VertexSet neighbors;
  for (const Vertex v : set) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (inside[u]) return;
      into[u] += w;
      if (!seen[u]) neighbors.push_back(u);
      seen[u] = 1;
    });
  }
  std::sort(neighbors.begin(), neighbors.end(),
            [&](Vertex a, Vertex b) { return into[a] != into[b] ? into[a] > into[b] : a < b; });
  EgoNetwork network;
  if (neighbors.size() > limit) {
    network.left_out = static_cast<Vertex>(neighbors.size()) - limit;
    neighbors.resize(limit);
  }
  VertexSet kept = set;
  kept.insert(kept.end(), neighbors.begin(), neighbors.end());
  network.graph = induced_subgraph(graph, kept);
  std::sort(kept.begin(), kept.end());
  for (const Vertex v : kept) network.member.push_back(inside[v]);
  return network;
}

}  // namespace lode
