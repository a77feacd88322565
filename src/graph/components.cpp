#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <lode/graph/components.hpp>

namespace lode {
namespace {

/// Joins the ends of edges in trees of parents, where every parent is smaller than its child.
///
/// Two neighbours of every vertex come first. They join most of a large graph into one tree, whose vertices
/// need no look at their other arcs: each of these is seen from its other end, too.
template <class Stop>
class Forest {
 public:
  Forest(const Graph& graph, const Stop& stop) : graph_(graph), stop_(stop), parent_(graph.num_vertices()) {
    for (Vertex v = 0; v < parent_.size(); ++v) parent_[v] = v;
  }

  /// Nothing if it was stopped.
  std::optional<Components> components() {
    const Vertex n = graph_.num_vertices();
    for (Vertex v = 0; v < n; ++v) {
      if (!join(v, 0, first_neighbors)) return std::nullopt;
    }
    const Vertex large = n > 0 ? frequent_root() : no_vertex;
    for (Vertex v = 0; v < n; ++v) {
      if (root(v) != root(large) && !join(v, first_neighbors, graph_.degree(v))) return std::nullopt;
    }
    return numbered();
  }

 private:
  static constexpr Vertex first_neighbors = 2;
  static constexpr std::uint64_t visits_between_polls = std::uint64_t{1} << 17;

  Vertex root(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  /// Joins a vertex with its neighbours from place `begin` to place `end`; false to stop.
  bool join(Vertex v, Vertex begin, Vertex end) {
    const auto row = graph_.neighbors(v);
    for (std::size_t i = begin; i < std::min<std::size_t>(row.size(), end); ++i) {
      const Vertex a = root(v);
      const Vertex b = root(row[i]);
      parent_[std::max(a, b)] = std::min(a, b);
      if (++visited_ % visits_between_polls == 0 && stop_()) return false;
    }
    return ++visited_ % visits_between_polls != 0 || !stop_();
  }

  /// The root met most often among some vertices spread over the graph.
  Vertex frequent_root() {
    constexpr Vertex samples = 1024;
    const Vertex n = graph_.num_vertices();
    const Vertex count = std::min(n, samples);
    std::array<Vertex, samples> roots{};
    for (Vertex i = 0; i < count; ++i) {
      roots[i] = root(static_cast<Vertex>(std::uint64_t{i} * n / count));
    }
    std::sort(roots.begin(), roots.begin() + count);
    Vertex frequent = roots[0];
    for (Vertex begin = 0, most = 0, end = 0; begin < count; begin = end) {
      while (end < count && roots[end] == roots[begin]) ++end;
      if (end - begin > most) {
        most = end - begin;
        frequent = roots[begin];
      }
    }
    return frequent;
  }

  /// Parents are smaller: the smallest vertex of a component is its root, and comes before the others.
  Components numbered() {
    Components result;
    for (Vertex v = 0; v < parent_.size(); ++v) {
      const bool is_root = parent_[v] == v;
      if (is_root) result.size.push_back(0);
      parent_[v] = is_root ? result.count() - 1 : parent_[parent_[v]];
      ++result.size[parent_[v]];
    }
    result.component = std::move(parent_);
    return result;
  }

  const Graph& graph_;
  const Stop& stop_;
  std::vector<Vertex> parent_;
  std::uint64_t visited_ = 0;
};

}  // namespace

Components connected_components(const Graph& graph) {
  const auto never = [] { return false; };
  return *Forest(graph, never).components();
}

std::optional<Components> connected_components(const Graph& graph, const RunContext& run) {
  const auto stop = [&] { return run.should_stop(); };
  return Forest(graph, stop).components();
}

}  // namespace lode
