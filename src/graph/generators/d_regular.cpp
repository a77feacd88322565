#include <algorithm>
#include <utility>
#include <vector>

#include <lode/graph/generators.hpp>

#include "core/assert.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {
namespace {

constexpr std::size_t regular_poll_interval = std::size_t{1} << 16;

/// A d-regular multigraph whose rows are kept sorted; a self-loop is repeated in its row.
class RegularMultigraph {
 public:
  RegularMultigraph(Vertex n, Vertex d, Rng rng, const RunContext& run)
      : n_(n), d_(d), rng_(rng), run_(run), targets_(std::size_t{n} * d) {
    std::vector<Vertex> ends(targets_.size());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<Vertex>(i / d);
    for (std::size_t i = ends.size(); i > 1; --i) {
      if (i % regular_poll_interval == 0) run_.require_time(detail::drawing_a_graph);
      std::swap(ends[i - 1], ends[rng_.below(i)]);
    }
    std::vector<Vertex> filled(n, 0);
    const auto add = [&](Vertex u, Vertex v) { targets_[std::size_t{u} * d_ + filled[u]++] = v; };
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      add(ends[i], ends[i + 1]);
      add(ends[i + 1], ends[i]);
    }
    for (Vertex v = 0; v < n; ++v) std::ranges::sort(row(v));
  }

  /// Switches every self-loop uu with a random edge xy away from u: ux, uy take their place. Some edge is
  /// away from u, because fewer than d edges touch u and there are nd/2; no self-loop is made.
  void remove_loops() {
    for (Vertex u = 0; u < n_; ++u) {
      run_.require_time(detail::drawing_a_graph);
      while (adjacent(u, u)) {
        const auto [x, y] = random_arc([&](Vertex a, Vertex b) { return a != u && b != u; });
        switch_edges(u, u, x, y);
      }
    }
  }

  /// Switches every repetition of an edge uv with a random edge xy such that ux and vy are new. Vertex u has
  /// at most d-1 neighbours, so at most d*d arcs begin at u or next to it, and at most d*d end at v or next
  /// to it; one of the nd arcs is left when 2d < n. No repetition and no self-loop is made.
  void remove_repetitions() {
    for (Vertex u = 0; u < n_; ++u) {
      run_.require_time(detail::drawing_a_graph);
      for (auto twice = std::ranges::adjacent_find(row(u)); twice != row(u).end();
           twice = std::ranges::adjacent_find(row(u))) {
        const Vertex v = *twice;
        const auto [x, y] = random_arc(
            [&](Vertex a, Vertex b) { return a != u && b != v && !adjacent(u, a) && !adjacent(v, b); });
        switch_edges(u, v, x, y);
      }
    }
  }

  std::span<const Vertex> row(Vertex v) const { return {targets_.data() + std::size_t{v} * d_, d_}; }

 private:
  std::span<Vertex> row(Vertex v) { return {targets_.data() + std::size_t{v} * d_, d_}; }
  bool adjacent(Vertex u, Vertex v) const { return std::ranges::binary_search(row(u), v); }

  /// A random arc that fits: some draws, then the first one after a random place.
  template <class Fits>
  std::pair<Vertex, Vertex> random_arc(const Fits& fits) {
    constexpr int draws = 100;
    const std::size_t arcs = targets_.size();
    std::size_t place = 0;
    for (int i = 0; i < draws; ++i) {
      place = rng_.below(arcs);
      if (fits(source(place), targets_[place])) return {source(place), targets_[place]};
    }
    std::size_t seen = 0;
    while (seen < arcs && !fits(source(place), targets_[place])) {
      place = (place + 1) % arcs;
      ++seen;
    }
    LODE_ASSERT_LIGHT(seen < arcs);
    return {source(place), targets_[place]};
  }
  Vertex source(std::size_t place) const { return static_cast<Vertex>(place / d_); }

  /// Replaces the edges uv and xy by ux and vy.
  void switch_edges(Vertex u, Vertex v, Vertex x, Vertex y) {
    replace(u, v, x);
    replace(v, u, y);
    replace(x, y, u);
    replace(y, x, v);
  }
  /// Replaces one `before` in the row of v, which stays sorted.
  void replace(Vertex v, Vertex before, Vertex after) {
    const std::span<Vertex> r = row(v);
    const auto from = std::ranges::lower_bound(r, before);
    LODE_ASSERT_LIGHT(from != r.end() && *from == before);
    const auto to = std::ranges::lower_bound(r, after);
    if (from < to) {
      std::move(from + 1, to, from);
      *(to - 1) = after;
    } else {
      std::move_backward(to, from, from + 1);
      *to = after;
    }
  }

  Vertex n_;
  Vertex d_;
  Rng rng_;
  const RunContext& run_;
  std::vector<Vertex> targets_;
};

}  // namespace

Graph d_regular(const RegularOptions& options, const RunContext& run) {
  const Vertex n = options.num_vertices;
  const Vertex d = options.degree;
  detail::check_vertex_count(n);
  if (d >= n && !(n == 0 && d == 0)) {
    throw InvalidArgument("degree", std::to_string(d),
                          "must be below the number of vertices, " + std::to_string(n));
  }
  if (n % 2 == 1 && d % 2 == 1) {
    throw InvalidArgument("degree", std::to_string(d),
                          "times the number of vertices, " + std::to_string(n) + ", is odd",
                          "make one of them even");
  }
  const bool complement = n > 0 && d > (n - 1) / 2;
  const Vertex drawn_degree = complement ? n - 1 - d : d;
  RegularMultigraph drawn(n, drawn_degree, Rng(options.seed, detail::tag_regular), run);
  drawn.remove_loops();
  drawn.remove_repetitions();

  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  targets.reserve(std::size_t{n} * d);
  for (Vertex v = 0; v < n; ++v) {
    run.require_time(detail::drawing_a_graph);
    const auto row = std::as_const(drawn).row(v);
    if (complement) {
      for (Vertex u = 0; u < n; ++u) {
        if (u != v && !std::ranges::binary_search(row, u)) targets.push_back(u);
      }
    } else {
      targets.insert(targets.end(), row.begin(), row.end());
    }
    offsets.push_back(targets.size());
  }
  return Graph::from_csr(std::move(offsets), std::move(targets), {}, CsrCheck::trusted);
}

}  // namespace lode
