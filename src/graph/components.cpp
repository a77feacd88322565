#include <boost/graph/connected_components.hpp>

#include <lode/graph/boost.hpp>
#include <lode/graph/components.hpp>

namespace lode {

/// Boost starts a search at every vertex not met before, by increasing number, which is the numbering wanted.
Components connected_components(const Graph& graph) {
  Components result;
  result.component.resize(graph.num_vertices());
  const Vertex count = boost::connected_components(UndirectedView(graph), result.component.data());
  result.size.assign(count, 0);
  for (const Vertex c : result.component) ++result.size[c];
  return result;
}

}  // namespace lode
