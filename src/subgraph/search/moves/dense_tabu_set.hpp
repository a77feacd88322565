#pragma once

// Tabu exchanges over the rows of an adjacency matrix: for small and for dense graphs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <tbb/cache_aligned_allocator.h>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/search/moves/tabu_set.hpp"

namespace lode::subgraph::detail {

/// Items that begin with a cache line.
template <class Item>
using AlignedVector = std::vector<Item, tbb::cache_aligned_allocator<Item>>;

/// The adjacency matrix of a graph in rows of one length, zero where there is no edge: eight bits per cell
/// where weights and the degrees into sets of s vertices are small integers, doubles otherwise.
/// Cost: O(n^2 + m); memory n * stride bytes, or eight times as many.
struct DenseRows {
  static constexpr std::size_t cells_per_line = 64;  ///< in a cache line; rows have a multiple of them
  static constexpr Vertex most_vertices = 4096;      ///< 16 MB, or 128 MB of doubles

  /// Sets of at most `s` vertices are to be moved over the rows.
  DenseRows(const Graph& whole, Vertex s);

  /// Whether moving sets over rows takes less time than over arcs, as a rule.
  static bool pay(const Graph& graph, Vertex s);
  /// Work of making the rows, in arcs of a search by kicks: 32 cells are set to zero, or 8 filled, in the
  /// time of an arc.
  static std::uint64_t building_work(std::uint64_t num_vertices, ArcIndex num_arcs) {
    return num_vertices * num_vertices / 32 + num_arcs / 8;
  }

  /// The row of v; Cell is std::uint8_t, or double where `doubles` is not empty.
  template <class Cell>
  const Cell* row(Vertex v) const {
    if constexpr (std::is_same_v<Cell, double>) {
      return doubles.data() + v * stride;
    } else {
      return bytes.data() + v * stride;
    }
  }

  Graph graph;
  std::size_t stride;
  AlignedVector<std::uint8_t> bytes;
  AlignedVector<double> doubles;
};

/// A TabuSet whose moves pass over whole rows: every d_S is brought up to date, and the extreme ones among
/// the vertices that are free are found, in the order of memory and several at a time.
///
/// `members`, increasing, holds the `anchors`. `rows` are made for sets of as many vertices; `draws` must
/// outlive the set.
///
/// Cost: O(n) per exchange or move, with a small constant: 2 rows of cells, and 6 bytes (24 when not small)
///       per vertex; the adjacency tests among at most 64 members and 64 outsiders.
std::unique_ptr<TabuSet> make_dense_tabu_set(std::shared_ptr<const DenseRows> rows, const VertexSet& members,
                                             const VertexSet& anchors, const TabuRules& rules, Rng& draws);

}  // namespace lode::subgraph::detail
