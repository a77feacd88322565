#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/graph.hpp>

#include "core/page_buffer.hpp"

namespace lode::detail {

/// A graph whose vertices are numbered in smallest-last order. The row of a vertex holds its later neighbours
/// alone, at most as many as the degeneracy.
struct LaterRows {
  std::vector<Vertex> original;  ///< by number, the vertex of the graph
  std::vector<ArcIndex> begin;
  std::vector<Vertex> later;  ///< increasing in every row

  Vertex num_vertices() const { return static_cast<Vertex>(original.size()); }
  std::span<const Vertex> row(Vertex v) const {
    return std::span(later).subspan(begin[v], begin[v + std::size_t{1}] - begin[v]);
  }
};

/// Nothing if the run should stop. Cost: that of core_decomposition.
std::optional<LaterRows> later_rows(const Graph& graph, const RunContext& run);

/// The rows of the vertices with keep[v] alone, in the same order. Cost: O(n + m).
LaterRows kept_rows(const LaterRows& rows, const std::vector<char>& keep);

/// Walks over the cliques that begin with one vertex. One for every thread.
///
/// Source: M. Danisch, O. Balalau, M. Sozio, WWW 2018.
class CliqueWalk {
 public:
  CliqueWalk(const LaterRows& rows, Vertex k, const RunContext& run)
      : rows_(rows), run_(run), k_(k), depth_(rows.num_vertices(), 0) {}

  /// Calls visit(clique) with the k members in increasing order, cliques in lexicographic order. Returns
  /// false if the run should stop, at once; then cliques are missing.
  template <class Visit>
  bool from(Vertex first, const Visit& visit) {
    const auto row = rows_.row(first);
    if (row.size() + 1 < k_) return !stopped_;
    clique_[0] = first;
    mark(row, 1);
    extend(1, row, visit);
    mark(row, 0);
    return !stopped_;
  }

 private:
  /// `work`: vertices that are looked at next.
  bool should_stop(std::size_t work) {
    constexpr std::size_t work_between_looks = std::size_t{1} << 16;
    work_ += work;
    if (work_ >= work_between_looks) {
      work_ = 0;
      stopped_ = stopped_ || run_.should_stop();
    }
    return stopped_;
  }

  void mark(std::span<const Vertex> vertices, std::uint8_t depth) {
    for (const Vertex v : vertices) depth_[v] = depth;
  }

  /// `candidates` are joined to the first `depth` members, and marked with the depth.
  template <class Visit>
  void extend(std::uint8_t depth, std::span<const Vertex> candidates, const Visit& visit) {
    const std::size_t wanted = k_ - depth - std::size_t{1};  // after the next member
    std::vector<Vertex>& next = next_[depth];
    for (const Vertex v : candidates) {
      if (should_stop(rows_.row(v).size())) return;
      clique_[depth] = v;
      if (wanted == 1) {
        for (const Vertex w : rows_.row(v)) {
          if (depth_[w] != depth) continue;
          clique_[k_ - 1] = w;
          visit(std::span<const Vertex>(clique_.data(), k_));
        }
        continue;
      }
      next.clear();
      for (const Vertex w : rows_.row(v)) {
        if (depth_[w] == depth) next.push_back(w);
      }
      if (next.size() < wanted) continue;
      mark(next, static_cast<std::uint8_t>(depth + 1));
      extend(static_cast<std::uint8_t>(depth + 1), next, visit);
      mark(next, depth);
    }
  }

  const LaterRows& rows_;
  const RunContext& run_;
  Vertex k_;
  std::size_t work_ = 0;
  bool stopped_ = false;
  std::vector<std::uint8_t> depth_;  ///< of the vertices joined to so many members; 0: others
  std::array<Vertex, most_counted_clique> clique_ = {};
  std::array<std::vector<Vertex>, most_counted_clique> next_;
};

struct CliqueCounts {
  std::vector<std::uint64_t> first;   ///< cliques that begin with the vertex
  std::vector<std::uint64_t> member;  ///< cliques that hold it
  std::uint64_t total = 0;
};

/// Nothing if the run should stop. In parallel; 8n bytes for every thread.
std::optional<CliqueCounts> count_cliques(const LaterRows& rows, Vertex k, const RunContext& run);

/// All cliques, k vertices each, in lexicographic order. Nothing if the run should stop.
std::optional<PageBuffer<Vertex>> list_cliques(const LaterRows& rows, Vertex k, const CliqueCounts& counts,
                                               const RunContext& run);

}  // namespace lode::detail
