#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <lode/core/error.hpp>
#include <lode/graph/truss.hpp>

#include "core/page_buffer.hpp"

namespace lode {
namespace {

using EdgeId = std::uint32_t;
using detail::PageBuffer;

/// Vertices by falling degree, ties to the smaller number; what is indexed by vertex here goes by this rank.
/// An edge has the number of its place in the rows of smaller ranks.
class TrussPeeling {
 public:
  TrussPeeling(const Graph& graph, const RunContext& run)
      : graph_(graph), run_(run), locals_([n = graph.num_vertices()] {
          return Local{std::vector<EdgeId>(n, 0), {}, {}};
        }) {
    const Vertex n = graph.num_vertices();
    rank_.resize(n);
    original_.resize(n);
    std::vector<Vertex> begin(graph.max_degree() + std::size_t{2}, 0);
    for (Vertex v = 0; v < n; ++v) ++begin[graph.max_degree() - graph.degree(v) + std::size_t{1}];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (Vertex v = 0; v < n; ++v) {
      rank_[v] = begin[graph.max_degree() - graph.degree(v)]++;
      original_[rank_[v]] = v;
    }
    make_rows();
  }

  /// Truss numbers, less 2, by edge; nothing if the run should stop first.
  bool peel() {
    if (!count_supports()) return false;
    gather_rows();
    std::vector<EdgeId> left(graph_.num_edges());
    std::iota(left.begin(), left.end(), EdgeId{0});
    EdgeId unpacked = 0;  // edges removed since rows were packed
    for (EdgeId level = 0; !left.empty();) {
      std::vector<EdgeId> due;
      level = collect(left, due, level);
      while (!due.empty()) {
        unpacked += static_cast<EdgeId>(due.size());
        if (level > 0 && !remove(due, level)) return false;
        for (const EdgeId e : due) state_[e] = removed;
        due = std::move(next_);
        next_.clear();
      }
      std::erase_if(left, [&](EdgeId e) { return state_[e] == removed; });
      if (unpacked > left.size() / 4) {
        pack_rows();
        unpacked = 0;
      }
      if (run_.should_stop()) return false;
    }
    return true;
  }

  /// Numbers by lexicographic order of the edges.
  void write(TrussDecomposition& result) const {
    const Vertex n = graph_.num_vertices();
    result.edges.resize(graph_.num_edges());
    result.number.resize(graph_.num_edges());
    std::vector<ArcIndex> begin(n + std::size_t{1}, 0);
    const auto later = [&](Vertex v) {
      const auto row = graph_.neighbors(v);
      return row.subspan(static_cast<std::size_t>(std::upper_bound(row.begin(), row.end(), v) - row.begin()));
    };
    for (Vertex v = 0; v < n; ++v) begin[v + std::size_t{1}] = begin[v] + later(v).size();
    over(n, [&](Vertex v) {
      ArcIndex at = begin[v];
      for (const Vertex u : later(v)) {
        result.edges[at] = {v, u};
        result.number[at++] = support_[edge_of(rank_[v], rank_[u])] + 2;
      }
    });
    for (const Vertex number : result.number) result.largest = std::max(result.largest, number);
  }

 private:
  static constexpr Vertex at_once = 256;
  enum State : char { present, due_now, removed };

  struct Arc {
    Vertex target;
    EdgeId edge;
  };
  /// What a thread has of its own.
  struct Local {
    std::vector<EdgeId> edge_to;  ///< of the marked row, by neighbour, the edge plus 1
    std::vector<EdgeId> own;      ///< triangles counted, by place of a row
    std::vector<EdgeId> next;
  };

  template <class Visit>
  static void over(Vertex n, const Visit& visit) {
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
      for (Vertex v = range.begin(); v < range.end(); ++v) visit(v);
    });
  }

  std::span<const Vertex> smaller(Vertex v) const {
    return {smaller_.data() + begin_[v], begin_[v + std::size_t{1}] - begin_[v]};
  }
  EdgeId edge_of(Vertex a, Vertex b) const {
    if (a < b) std::swap(a, b);
    const auto row = smaller(a);
    return begin_[a] + static_cast<EdgeId>(std::lower_bound(row.begin(), row.end(), b) - row.begin());
  }

  /// Rows of neighbours of smaller rank, increasing.
  void make_rows() {
    const Vertex n = graph_.num_vertices();
    begin_.assign(n + std::size_t{1}, 0);
    over(n, [&](Vertex r) {
      for (const Vertex u : graph_.neighbors(original_[r])) begin_[r + std::size_t{1}] += rank_[u] < r;
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    smaller_ = PageBuffer<Vertex>(graph_.num_edges());
    low_ = PageBuffer<Vertex>(graph_.num_edges());
    over(n, [&](Vertex r) {
      EdgeId at = begin_[r];
      for (const Vertex u : graph_.neighbors(original_[r])) {
        if (rank_[u] < r) smaller_[at++] = rank_[u];
      }
      std::sort(smaller_.begin() + begin_[r], smaller_.begin() + at);
      std::fill(low_.begin() + begin_[r], low_.begin() + at, r);
    });
  }

  /// Triangles a < b < c are found at c, by the rows of b and c.
  bool count_supports() {
    const Vertex n = graph_.num_vertices();
    support_ = PageBuffer<EdgeId>(graph_.num_edges());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, support_.size()), [&](const auto& range) {
      std::fill(support_.begin() + range.begin(), support_.begin() + range.end(), 0);
    });
    std::atomic<bool> stopped = false;
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
      if (stopped.load(std::memory_order_relaxed)) return;
      Local& local = locals_.local();
      for (Vertex c = range.begin(); c < range.end(); ++c) count_at(c, local);
      if (run_.should_stop()) stopped = true;
    });
    return !stopped;
  }

  void count_at(Vertex c, Local& local) {
    const auto row = smaller(c);
    if (row.size() < 2) return;
    local.own.assign(row.size() + 1, 0);  // by place plus 1; the first is nobody's
    for (std::size_t i = 0; i < row.size(); ++i) local.edge_to[row[i]] = static_cast<EdgeId>(i + 1);
    for (std::size_t i = 1; i < row.size(); ++i) {
      const Vertex b = row[i];
      EdgeId found = 0;
      for (EdgeId at = begin_[b]; at < begin_[b + std::size_t{1}]; ++at) {
        const EdgeId place = local.edge_to[smaller_[at]];
        if (place == 0) continue;
        ++found;
        ++local.own[place];
        add(support_[at], 1);
      }
      local.own[i + 1] += found;
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      local.edge_to[row[i]] = 0;
      if (local.own[i + 1] > 0) add(support_[begin_[c] + i], local.own[i + 1]);
    }
  }

  static void add(EdgeId& value, EdgeId amount) {
    std::atomic_ref(value).fetch_add(amount, std::memory_order_relaxed);
  }

  /// Rows of all neighbours whose edge is in some triangle, increasing by target.
  void gather_rows() {
    const Vertex n = graph_.num_vertices();
    row_begin_.assign(n + std::size_t{1}, 0);
    for (Vertex v = 0; v < n; ++v)
      row_begin_[v + std::size_t{1}] = row_begin_[v] + graph_.degree(original_[v]);
    arcs_ = PageBuffer<Arc>(graph_.num_arcs());
    row_end_.assign(row_begin_.begin(), row_begin_.end() - 1);
    state_.assign(graph_.num_edges(), present);
    for (Vertex v = 0; v < n; ++v) {  // smaller neighbours first, then larger ones as they come
      for (EdgeId e = begin_[v]; e < begin_[v + std::size_t{1}]; ++e) {
        if (support_[e] == 0) continue;
        arcs_[row_end_[v]++] = {smaller_[e], e};
        arcs_[row_end_[smaller_[e]]++] = {v, e};
      }
    }
  }

  void pack_rows() {
    over(graph_.num_vertices(), [&](Vertex v) {
      ArcIndex kept = row_begin_[v];
      for (ArcIndex at = row_begin_[v]; at < row_end_[v]; ++at) {
        if (state_[arcs_[at].edge] != removed) arcs_[kept++] = arcs_[at];
      }
      row_end_[v] = kept;
    });
  }

  /// The edges of least support, which is returned; it is `level` at least.
  EdgeId collect(const std::vector<EdgeId>& left, std::vector<EdgeId>& due, EdgeId level) {
    EdgeId least = UINT32_MAX;
    for (const EdgeId e : left) {
      if (support_[e] > least) continue;
      if (support_[e] < least) {
        least = support_[e];
        due.clear();
      }
      due.push_back(e);
    }
    return std::max(least, level);
  }

  /// Takes the triangles of the edges that are due away, and notes in next_ which edges come down to the
  /// level by that. False if the run should stop.
  bool remove(const std::vector<EdgeId>& due, EdgeId level) {
    constexpr std::size_t edges_at_once = 128;
    for (const EdgeId e : due) state_[e] = due_now;
    std::vector<std::uint64_t> by_hub(due.size());  // the end of larger degree, and the edge
    std::ranges::transform(due, by_hub.begin(),
                           [&](EdgeId e) { return std::uint64_t{smaller_[e]} << 32 | e; });
    tbb::parallel_sort(by_hub.begin(), by_hub.end());
    std::atomic<bool> stopped = false;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, due.size(), edges_at_once), [&](const auto& range) {
      if (stopped.load(std::memory_order_relaxed)) return;
      Local& local = locals_.local();
      for (std::size_t begin = range.begin(); begin < range.end();) {
        const auto hub = static_cast<Vertex>(by_hub[begin] >> 32);
        std::size_t end = begin + 1;
        while (end < range.end() && by_hub[end] >> 32 == hub) ++end;
        remove_at(hub, std::span(by_hub).subspan(begin, end - begin), level, local);
        begin = end;
      }
      if (run_.should_stop()) stopped = true;
    });
    for (Local& local : locals_) {
      next_.insert(next_.end(), local.next.begin(), local.next.end());
      local.next.clear();
    }
    return !stopped;
  }

  std::span<const Arc> row(Vertex v) const {
    return {arcs_.data() + row_begin_[v], static_cast<std::size_t>(row_end_[v] - row_begin_[v])};
  }

  /// The same for edges at one vertex: its row is marked, or searched where marking takes longer.
  void remove_at(Vertex hub, std::span<const std::uint64_t> edges, EdgeId level, Local& local) {
    const std::span<const Arc> marked = row(hub);
    std::size_t looked_up = 0;
    for (const std::uint64_t key : edges) looked_up += row(low_[static_cast<EdgeId>(key)]).size();
    constexpr std::size_t cost_of_search = 8;
    if (2 * marked.size() > cost_of_search * looked_up) {
      return triangles(edges, level, local, [&](Vertex w) {
        const auto at = std::ranges::lower_bound(marked, w, {}, &Arc::target);
        return at != marked.end() && at->target == w && state_[at->edge] != removed ? at->edge + 1 : 0;
      });
    }
    for (const Arc& arc : marked) {
      if (state_[arc.edge] != removed) local.edge_to[arc.target] = arc.edge + 1;
    }
    triangles(edges, level, local, [&](Vertex w) { return local.edge_to[w]; });
    for (const Arc& arc : marked) local.edge_to[arc.target] = 0;
  }

  /// `edge_to(w)`: the edge from the common end to w, plus 1; 0: there is none.
  template <class EdgeTo>
  void triangles(std::span<const std::uint64_t> edges, EdgeId level, Local& local, const EdgeTo& edge_to) {
    for (const std::uint64_t key : edges) {
      const auto e = static_cast<EdgeId>(key);
      for (const Arc& arc : row(low_[e])) {
        const EdgeId f = arc.edge;
        const char state_f = state_[f];
        if (state_f == removed || f == e) continue;
        const EdgeId place = edge_to(arc.target);
        if (place == 0) continue;
        const EdgeId g = place - 1;
        const char state_g = state_[g];
        // Of two edges that go at once, the one of smaller number takes the triangle from the third.
        if (state_f == due_now && (state_g == due_now || f < e)) continue;
        if (state_g == due_now && g < e) continue;
        if (state_f == present) lower(f, level, local);
        if (state_g == present) lower(g, level, local);
      }
    }
  }

  /// Exactly one thread notices that the support has come down to the level, and it ends no lower.
  void lower(EdgeId e, EdgeId level, Local& local) {
    std::atomic_ref support(support_[e]);
    if (support.load(std::memory_order_relaxed) <= level) return;
    const EdgeId before = support.fetch_sub(1, std::memory_order_relaxed);
    if (before <= level) support.fetch_add(1, std::memory_order_relaxed);
    if (before == level + 1) local.next.push_back(e);
  }

  const Graph& graph_;
  const RunContext& run_;
  std::vector<Vertex> rank_;
  std::vector<Vertex> original_;
  std::vector<EdgeId> begin_;   ///< of rows of smaller neighbours
  PageBuffer<Vertex> smaller_;  ///< by edge, the end of smaller rank
  PageBuffer<Vertex> low_;      ///< by edge, the other end
  PageBuffer<EdgeId> support_;  ///< triangles left; of removed edges the truss number less 2
  std::vector<char> state_;
  std::vector<ArcIndex> row_begin_;
  std::vector<ArcIndex> row_end_;
  PageBuffer<Arc> arcs_;  ///< of edges that were there when rows were packed
  std::vector<EdgeId> next_;
  tbb::enumerable_thread_specific<Local> locals_;
};

}  // namespace

TrussDecomposition truss_numbers(const Graph& graph, const RunContext& run) {
  TrussDecomposition result;
  if (graph.num_edges() > INT32_MAX) {
    throw InvalidArgument("edges", std::to_string(graph.num_edges()), "are more than 2^31 - 1",
                          "cut a core of the graph first: the k-truss lies in the core of k - 1");
  }
  run.parallel([&] {
    TrussPeeling peeling(graph, run);
    const bool done = peeling.peel();
    peeling.write(result);
    if (done) return;
    result.number.clear();
    result.largest = 0;
  });
  return result;
}

std::vector<TrussSize> truss_sizes(const Graph& graph, const TrussDecomposition& trusses) {
  std::vector<TrussSize> sizes;
  if (!trusses.complete()) return sizes;
  std::vector<Vertex> largest(graph.num_vertices(), 0);
  for (Vertex k = 2; k <= trusses.largest; ++k) sizes.push_back({k, 0, 0});
  for (std::size_t e = 0; e < trusses.edges.size(); ++e) {
    ++sizes[trusses.number[e] - 2].edges;
    for (const Vertex v : {trusses.edges[e].u, trusses.edges[e].v}) {
      largest[v] = std::max(largest[v], trusses.number[e]);
    }
  }
  for (const Vertex k : largest) {
    if (k >= 2) ++sizes[k - 2].vertices;
  }
  for (std::size_t i = sizes.size(); i-- > 1;) {
    sizes[i - 1].edges += sizes[i].edges;
    sizes[i - 1].vertices += sizes[i].vertices;
  }
  return sizes;
}

}  // namespace lode
