#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include <tbb/parallel_for.h>

#include "graph/decomposition/edge_rounds.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode::detail {
namespace {

/// Vertices by falling degree, ties to the smaller number.
std::vector<Vertex> by_falling_degree(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> begin(graph.max_degree() + std::size_t{2}, 0);
  for (Vertex v = 0; v < n; ++v) ++begin[graph.max_degree() - graph.degree(v) + std::size_t{1}];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Vertex> order(n);
  for (Vertex v = 0; v < n; ++v) order[begin[graph.max_degree() - graph.degree(v)]++] = v;
  return order;
}

class WholeGraph {
 public:
  WholeGraph(const Part& part, const DensityUnits& units, const RunContext& run)
      : part_(part), graph_(part.graph), units_(units), run_(run) {
    if (graph_.num_edges() >= LoadComponent::blocked_from) runs_.emplace(graph_.num_vertices());
  }

  std::optional<LoadComponent> component() {
    number_vertices();
    cut_pieces();
    over_pieces([&](Piece& piece) { count(piece); });
    make_room();
    over_pieces([&](Piece& piece) { fill(piece); });
    if (stopped_) return std::nullopt;
    for (Vertex& v : whole_.vertices) v = part_.outward(v);
    recompute_loads(whole_);
    return std::move(whole_);
  }

 private:
  /// Consecutive vertices of one run, and by the run of the larger end the edges that begin there: first
  /// their number, then where the next goes.
  struct Piece {
    Vertex begin = 0;
    Vertex end = 0;
    std::array<std::size_t, EdgeRounds::runs> edges = {};
  };
  static constexpr Vertex piece_vertices = 512;

  std::size_t run_of(Vertex v) const { return runs_ ? runs_->run_of(v) : 0; }

  /// By falling degree, dealt out to the runs where there are any, so that these hold about as many edges.
  void number_vertices() {
    constexpr auto runs = static_cast<Vertex>(EdgeRounds::runs);
    const Vertex n = graph_.num_vertices();
    const std::vector<Vertex> order = by_falling_degree(graph_);
    whole_.vertices.resize(n);
    number_ = PageBuffer<Vertex>(n);
    const Vertex length = runs_ ? runs_->length() : 0;
    for (Vertex rank = 0; rank < n; ++rank) {
      const Vertex v = rank < runs * length ? rank % runs * length + rank / runs : rank;
      whole_.vertices[v] = order[rank];
      number_[order[rank]] = v;
    }
    whole_.base.resize(n);
    if (units_.has_costs()) whole_.cost.resize(n);
    whole_.whole_costs = units_.whole_costs();
    for (Vertex v = 0; v < n; ++v) {
      const Vertex outside = part_.outward(whole_.vertices[v]);
      whole_.base[v] = units_.value(outside);
      if (units_.has_costs()) whole_.cost[v] = units_.cost(outside);
    }
  }

  void cut_pieces() {
    const auto cut = [&](Vertex begin, Vertex end) {
      for (Vertex next = begin; begin < end; begin = next) {
        next = begin + std::min(piece_vertices, end - begin);
        pieces_.push_back({begin, next, {}});
      }
    };
    if (!runs_) return cut(0, graph_.num_vertices());
    for (std::size_t run = 0; run < EdgeRounds::runs; ++run)
      cut(runs_->begin_of(run), runs_->begin_of(run + 1));
  }

  template <class Work>
  void over_pieces(Work work) {
    tbb::parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t i) {
      if (stopped_.load(std::memory_order_relaxed)) return;
      work(pieces_[i]);
      if (run_.should_stop()) stopped_ = true;
    });
  }

  /// Rows are far from each other: asks for those of vertices soon to come.
  void fetch_ahead(Vertex v) const {
    constexpr Vertex offset_ahead = 16;
    constexpr Vertex row_ahead = 8;
    const std::vector<Vertex>& vertices = whole_.vertices;
    if (v + offset_ahead >= vertices.size()) return;
    __builtin_prefetch(graph_.offsets().data() + vertices[v + offset_ahead]);
    __builtin_prefetch(graph_.neighbors(vertices[v + row_ahead]).data());
  }

  void count(Piece& piece) const {
    for (Vertex v = piece.begin; v < piece.end; ++v) {
      fetch_ahead(v);
      for (const Vertex neighbor : graph_.neighbors(whole_.vertices[v])) {
        const Vertex u = number_[neighbor];
        piece.edges[run_of(u)] += u > v;
      }
    }
  }

  /// Blocks in their order, in every block the pieces in theirs.
  void make_room() {
    std::vector<std::size_t> begin(EdgeRounds::blocks + 1, 0);
    const auto block = [&](const Piece& piece, std::size_t run) {
      return EdgeRounds::block(run_of(piece.begin), run);
    };
    for (const Piece& piece : pieces_) {
      for (std::size_t run = 0; run < EdgeRounds::runs; ++run)
        begin[block(piece, run) + 1] += piece.edges[run];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (Piece& piece : pieces_) {
      for (std::size_t run = 0; run < EdgeRounds::runs; ++run) {
        const std::size_t edges = piece.edges[run];
        piece.edges[run] = next[block(piece, run)];
        next[block(piece, run)] += edges;
      }
    }
    whole_.edges = PageBuffer<SplitEdge>(begin.back());
    if (weights_) whole_.weight.resize(begin.back());
    if (units_.rounded()) whole_.source.resize(begin.back());
    if (runs_) whole_.block_begin = std::move(begin);
  }

  /// Rows by the larger ends' numbers: passes over the edges are half as fast without.
  void fill(Piece& piece) {
    std::vector<std::uint64_t> row;  ///< larger end, and place in the row of the graph
    for (Vertex v = piece.begin; v < piece.end; ++v) {
      fetch_ahead(v);
      const Vertex vertex = whole_.vertices[v];
      const auto neighbors = graph_.neighbors(vertex);
      row.resize(std::max(row.size(), neighbors.size()));
      std::size_t length = 0;
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const Vertex u = number_[neighbors[i]];
        row[length] = std::uint64_t{u} << 32 | i;
        length += u > v;
      }
      const auto later = std::span(row).first(length);
      std::ranges::sort(later);
      for (const std::uint64_t entry : later) {
        const auto u = static_cast<Vertex>(entry >> 32);
        const ArcIndex arc = graph_.offsets()[vertex] + (entry & UINT32_MAX);
        const double weight = units_.in_units(graph_.arc_weight(arc));
        const std::size_t at = piece.edges[run_of(u)]++;
        whole_.edges[at] = {v, u, weight / 2};
        if (weights_) whole_.weight[at] = weight;
        if (units_.rounded()) whole_.source[at] = arc;
      }
    }
  }

  const Part& part_;
  const Graph& graph_;
  const DensityUnits& units_;
  const RunContext& run_;
  bool weights_ = graph_.weighted() || units_.in_units(1.0) != 1.0;
  std::optional<VertexRuns> runs_;  ///< for graphs that get blocks
  PageBuffer<Vertex> number_;       ///< of every vertex of the graph
  std::vector<Piece> pieces_;
  std::atomic<bool> stopped_ = false;
  LoadComponent whole_;
};

}  // namespace

std::optional<LoadComponent> whole_graph(const Part& part, const DensityUnits& units, const RunContext& run) {
  return WholeGraph(part, units, run).component();
}

}  // namespace lode::detail
