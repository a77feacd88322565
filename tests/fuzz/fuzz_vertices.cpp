#include <algorithm>
#include <cmath>
#include <set>

#include <lode/io/vertex_set.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/questions/quotas.hpp>

#include "fuzz/memory_file.hpp"
#include "fuzz/mutation.hpp"

// Sets of vertices, values of vertices, and groups with quotas (a zero byte stands between the two files).
// The first byte says which, and of which graph.

namespace {

using namespace lode;

const Graph& graph_of(std::uint8_t choice) {
  static const std::string labels[] = {"a", "b c", "#d", "\"e\"", "edges", "7", "é", "f,", "# edges 3"};
  static const Graph graphs[] = {
      Graph::from_edges({{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}}),
      Graph::from_ids(std::vector<IdPair>{{3, 1}, {1, 7}, {7, 10}, {10, 18446744073709551615u}}),
      Graph::from_labels(std::vector<LabelPair>{{labels[0], labels[1]},
                                                {labels[2], labels[3]},
                                                {labels[4], labels[5]},
                                                {labels[6], labels[7]},
                                                {labels[8], labels[0]}})};
  return graphs[choice % 3];
}

void read_set(std::string_view text, const Graph& graph) {
  const VertexSetFile file = read_vertex_set(std::span(text.data(), text.size()), graph);
  const std::set<Vertex> set(file.vertices.begin(), file.vertices.end());
  fuzz::require(!set.empty() && set.size() == file.vertices.size() && *set.rbegin() < graph.num_vertices());
}

void read_values(std::string_view text, const Graph& graph) {
  const VertexValuesFile file = read_vertex_values(std::span(text.data(), text.size()), graph);
  fuzz::require(file.values.size() == graph.num_vertices() && file.listed <= file.values.size());
  for (const double value : file.values) fuzz::require(std::isfinite(value));
}

void read_groups(std::string_view text, const Graph& graph) {
  static fuzz::MemoryFile file;
  const std::size_t cut = std::min(text.find('\0'), text.size());
  const std::vector<VertexGroup> groups = read_vertex_groups(file.with(text.substr(0, cut)), graph);
  for (const VertexGroup& group : groups) {
    fuzz::require(!group.members.empty() && std::ranges::is_sorted(group.members));
    fuzz::require(group.members.back() < graph.num_vertices());
  }
  fuzz::require(attribute_of_groups(groups, graph.num_vertices()).values.size() == graph.num_vertices());
  for (const Quota& quota : read_quotas(file.with(text.substr(std::min(cut + 1, text.size()))), groups)) {
    fuzz::require(quota.at_least <= quota.at_most && !quota.members.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const Graph& graph = graph_of(data[0]);
  try {
    switch (data[0] / 3 % 3) {
      case 0:
        read_set(text, graph);
        break;
      case 1:
        read_values(text, graph);
        break;
      default:
        read_groups(text, graph);
    }
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  }
  return 0;
}
