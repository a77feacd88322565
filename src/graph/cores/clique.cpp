#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/clique.hpp>

#include "graph/bit_search.hpp"

namespace lode {
namespace {

using detail::bit_of;
using detail::SearchWork;

/// A remainder this small and dense is searched as a whole.
constexpr Vertex whole_vertices = 4000;
constexpr double whole_density = 0.1;

/// Branch and bound among vertices 0 ... n-1, whose adjacency is rows of bits. Candidates are coloured
/// greedily, in the order of their numbers: c colours hold no clique of more than c vertices.
class RowSearch {
 public:
  RowSearch(Vertex n, SearchWork& work)
      : n_(n), words_((n + std::size_t{63}) / 64), rows_(words_ * n, Word{0}), work_(work) {}

  /// To be said of both ends of an edge.
  void join(Vertex i, Vertex j) { rows_[i * words_ + j / 64] |= bit_of(j); }

  /// Afterwards `found()` is a clique of more than `least` vertices if there is one (the largest, unless
  /// stopped or of `enough` vertices), else empty. Returns a size that no clique exceeds, at least `least`.
  Vertex run(Vertex least, Vertex enough) {
    best_ = least;
    enough_ = enough;
    bound_ = std::max(least, n_);
    levels_.reserve(n_ + std::size_t{2});  // references to levels stay valid
    Level& root = level(0);
    for (Vertex i = 0; i < n_; ++i) root.candidates[i / 64] |= bit_of(i);
    expand(0);
    return work_.stopped() || best_ >= enough_ ? std::max(bound_, best_) : best_;
  }

  const std::vector<Vertex>& found() const { return found_; }

 private:
  using Word = std::uint64_t;
  /// Without the branches behind it, the candidates hold no clique of more than `colours` vertices.
  struct Branch {
    Vertex vertex;
    Vertex colours;
  };
  struct Level {
    std::vector<Word> candidates;
    std::vector<Branch> branches;
  };

  Level& level(std::size_t depth) {
    if (levels_.size() == depth) levels_.push_back({std::vector<Word>(words_), {}});
    return levels_[depth];
  }

  /// Lists the candidates beyond the first `spare` colours, by rising colour.
  void colour(Level& at, Vertex spare) {
    at.branches.clear();
    uncoloured_ = at.candidates;
    std::uint64_t touched = 0;
    std::size_t first = 0;
    for (Vertex colour = 1;; ++colour) {
      while (first < words_ && uncoloured_[first] == 0) ++first;
      if (first == words_) break;
      available_ = uncoloured_;
      for (std::size_t w = first; w < words_; ++w) {
        while (available_[w] != 0) {
          const auto v =
              static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(available_[w])));
          available_[w] &= available_[w] - 1;
          uncoloured_[w] &= ~bit_of(v);
          const Word* const row = rows_.data() + v * words_;
          for (std::size_t i = w; i < words_; ++i) available_[i] &= ~row[i];
          if (colour > spare) at.branches.push_back({v, colour});
          touched += words_ - w;
        }
      }
      touched += 2 * (words_ - first);
    }
    work_.spend(touched + 4 * words_ * at.branches.size());
  }

  void expand(std::size_t depth) {
    Level& at = level(depth);
    ++work_.nodes;
    const auto taken = static_cast<Vertex>(clique_.size());
    colour(at, best_ - std::min(best_, taken));
    for (; !at.branches.empty(); at.branches.pop_back()) {
      const auto [v, colours] = at.branches.back();
      if (work_.stopped() || best_ >= enough_ || taken + colours <= best_) return;
      if (depth == 0) bound_ = colours;
      Level& below = level(depth + 1);
      Word any = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        any |= below.candidates[w] = at.candidates[w] & rows_[v * words_ + w];
      }
      clique_.push_back(v);
      if (any != 0) {
        expand(depth + 1);
      } else if (taken + 1 > best_) {
        found_ = clique_;
        best_ = taken + 1;
      }
      clique_.pop_back();
      at.candidates[v / 64] &= ~bit_of(v);
    }
  }

  Vertex n_;
  std::size_t words_;
  std::vector<Word> rows_;
  SearchWork& work_;
  std::vector<Level> levels_;
  std::vector<Word> uncoloured_;
  std::vector<Word> available_;
  std::vector<Vertex> clique_;  ///< of the current branch
  std::vector<Vertex> found_;
  Vertex best_ = 0;
  Vertex enough_ = 0;
  Vertex bound_ = 0;
};

/// Colours the vertices in the reverse of the smallest-last order, each with the least colour that none of
/// its neighbours has; returns how many colours that takes, at most degeneracy + 1. O(n + m). Source: D.
/// Matula, L. Beck, J. ACM 30 (1983) 417-427.
Vertex smallest_last_colours(const Graph& graph, const CoreDecomposition& cores) {
  std::vector<Vertex> colour(graph.num_vertices(), no_vertex);
  std::vector<Vertex> seen_by(cores.degeneracy + std::size_t{2}, no_vertex);  // last vertex that met a colour
  Vertex colours = 0;
  for (std::size_t i = graph.num_vertices(); i-- > 0;) {
    const Vertex v = cores.order[i];
    for (const Vertex u : graph.neighbors(v)) {
      if (colour[u] != no_vertex) seen_by[colour[u]] = v;
    }
    colour[v] = 0;
    while (seen_by[colour[v]] == v) ++colour[v];
    colours = std::max(colours, colour[v] + 1);
  }
  return colours;
}

/// One graph, its smallest-last order, and the best known clique.
class CliqueFinder {
 public:
  CliqueFinder(const Graph& graph, const CoreDecomposition& cores, const CliqueOptions& options,
               const RunContext& run)
      : graph_(graph),
        cores_(cores),
        work_(run, options.work_limit),
        enough_(options.enough),
        place_(graph.num_vertices()),
        local_(graph.num_vertices(), no_vertex) {
    for (Vertex i = 0; i < place_.size(); ++i) place_[cores.order[i]] = i;
  }

  Clique find() {
    if (graph_.num_vertices() == 0) return {};
    best_ = {cores_.order.back()};
    greedy_cliques();
    if (size() >= enough_) {
      upper_bound_ = cores_.degeneracy + 1;
    } else {
      const Vertex colours = smallest_last_colours(graph_, cores_);
      upper_bound_ = colours;
      if (size() < colours) search(colours);
    }
    std::sort(best_.begin(), best_.end());
    return {best_, upper_bound_, work_.nodes};
  }

 private:
  Vertex size() const { return static_cast<Vertex>(best_.size()); }

  /// Neighbours of v after it in smallest-last order, of core number at least the best size.
  void later_neighbours(Vertex v, std::vector<Vertex>& later) const {
    later.clear();
    for (const Vertex u : graph_.neighbors(v)) {
      if (place_[u] > place_[v] && cores_.core[u] >= size()) later.push_back(u);
    }
  }

  /// Grows a clique from every vertex that could be the first of a larger one, by the latest candidate.
  void greedy_cliques() {
    std::vector<Vertex> candidates;
    for (std::size_t i = graph_.num_vertices(); i-- > 0;) {
      const Vertex v = cores_.order[i];
      if (cores_.core[v] < size()) break;  // core numbers never fall along the order
      if (!work_.spend(graph_.degree(v) / 8 + 1)) return;
      later_neighbours(v, candidates);
      if (!grow(v, candidates)) return;
      if (size() >= enough_) return;
    }
  }

  /// Grows a clique from v among its candidates; false once the work is spent.
  bool grow(Vertex v, std::vector<Vertex>& candidates) {
    std::vector<Vertex> clique = {v};
    while (!candidates.empty() && clique.size() + candidates.size() > size()) {
      const Vertex next = *std::max_element(candidates.begin(), candidates.end(),
                                            [&](Vertex a, Vertex b) { return place_[a] < place_[b]; });
      clique.push_back(next);
      if (graph_.degree(next) < 10 * candidates.size()) {  // marks are cheaper than look-ups
        for (const Vertex u : graph_.neighbors(next)) local_[u] = 1;
        std::erase_if(candidates, [&](Vertex u) { return local_[u] == no_vertex; });
        for (const Vertex u : graph_.neighbors(next)) local_[u] = no_vertex;
      } else {
        std::erase_if(candidates, [&](Vertex u) { return !graph_.adjacent(next, u); });
      }
      if (!work_.spend(candidates.size() * 4)) return false;
    }
    if (candidates.empty() && clique.size() > size()) best_ = std::move(clique);
    return true;
  }

  void search(Vertex colours) {
    std::vector<Vertex> kernel;
    EdgeCount arcs = 0;
    for (const Vertex v : cores_.order) {
      if (cores_.core[v] < size()) continue;
      kernel.push_back(v);
      for (const Vertex u : graph_.neighbors(v)) arcs += cores_.core[u] >= size() ? 1u : 0u;
    }
    const auto n = static_cast<double>(kernel.size());
    if (n <= whole_vertices && static_cast<double>(arcs) >= whole_density * n * (n - 1.0)) {
      upper_bound_ = std::min(colours, search_among(kernel, nullptr));
    } else {
      search_neighbourhoods(kernel, colours);
    }
  }

  /// Every clique is its first vertex and some of its later neighbours.
  void search_neighbourhoods(const std::vector<Vertex>& kernel, Vertex colours) {
    std::vector<Vertex> candidates;
    for (std::size_t i = kernel.size(); i-- > 0;) {
      const Vertex v = kernel[i];
      if (cores_.core[v] < size()) break;
      // Cliques that are not searched yet begin at or before v, with at most core + 1 vertices.
      upper_bound_ = std::min(colours, cores_.core[v] + 1);
      if (!work_.spend(graph_.degree(v) / 2 + 1)) return;
      later_neighbours(v, candidates);
      shrink(candidates);
      if (candidates.size() < size()) continue;
      search_among(candidates, &v);
      if (work_.stopped() || size() >= enough_) return;
    }
    upper_bound_ = size();
  }

  /// Drops candidates that have too few neighbours among the candidates for a larger clique.
  void shrink(std::vector<Vertex>& candidates) {
    for (bool dropped = true; dropped && candidates.size() >= size();) {
      for (const Vertex u : candidates) local_[u] = 1;
      const std::size_t before = candidates.size();
      std::uint64_t work = 0;
      std::vector<Vertex> kept;
      for (const Vertex u : candidates) {
        Vertex inside = 0;
        for (const Vertex x : graph_.neighbors(u)) inside += local_[x] != no_vertex ? 1u : 0u;
        work += graph_.degree(u);
        if (inside + 2 > size()) kept.push_back(u);
      }
      for (const Vertex u : candidates) local_[u] = no_vertex;
      candidates.swap(kept);
      if (!work_.spend(work / 2 + 1)) return;
      dropped = candidates.size() < before;
    }
  }

  /// Searches among `vertices`, all of them neighbours of `first` if given; returns a bound on these cliques.
  Vertex search_among(std::vector<Vertex>& vertices, const Vertex* first) {
    std::sort(vertices.begin(), vertices.end(), [&](Vertex a, Vertex b) { return place_[a] > place_[b]; });
    const auto n = static_cast<Vertex>(vertices.size());
    for (Vertex i = 0; i < n; ++i) local_[vertices[i]] = i;
    RowSearch rows(n, work_);
    for (Vertex i = 0; i < n; ++i) {
      for (const Vertex u : graph_.neighbors(vertices[i])) {
        if (local_[u] != no_vertex) rows.join(i, local_[u]);
      }
      work_.spend(graph_.degree(vertices[i]) / 2 + 1);
    }
    for (const Vertex v : vertices) local_[v] = no_vertex;
    if (work_.stopped()) return graph_.num_vertices();
    const Vertex taken = first ? 1 : 0;
    const Vertex bound = rows.run(size() - taken, enough_ - taken);
    if (!rows.found().empty()) {
      best_.clear();
      if (first) best_.push_back(*first);
      for (const Vertex i : rows.found()) best_.push_back(vertices[i]);
    }
    return bound + taken;
  }

  const Graph& graph_;
  const CoreDecomposition& cores_;
  SearchWork work_;
  Vertex enough_;
  std::vector<Vertex> place_;  ///< in the smallest-last order
  std::vector<Vertex> local_;  ///< number inside the part at hand
  std::vector<Vertex> best_;
  Vertex upper_bound_ = 0;
};

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
  return {{0}, graph.max_degree() + 1};  // a clique with a vertex of largest degree has one more at most
}

}  // namespace lode
