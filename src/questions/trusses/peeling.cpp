#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <lode/core/error.hpp>
#include <lode/questions/trusses.hpp>

#include "core/page_buffer.hpp"
#include "graph/hierarchy/tree_builder.hpp"

namespace lode {
namespace {

using EdgeId = std::uint32_t;
using detail::PageBuffer;

/// Vertices by falling degree, ties to the smaller number. Arrays by vertex are indexed by this rank.
/// An edge has the number of its place in the rows of smaller ranks.
class TrussPeeling {
 public:
  TrussPeeling(const Graph& graph, const RunContext& run)
      : graph_(graph), run_(run), locals_([n = graph.num_vertices()] {
          return Local{std::vector<EdgeId>(n, 0), {}, {}};
        }) {
    const Vertex n = graph.num_vertices();
    original_ = detail::falling_order(n, graph.max_degree(), [&](Vertex v) { return graph.degree(v); });
    rank_.resize(n);
    for (Vertex r = 0; r < n; ++r) rank_[original_[r]] = r;
    make_rows();
  }

  /// Truss numbers, less 2, by edge; nothing if the run should stop first.
  bool peel() {
    if (!count_supports()) return false;
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
  void write(TrussDecomposition& result) {
    const Vertex n = graph_.num_vertices();
    result.edges.resize(graph_.num_edges());
    result.number.resize(graph_.num_edges());
    const auto later = [&](Vertex v) {
      const auto row = graph_.neighbors(v);
      return row.subspan(static_cast<std::size_t>(std::upper_bound(row.begin(), row.end(), v) - row.begin()));
    };
    std::vector<ArcIndex> begin(n + std::size_t{1}, 0);
    for (Vertex v = 0; v < n; ++v) begin[v + std::size_t{1}] = begin[v] + later(v).size();
    over(n, [&](Vertex r, Local&) {
      for (EdgeId e = begin_[r]; e < begin_[r + std::size_t{1}]; ++e) {
        const auto [u, v] = std::minmax({original_[r], original_[smaller_[e]]});
        const auto row = later(u);
        const auto place = begin[u] + static_cast<ArcIndex>(std::ranges::lower_bound(row, v) - row.begin());
        result.edges[place] = {u, v};
        result.number[place] = support_[e] + 2;
      }
    });
    for (const Vertex number : result.number) result.largest = std::max(result.largest, number);
  }

 private:
  static constexpr Vertex at_once = 256;
  enum State : char { present, due_now, removed };

  /// Scratch space of a thread.
  struct Local {
    std::vector<EdgeId> edge_to;  ///< of the marked row, by neighbour, the edge plus 1
    std::vector<EdgeId> own;      ///< triangles counted, by place of a row
    std::vector<EdgeId> next;
  };

  template <class Visit>
  void over(Vertex n, const Visit& visit) {
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
      Local& local = locals_.local();
      for (Vertex v = range.begin(); v < range.end(); ++v) visit(v, local);
    });
  }

  std::span<const Vertex> smaller(Vertex v) const {
    return {smaller_.data() + begin_[v], begin_[v + std::size_t{1}] - begin_[v]};
  }
  /// The edges to neighbours of larger rank, until rows are packed.
  std::span<const EdgeId> larger(Vertex v) const {
    return {edges_.data() + row_begin_[v] + smaller(v).size(),
            edges_.data() + row_begin_[v + std::size_t{1}]};
  }

  /// Rows of all neighbours, increasing by rank, with their edges.
  void make_rows() {
    const Vertex n = graph_.num_vertices();
    begin_.assign(n + std::size_t{1}, 0);
    row_begin_.assign(n + std::size_t{1}, 0);
    over(n, [&](Vertex r, Local&) {
      row_begin_[r + std::size_t{1}] = graph_.degree(original_[r]);
      for (const Vertex u : graph_.neighbors(original_[r])) begin_[r + std::size_t{1}] += rank_[u] < r;
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::partial_sum(row_begin_.begin(), row_begin_.end(), row_begin_.begin());
    row_end_.assign(row_begin_.begin() + 1, row_begin_.end());
    smaller_ = PageBuffer<Vertex>(graph_.num_edges());
    low_ = PageBuffer<Vertex>(graph_.num_edges());
    targets_ = PageBuffer<Vertex>(graph_.num_arcs());
    edges_ = PageBuffer<EdgeId>(graph_.num_arcs());
    state_.assign(graph_.num_edges(), present);
    std::vector<ArcIndex> next(n);
    over(n, [&](Vertex r, Local&) {
      Vertex* const row = targets_.data() + row_begin_[r];
      std::ranges::transform(graph_.neighbors(original_[r]), row, [&](Vertex u) { return rank_[u]; });
      std::sort(row, row + row_length(r));
      const std::size_t count = begin_[r + std::size_t{1}] - begin_[r];
      std::copy_n(row, count, smaller_.begin() + begin_[r]);
      std::fill_n(low_.begin() + begin_[r], count, r);
      std::iota(edges_.begin() + static_cast<std::ptrdiff_t>(row_begin_[r]),
                edges_.begin() + static_cast<std::ptrdiff_t>(row_begin_[r] + count), begin_[r]);
      next[r] = row_begin_[r] + count;
    });
    for (EdgeId e = 0; e < smaller_.size(); ++e) edges_[next[smaller_[e]]++] = e;
  }

  /// Triangles a < b < c are found at b: c is a larger neighbour, and a stands before b in the row of c.
  bool count_supports() {
    support_ = PageBuffer<EdgeId>(graph_.num_edges());
    std::fill(support_.begin(), support_.end(), 0);
    std::atomic<bool> stopped = false;
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, graph_.num_vertices(), 16), [&](const auto& range) {
      if (stopped.load(std::memory_order_relaxed)) return;
      Local& local = locals_.local();
      for (Vertex b = range.begin(); b < range.end(); ++b) count_at(b, local);
      if (run_.should_stop()) stopped = true;
    });
    return !stopped;
  }

  void count_at(Vertex b, Local& local) {
    const auto row = smaller(b);
    if (row.empty() || larger(b).empty()) return;
    local.own.assign(row.size() + 1, 0);  // by place plus 1; the first is unused
    for (std::size_t i = 0; i < row.size(); ++i) local.edge_to[row[i]] = static_cast<EdgeId>(i + 1);
    for (const EdgeId e : larger(b)) {
      EdgeId found = 0;
      for (EdgeId at = begin_[low_[e]]; at < e; ++at) {
        const EdgeId place = local.edge_to[smaller_[at]];
        if (place == 0) continue;
        ++found;
        ++local.own[place];
        add(support_[at], 1);
      }
      if (found > 0) add(support_[e], found);
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      local.edge_to[row[i]] = 0;
      if (local.own[i + 1] > 0) add(support_[begin_[b] + i], local.own[i + 1]);
    }
  }

  static void add(EdgeId& value, EdgeId amount) {
    std::atomic_ref(value).fetch_add(amount, std::memory_order_relaxed);
  }

  void pack_rows() {
    over(graph_.num_vertices(), [&](Vertex v, Local&) {
      ArcIndex kept = row_begin_[v];
      for (ArcIndex at = row_begin_[v]; at < row_end_[v]; ++at) {
        if (state_[edges_[at]] == removed) continue;
        targets_[kept] = targets_[at];
        edges_[kept++] = edges_[at];
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

  /// Removes the triangles of the edges in `due`, and notes in next_ which edges fall to the level.
  /// False if the run should stop.
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

  std::size_t row_length(Vertex v) const { return static_cast<std::size_t>(row_end_[v] - row_begin_[v]); }

  /// Removes the triangles of edges at one vertex: its row is marked, or searched where marking takes longer.
  void remove_at(Vertex hub, std::span<const std::uint64_t> edges, EdgeId level, Local& local) {
    const std::span<const Vertex> row(targets_.data() + row_begin_[hub], row_length(hub));
    const EdgeId* const edges_of_row = edges_.data() + row_begin_[hub];
    std::size_t looked_up = 0;
    for (const std::uint64_t key : edges) looked_up += row_length(low_[static_cast<EdgeId>(key)]);
    constexpr std::size_t cost_of_search = 4;  // of that of marking
    if (row.size() > cost_of_search * looked_up) {
      return triangles(edges, level, local, [&](Vertex w) {
        const auto at = std::lower_bound(row.begin(), row.end(), w);
        if (at == row.end() || *at != w) return EdgeId{0};
        const EdgeId e = edges_of_row[at - row.begin()];
        return state_[e] == removed ? EdgeId{0} : e + 1;
      });
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (state_[edges_of_row[i]] != removed) local.edge_to[row[i]] = edges_of_row[i] + 1;
    }
    triangles(edges, level, local, [&](Vertex w) { return local.edge_to[w]; });
    for (const Vertex w : row) local.edge_to[w] = 0;
  }

  /// `edge_to(w)`: the edge from the common end to w, plus 1; 0: no edge.
  template <class EdgeTo>
  void triangles(std::span<const std::uint64_t> edges, EdgeId level, Local& local, const EdgeTo& edge_to) {
    for (const std::uint64_t key : edges) {
      const auto e = static_cast<EdgeId>(key);
      const Vertex low = low_[e];
      for (ArcIndex at = row_begin_[low]; at < row_end_[low]; ++at) {
        const EdgeId place = edge_to(targets_[at]);
        if (place == 0) continue;
        const EdgeId f = edges_[at];
        const EdgeId g = place - 1;
        const char state_f = state_[f];
        const char state_g = state_[g];
        if (state_f == removed) continue;
        // If two edges are removed together, the smaller number takes the triangle from the third edge.
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
  std::vector<EdgeId> begin_;   ///< of the edges to neighbours of smaller rank
  PageBuffer<Vertex> smaller_;  ///< by edge, the end of smaller rank
  PageBuffer<Vertex> low_;      ///< by edge, the other end
  PageBuffer<EdgeId> support_;  ///< triangles left; of removed edges the truss number less 2
  std::vector<char> state_;
  std::vector<ArcIndex> row_begin_;
  std::vector<ArcIndex> row_end_;
  // Rows of the edges that were present when rows were packed:
  PageBuffer<Vertex> targets_;
  PageBuffer<EdgeId> edges_;
  std::vector<EdgeId> next_;
  tbb::enumerable_thread_specific<Local> locals_;
};

}  // namespace

TrussDecomposition truss_numbers(const Graph& graph, const RunContext& run) {
  TrussDecomposition result;
  if (graph.num_edges() > INT32_MAX) {
    throw InvalidArgument("graph", "", fmt::format("has {} edges, more than 2^31 - 1", graph.num_edges()),
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

ComponentTree truss_tree(const Graph& graph, const TrussDecomposition& trusses, const RunContext& run) {
  if (!trusses.complete()) {
    throw InvalidArgument("trusses", "", "are incomplete: some edges have no number",
                          "let truss_numbers run to its end");
  }
  detail::TreeBuilder builder(graph.num_vertices());
  std::vector<char> there(graph.num_vertices(), 0);
  const std::vector<Vertex> order = detail::by_falling(trusses.number);
  for (std::size_t i = 0; i < order.size();) {
    if (run.should_stop()) return {};
    const Vertex k = trusses.number[order[i]];
    for (; i < order.size() && trusses.number[order[i]] == k; ++i) {
      const Edge& edge = trusses.edges[order[i]];
      for (const Vertex v : {edge.u, edge.v}) {
        if (!std::exchange(there[v], 1)) builder.enter(v);
      }
      builder.join(edge.u, edge.v);
    }
    builder.end_level(k);
  }
  return builder.finish();
}

}  // namespace lode
