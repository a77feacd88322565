#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/clique.hpp>

#include "graph/cliques/clique_search.hpp"
#include "graph/cliques/colouring.hpp"

namespace lode {
namespace {

using detail::BitRows;
using detail::CliqueBudget;
using detail::FoundClique;

/// A remainder this small and dense is searched as a whole.
constexpr Vertex whole_vertices = 4000;
constexpr double whole_density = 0.1;

/// The last vertices of an order have bit rows among themselves: 2 MB of them.
constexpr Vertex most_rows = 4096;

/// Those rows, filled as the order is gone through from its end, and what a greedy clique is grown with.
struct LastRows {
  explicit LastRows(Vertex n)
      : size(std::min(n, most_rows)), adjacency(size, size), candidates(adjacency.words()) {}

  Vertex size;
  BitRows adjacency;
  std::vector<BitRows::Word> candidates;
  std::vector<Vertex> clique;
};

/// One graph, its smallest-last order, and the best clique so far.
class CliqueFinder {
 public:
  CliqueFinder(const Graph& graph, const CoreDecomposition& cores, const CliqueOptions& options,
               const RunContext& run)
      : graph_(graph),
        cores_(cores),
        budget_{.run = run, .left = options.work_limit},
        enough_(options.enough),
        least_(options.least),
        place_(graph.num_vertices()),
        local_(graph.num_vertices(), no_vertex) {
    for (Vertex i = 0; i < place_.size(); ++i) place_[cores.order[i]] = i;
  }

  Clique find() {
    Clique result;
    if (graph_.num_vertices() == 0) return result;
    best_ = {cores_.order.back()};
    greedy_cliques();
    if (size() >= enough_) {
      upper_bound_ = cores_.degeneracy + 1;
    } else {
      const Vertex colours = smallest_last_colouring(graph_, cores_).colours;
      upper_bound_ = std::max(beaten(), colours);
      if (beaten() < colours) search(colours);
    }
    result.vertices = best_;
    std::sort(result.vertices.begin(), result.vertices.end());
    result.upper_bound = upper_bound_;
    result.nodes = budget_.nodes;
    return result;
  }

 private:
  Vertex size() const { return static_cast<Vertex>(best_.size()); }
  /// Cliques of at most so many vertices are not looked for.
  Vertex beaten() const { return std::max(size(), least_); }

  /// Neighbours of v after it in smallest-last order, of core number at least the best size.
  void later_neighbours(Vertex v, std::vector<Vertex>& later) const {
    later.clear();
    for (const Vertex u : graph_.neighbors(v)) {
      if (place_[u] > place_[v] && cores_.core[u] >= beaten()) later.push_back(u);
    }
  }

  /// Grows a clique from every vertex that could be the first of a larger one, by the latest candidate.
  void greedy_cliques() {
    LastRows rows(graph_.num_vertices());
    std::vector<Vertex> candidates;
    for (std::size_t i = graph_.num_vertices(); i-- > 0;) {
      const Vertex v = cores_.order[i];
      if (cores_.core[v] < beaten()) break;  // core numbers never fall along the order
      if (!budget_.spend(graph_.degree(v) / 8 + 1)) return;
      later_neighbours(v, candidates);
      const Vertex last = graph_.num_vertices() - 1 - place_[v];
      const bool grown = last < rows.size ? grow_by_rows(rows, last, candidates) : grow(v, candidates);
      if (!grown) return;
      if (size() >= enough_) return;
    }
  }

  /// Grows a clique from v among its candidates; false once the work is spent.
  bool grow(Vertex v, std::vector<Vertex>& candidates) {
    std::vector<Vertex> clique = {v};
    while (!candidates.empty() && clique.size() + candidates.size() > beaten()) {
      const Vertex next = *std::max_element(candidates.begin(), candidates.end(),
                                            [&](Vertex a, Vertex b) { return place_[a] < place_[b]; });
      clique.push_back(next);
      std::erase_if(candidates, [&](Vertex u) { return u == next || !graph_.adjacent(next, u); });
      if (!budget_.spend(candidates.size() * 4)) return false;
    }
    if (candidates.empty() && clique.size() > beaten()) best_ = std::move(clique);
    return true;
  }

  /// The same by bit rows, for the vertex that has `last` others behind it. Vertices are called by how many
  /// have a later place: the latest candidate is the least.
  bool grow_by_rows(LastRows& rows, Vertex last, const std::vector<Vertex>& candidates) {
    const Vertex n = graph_.num_vertices();
    for (const Vertex u : candidates) {
      const Vertex behind = n - 1 - place_[u];
      rows.adjacency.set(last, behind);
      rows.adjacency.set(behind, last);
    }
    const std::size_t words = last / 64 + std::size_t{1};
    std::copy_n(rows.adjacency.row(last), words, rows.candidates.begin());
    rows.clique = {last};
    std::size_t left = candidates.size();
    while (left > 0 && rows.clique.size() + left > beaten()) {
      std::size_t first = 0;
      while (rows.candidates[first] == 0) ++first;
      const auto next = static_cast<Vertex>(64 * first + std::countr_zero(rows.candidates[first]));
      rows.clique.push_back(next);
      const BitRows::Word* const adjacent = rows.adjacency.row(next);
      left = 0;
      for (std::size_t w = first; w < words; ++w) {
        rows.candidates[w] &= adjacent[w];
        left += std::popcount(rows.candidates[w]);
      }
      if (!budget_.spend(left * 4)) return false;
    }
    if (left > 0 || rows.clique.size() <= beaten()) return true;
    best_.clear();
    for (const Vertex behind : rows.clique) best_.push_back(cores_.order[n - 1 - behind]);
    return true;
  }

  /// Bit rows of the subgraph induced by `vertices`.
  BitRows adjacency(const std::vector<Vertex>& vertices) {
    const auto n = static_cast<Vertex>(vertices.size());
    for (Vertex i = 0; i < n; ++i) local_[vertices[i]] = i;
    BitRows rows(n, n);
    for (Vertex i = 0; i < n; ++i) {
      for (const Vertex u : graph_.neighbors(vertices[i])) {
        if (local_[u] != no_vertex) rows.set(i, local_[u]);
      }
      budget_.spend(graph_.degree(vertices[i]) / 2 + 1);
    }
    for (const Vertex v : vertices) local_[v] = no_vertex;
    return rows;
  }

  void search(Vertex colours) {
    std::vector<Vertex> kernel;
    EdgeCount arcs = 0;
    for (const Vertex v : cores_.order) {
      if (cores_.core[v] < beaten()) continue;
      kernel.push_back(v);
      for (const Vertex u : graph_.neighbors(v)) arcs += cores_.core[u] >= beaten() ? 1u : 0u;
    }
    const auto n = static_cast<double>(kernel.size());
    if (n <= whole_vertices && static_cast<double>(arcs) >= whole_density * n * (n - 1.0)) {
      upper_bound_ = std::min(colours, search_among(kernel, nullptr));
      upper_bound_ = std::max(upper_bound_, beaten());
    } else {
      search_neighbourhoods(kernel, colours);
    }
  }

  /// Every clique is its first vertex and some of its later neighbours.
  void search_neighbourhoods(const std::vector<Vertex>& kernel, Vertex colours) {
    std::vector<Vertex> candidates;
    for (std::size_t i = kernel.size(); i-- > 0;) {
      const Vertex v = kernel[i];
      if (cores_.core[v] < beaten()) break;
      // What is not searched yet lies at or before v, in cliques of at most core + 1 vertices.
      upper_bound_ = std::max(beaten(), std::min(colours, cores_.core[v] + 1));
      if (!budget_.spend(graph_.degree(v) / 2 + 1)) return;
      later_neighbours(v, candidates);
      shrink(candidates);
      if (candidates.size() < beaten()) continue;
      search_among(candidates, &v);
      upper_bound_ = std::max(upper_bound_, beaten());
      if (budget_.stopped || size() >= enough_) return;
    }
    upper_bound_ = beaten();
  }

  /// Drops candidates that have too few neighbours among the others for a larger clique.
  void shrink(std::vector<Vertex>& candidates) {
    for (bool dropped = true; dropped && candidates.size() >= beaten();) {
      for (const Vertex u : candidates) local_[u] = 1;
      const std::size_t before = candidates.size();
      std::uint64_t work = 0;
      std::vector<Vertex> kept;
      for (const Vertex u : candidates) {
        Vertex inside = 0;
        for (const Vertex x : graph_.neighbors(u)) inside += local_[x] != no_vertex ? 1u : 0u;
        work += graph_.degree(u);
        if (inside + 2 > beaten()) kept.push_back(u);
      }
      for (const Vertex u : candidates) local_[u] = no_vertex;
      candidates.swap(kept);
      if (!budget_.spend(work / 2 + 1)) return;
      dropped = candidates.size() < before;
    }
  }

  /// Searches among `vertices`, all of them neighbours of `first` if given; returns a bound on what is there.
  Vertex search_among(const std::vector<Vertex>& vertices, const Vertex* first) {
    const BitRows rows = adjacency(vertices);
    if (budget_.stopped) return graph_.num_vertices();
    const Vertex taken = first ? 1 : 0;
    const FoundClique found = detail::search_cliques(static_cast<Vertex>(vertices.size()), rows,
                                                     beaten() - taken, enough_ - taken, budget_);
    if (!found.vertices.empty()) {
      best_.clear();
      if (first) best_.push_back(*first);
      for (const Vertex i : found.vertices) best_.push_back(vertices[i]);
    }
    return found.upper_bound + taken;
  }

  const Graph& graph_;
  const CoreDecomposition& cores_;
  CliqueBudget budget_;
  Vertex enough_;
  Vertex least_;
  std::vector<Vertex> place_;  ///< in the smallest-last order
  std::vector<Vertex> local_;  ///< number inside the part at hand
  std::vector<Vertex> best_;
  Vertex upper_bound_ = 0;
};

}  // namespace

namespace {

/// One vertex, and that a clique with a vertex of largest degree has one more vertex at most.
Clique stopped_before_peeling(const Graph& graph) {
  Clique clique;
  clique.vertices = {0};
  clique.upper_bound = graph.max_degree() + 1;
  return clique;
}

}  // namespace

Clique maximum_clique(const Graph& graph, const CoreDecomposition& cores, const CliqueOptions& options,
                      const RunContext& run) {
  if (cores.order.size() != graph.num_vertices() || cores.core.size() != graph.num_vertices()) {
    throw InvalidArgument(
        "cores", std::to_string(cores.order.size()),
        "is not the number of vertices of the graph, " + std::to_string(graph.num_vertices()));
  }
  return CliqueFinder(graph, cores, options, run).find();
}

Clique maximum_clique(const Graph& graph, const CliqueOptions& options, const RunContext& run) {
  if (const auto cores = core_decomposition(graph, run)) return maximum_clique(graph, *cores, options, run);
  return stopped_before_peeling(graph);
}

}  // namespace lode
