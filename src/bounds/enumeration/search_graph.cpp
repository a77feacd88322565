#include <algorithm>
#include <numeric>

#include "bounds/enumeration/peel_search.hpp"

namespace lode::subgraph::detail {
namespace {

/// Neighbour pairs are counted only where this many visits suffice.
constexpr double most_dominance_work = 4e8;

/// The subgraph of the vertices marked in `kept` that have at least `inner_degree` towards those left, its
/// places by strength, ties by place.
SearchGraph core_of(const SearchGraph& whole, std::int64_t inner_degree, std::vector<char> kept) {
  const Vertex n = whole.num_vertices();
  std::vector<std::int64_t> strength(n, 0);  // towards those kept
  for (Vertex v = 0; v < n; ++v) {
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      strength[v] += kept[whole.targets[arc]] ? whole.weight(arc) : 0;
    }
  }
  std::vector<Vertex> leaving;
  const auto look_at = [&](Vertex v) {
    if (!kept[v] || strength[v] >= inner_degree) return;
    kept[v] = 0;
    leaving.push_back(v);
  };
  for (Vertex v = 0; v < n; ++v) look_at(v);
  while (!leaving.empty()) {
    const Vertex v = leaving.back();
    leaving.pop_back();
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      strength[whole.targets[arc]] -= whole.weight(arc);
      look_at(whole.targets[arc]);
    }
  }
  std::vector<Vertex> order;
  for (Vertex v = 0; v < n; ++v) {
    if (kept[v]) order.push_back(v);
  }
  std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return strength[a] < strength[b]; });
  std::vector<Vertex> place(n, no_vertex);
  for (Vertex i = 0; i < order.size(); ++i) place[order[i]] = i;

  SearchGraph part;
  std::vector<std::pair<Vertex, std::int64_t>> row;
  for (const Vertex v : order) {
    row.clear();
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      if (kept[whole.targets[arc]]) row.emplace_back(place[whole.targets[arc]], whole.weight(arc));
    }
    std::sort(row.begin(), row.end());
    for (const auto& [u, weight] : row) {
      part.targets.push_back(u);
      if (!whole.weights.empty()) part.weights.push_back(weight);
      part.largest_weight = std::max(part.largest_weight, weight);
    }
    part.offsets.push_back(part.targets.size());
    part.outward.push_back(whole.outward[v]);
  }
  part.dominator_offsets.assign(order.size() + 1, 0);
  return part;
}

double dominance_work(const SearchGraph& graph) {
  double work = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const double degree = static_cast<double>(graph.neighbors(v).size());
    work += degree * degree;
  }
  return work;
}

/// Finds the vertices of larger place that dominate v: those whose edges to the other neighbours of v weigh
/// as much. Two-step walks count how many of v's edges each vertex covers.
class DominatorFinder {
 public:
  explicit DominatorFinder(const SearchGraph& graph) : graph_(graph), covered_(graph.num_vertices(), 0) {}

  /// At most `limit` of them, increasing.
  std::vector<Vertex> of(Vertex v, std::size_t limit) {
    std::vector<Vertex> found;
    const Vertex n = graph_.num_vertices();
    const auto degree = static_cast<std::uint32_t>(graph_.neighbors(v).size());
    if (degree == 0) {  // every other vertex does
      for (Vertex u = v + 1; u < n && found.size() < limit; ++u) found.push_back(u);
      return found;
    }
    cover_edges(v);
    std::sort(met_.begin(), met_.end());
    for (const Vertex u : met_) {
      if (u > v && found.size() < limit && covered_[u] >= degree) found.push_back(u);
      covered_[u] = 0;
    }
    met_.clear();
    return found;
  }

 private:
  void meet(Vertex u) {
    if (covered_[u]++ == 0) met_.push_back(u);
  }
  void cover_edges(Vertex v) {
    for (std::size_t arc = graph_.offsets[v]; arc < graph_.offsets[v + 1]; ++arc) {
      const Vertex x = graph_.targets[arc];
      meet(x);  // the edge between the two counts for both
      for (std::size_t next = graph_.offsets[x]; next < graph_.offsets[x + 1]; ++next) {
        const Vertex u = graph_.targets[next];
        if (u != v && graph_.weight(next) >= graph_.weight(arc)) meet(u);
      }
    }
  }

  const SearchGraph& graph_;
  std::vector<std::uint32_t> covered_;
  std::vector<Vertex> met_;
};

/// Fills in the dominators; false when vertices with s of them were unmarked instead.
bool find_dominators(SearchGraph& graph, Vertex s, std::vector<char>& kept, const RunContext& run) {
  DominatorFinder finder(graph);
  bool complete = true;
  graph.dominators.clear();
  graph.dominator_offsets.assign(1, 0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (!run.should_stop()) {
      const std::vector<Vertex> found = finder.of(v, s);
      if (found.size() == s) {
        kept[v] = 0;
        complete = false;
      }
      graph.dominators.insert(graph.dominators.end(), found.begin(), found.end());
    }
    graph.dominator_offsets.push_back(graph.dominators.size());
  }
  return complete;
}

}  // namespace

SearchUnits::SearchUnits(const Graph& graph, Vertex s) : integral(graph.integral()) {
  double largest = 0.0;
  for (const Weight w : graph.weights()) largest = std::max(largest, w);
  if (integral || largest == 0.0) return;
  const auto terms = static_cast<double>(std::max<EdgeCount>(possible_edges(s), graph.max_degree()));
  exponent = std::ilogb(largest) + std::ilogb(terms) + 2 - 61;
}

std::int64_t SearchGraph::edge_weight(Vertex u, Vertex v) const {
  const auto row = neighbors(u);
  const auto found = std::lower_bound(row.begin(), row.end(), v);
  if (found == row.end() || *found != v) return 0;
  return weight(offsets[u] + static_cast<std::size_t>(found - row.begin()));
}

SearchGraph search_graph(const Graph& graph, const SearchUnits& units) {
  SearchGraph whole;
  const Vertex n = graph.num_vertices();
  whole.outward.resize(n);
  std::iota(whole.outward.begin(), whole.outward.end(), Vertex{0});
  whole.largest_weight = graph.num_arcs() > 0 ? 1 : 0;
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (w == 0.0) return;  // as good as no edge
      whole.targets.push_back(u);
      if (!graph.weighted()) return;
      whole.weights.push_back(units.of_edge(w));
      whole.largest_weight = std::max(whole.largest_weight, whole.weights.back());
    });
    whole.offsets.push_back(whole.targets.size());
  }
  whole.dominator_offsets.assign(n + std::size_t{1}, 0);
  return whole;
}

SearchGraph reduced_search_graph(const SearchGraph& whole, Vertex s, std::int64_t inner_degree,
                                 const RunContext& run) {
  SearchGraph part = core_of(whole, inner_degree, std::vector<char>(whole.num_vertices(), 1));
  while (!run.should_stop() && dominance_work(part) <= most_dominance_work) {
    std::vector<char> kept(part.num_vertices(), 1);
    if (find_dominators(part, s, kept, run)) break;
    part = core_of(part, inner_degree, std::move(kept));
  }
  return part;
}

}  // namespace lode::subgraph::detail
