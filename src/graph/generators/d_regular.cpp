#include <algorithm>
#include <utility>
#include <vector>

#include <lode/graph/generators.hpp>

#include "core/assert.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {
namespace {

/// A d-regular multigraph whose rows are kept sorted; a self-loop is repeated in its row.
class RegularMultigraph {
 public:
  RegularMultigraph(Vertex n, Vertex d, Rng rng, const RunContext& run)
      : n_(n), d_(d), rng_(rng), targets_(std::size_t{n} * d) {
    constexpr std::size_t poll_interval = std::size_t{1} << 16;
    std::vector<Vertex> ends(targets_.size());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<Vertex>(i / d);
    for (std::size_t i = ends.size(); i > 1; --i) {
      if (i % poll_interval == 0) run.require_time(detail::drawing_a_graph);
      std::swap(ends[i - 1], ends[rng_.below(i)]);
    }
    std::vector<Vertex> filled(n, 0);
    const auto add = [&](Vertex u, Vertex v) { row(u)[filled[u]++] = v; };
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      add(ends[i], ends[i + 1]);
      add(ends[i + 1], ends[i]);
    }
    for (Vertex v = 0; v < n; ++v) std::ranges::sort(row(v));
  }

  std::span<Vertex> row(Vertex v) { return {targets_.data() + std::size_t{v} * d_, d_}; }
  bool adjacent(Vertex u, Vertex v) { return std::ranges::binary_search(row(u), v); }

  void make_simple(const RunContext& run) {
    // A self-loop uu and an edge xy away from u become ux and uy. Some edge is away from u, because fewer
    // than d edges touch u and there are nd/2; no self-loop is made.
    for (Vertex u = 0; u < n_; ++u) {
      run.require_time(detail::drawing_a_graph);
      while (adjacent(u, u)) {
        switch_edges(u, u, random_arc([&](Vertex a, Vertex b) { return a != u && b != u; }));
      }
    }
    // A repetition of uv and an edge xy such that ux and vy are new become ux and vy. Vertex u has at most
    // d-1 neighbours, so at most d*d arcs begin at u or next to it, and at most d*d end at v or next to it;
    // one of the nd arcs is left when 2d < n. No repetition and no self-loop is made.
    for (Vertex u = 0; u < n_; ++u) {
      run.require_time(detail::drawing_a_graph);
      for (auto twice = row(u).begin(); (twice = std::ranges::adjacent_find(row(u))) != row(u).end();) {
        const Vertex v = *twice;
        switch_edges(u, v, random_arc([&](Vertex a, Vertex b) {
                       return a != u && b != v && !adjacent(u, a) && !adjacent(v, b);
                     }));
      }
    }
  }

 private:
  /// A random arc that fits: some draws, then the first one after a random place.
  template <class Fits>
  std::pair<Vertex, Vertex> random_arc(const Fits& fits) {
    constexpr std::size_t draws = 100;
    std::size_t place = 0;
    for (std::size_t tries = 0;; ++tries) {
      LODE_ASSERT_LIGHT(tries < draws + targets_.size());
      place = tries < draws ? rng_.below(targets_.size()) : (place + 1) % targets_.size();
      const auto source = static_cast<Vertex>(place / d_);
      if (fits(source, targets_[place])) return {source, targets_[place]};
    }
  }

  /// Replaces the edges uv and xy by ux and vy.
  void switch_edges(Vertex u, Vertex v, const std::pair<Vertex, Vertex>& xy) {
    const auto [x, y] = xy;
    replace(u, v, x);
    replace(v, u, y);
    replace(x, y, u);
    replace(y, x, v);
  }
  void replace(Vertex v, Vertex before, Vertex after) {
    const auto place = std::ranges::lower_bound(row(v), before);
    LODE_ASSERT_LIGHT(place != row(v).end() && *place == before);
    *place = after;
    std::ranges::sort(row(v));
  }

  Vertex n_;
  Vertex d_;
  Rng rng_;
  std::vector<Vertex> targets_;
};

}  // namespace

Graph d_regular(const RegularOptions& options, const RunContext& run) {
  const auto [n, d, seed] = options;
  detail::check_vertex_count(n);
  detail::require(d < n || (n == 0 && d == 0), "degree", d,
                  "must be below the number of vertices, " + std::to_string(n));
  detail::require(n % 2 == 0 || d % 2 == 0, "degree", d,
                  "times the number of vertices, " + std::to_string(n) + ", is odd", "make one of them even");
  const bool complement = n > 0 && d > (n - 1) / 2;
  run.require_time(detail::drawing_a_graph);
  RegularMultigraph drawn(n, complement ? n - 1 - d : d, Rng(seed, detail::tag_regular), run);
  drawn.make_simple(run);

  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  targets.reserve(std::size_t{n} * d);
  for (Vertex v = 0; v < n; ++v) {
    run.require_time(detail::drawing_a_graph);
    if (complement) {
      for (Vertex u = 0; u < n; ++u) {
        if (u != v && !drawn.adjacent(v, u)) targets.push_back(u);
      }
    } else {
      std::ranges::copy(drawn.row(v), std::back_inserter(targets));
    }
    offsets.push_back(targets.size());
  }
  return Graph::from_csr(std::move(offsets), std::move(targets), {}, CsrCheck::trusted);
}

}  // namespace lode
