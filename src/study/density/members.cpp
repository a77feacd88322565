#include "study/density/members.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lode/graph/part.hpp>

namespace lode {
namespace {

/// Rows of the matrix of a large set.
constexpr Vertex matrix_ranges = 100;

/// `order`: the vertices of `part`, the graph inside the set, as in `inside.order`.
void count_matrix(const Graph& part, const std::vector<Vertex>& order, DensityReportInside& inside) {
  const std::size_t s = order.size();
  std::vector<std::size_t> range(s);
  for (std::size_t i = 0; i < s; ++i) range[order[i]] = i * matrix_ranges / s;
  inside.ranges = matrix_ranges;
  inside.matrix.assign(matrix_ranges * (matrix_ranges + 1) / 2, 0);
  for (Vertex v = 0; v < s; ++v) {
    for (const Vertex u : part.neighbors(v)) {
      if (u > v) continue;
      const auto [column, row] = std::minmax(range[u], range[v]);
      ++inside.matrix[row * (row + 1) / 2 + column];
    }
  }
}

/// The deepest node of the tree with each vertex.
std::vector<std::uint32_t> own_nodes(const ComponentTree& tree, Vertex n) {
  std::vector<std::uint32_t> node_of(n, no_node);
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    for (const Vertex v : tree.members_of(node)) node_of[v] = static_cast<std::uint32_t>(node);
  }
  return node_of;
}

std::vector<std::uint32_t> layer_numbers(const DenseDecomposition& dense) {
  std::vector<std::uint32_t> layer_of(dense.order.size());
  std::size_t layer = 0;
  for (std::size_t i = 0; i < dense.order.size(); ++i) {
    while (i >= dense.layers[layer].size) ++layer;
    layer_of[dense.order[i]] = static_cast<std::uint32_t>(layer);
  }
  return layer_of;
}

std::vector<std::uint32_t> locally_densest_numbers(const std::vector<LocallyDensest>& sets, Vertex n) {
  std::vector<std::uint32_t> number_of(n, no_node);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const Vertex v : sets[i].vertices) number_of[v] = static_cast<std::uint32_t>(i);
  }
  return number_of;
}

template <class Value, class By>
std::vector<Value> picked(const std::vector<Vertex>& vertices, const By& by) {
  std::vector<Value> values;
  values.reserve(vertices.size());
  for (const Vertex v : vertices) values.push_back(by(v));
  return values;
}

/// All vertices of the sets, by the smallest set that contains them, then by number.
std::vector<Vertex> in_order_of_sets(const DensityReport& report, Vertex n) {
  std::vector<const DensityReportSize*> sizes;
  for (const DensityReportSize& size : report.sizes) sizes.push_back(&size);
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto* a, const auto* b) { return a->s < b->s; });
  std::vector<char> seen(n, 0);
  std::vector<Vertex> all;
  for (const DensityReportSize* size : sizes) {
    for (const Vertex v : size->best.vertices) {
      if (std::exchange(seen[v], 1) == 0) all.push_back(v);
    }
  }
  return all;
}

VertexSet drawn_vertices(const DensityReport& report) {
  VertexSet drawn;
  for (const DensityReportSize& size : report.sizes) {
    if (size.s <= drawing_limit)
      drawn.insert(drawn.end(), size.best.vertices.begin(), size.best.vertices.end());
  }
  std::sort(drawn.begin(), drawn.end());
  drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  return drawn;
}

}  // namespace

std::size_t member_place(const DensityReportMembers& members, Vertex v) {
  return *std::lower_bound(members.by_number.begin(), members.by_number.end(), v,
                           [&](std::uint32_t place, Vertex w) { return members.vertices[place] < w; });
}

bool add_attribute(DensityReport& report, const std::string& name, std::span<const std::string> values) {
  std::unordered_map<std::string_view, std::uint64_t> counts;
  for (const std::string& value : values) {
    ++counts[value];
    if (counts.size() > most_attribute_values) return false;
  }
  DensityReportAttribute attribute;
  attribute.name = name;
  attribute.counts.assign(counts.begin(), counts.end());
  std::sort(attribute.counts.begin(), attribute.counts.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (const Vertex v : report.members.vertices) attribute.values.push_back(values[v]);
  report.members.attributes.push_back(std::move(attribute));
  return true;
}

namespace detail {

void describe_inside(const Graph& graph, DensityReportSize& size) {
  const Graph part = induced_subgraph(graph, size.best.vertices);
  const Components components = connected_components(part);
  size.components = components.count();
  std::vector<Vertex> order(part.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) {
    const Vertex x = components.component[a];
    const Vertex y = components.component[b];
    if (x == y) return part.degree(a) > part.degree(b);
    return components.size[x] != components.size[y] ? components.size[x] > components.size[y] : x < y;
  });
  DensityReportInside& inside = size.inside;
  inside = {};
  for (const Vertex v : order) {
    inside.order.push_back(size.best.vertices[v]);
    inside.degrees.push_back(part.degree(v));
    if (graph.weighted()) inside.weights.push_back(part.strength(v));
  }
  if (size.s > drawing_limit) count_matrix(part, order, inside);
}

DensityReportMembers collect_members(const Graph& graph, std::span<const Vertex> cores,
                                     const DenseDecomposition& dense, const DensityReport& report) {
  const Vertex n = graph.num_vertices();
  DensityReportMembers members;
  members.vertices = in_order_of_sets(report, n);
  const std::vector<Vertex>& all = members.vertices;
  members.by_number.resize(all.size());
  std::iota(members.by_number.begin(), members.by_number.end(), std::uint32_t{0});
  std::sort(members.by_number.begin(), members.by_number.end(),
            [&](std::uint32_t a, std::uint32_t b) { return all[a] < all[b]; });
  members.names = picked<std::string>(all, [&](Vertex v) { return graph.name(v); });
  members.degrees = picked<Vertex>(all, [&](Vertex v) { return graph.degree(v); });
  if (graph.weighted()) members.strengths = picked<Weight>(all, [&](Vertex v) { return graph.strength(v); });
  if (cores.size() == n) members.core_numbers = picked<Vertex>(all, [&](Vertex v) { return cores[v]; });
  const auto listed = [&](const std::vector<std::uint32_t>& numbers) {
    return picked<std::uint32_t>(all, [&](Vertex v) { return numbers[v]; });
  };
  if (!report.core_tree.nodes.empty()) members.cores = listed(own_nodes(report.core_tree, n));
  if (!dense.layers.empty()) {
    members.layers = listed(layer_numbers(dense));
    members.locally_densest = listed(locally_densest_numbers(report.locally_densest, n));
  }
  members.drawn_vertices = drawn_vertices(report);
  members.drawn = induced_subgraph(graph, members.drawn_vertices);
  return members;
}

}  // namespace detail
}  // namespace lode
