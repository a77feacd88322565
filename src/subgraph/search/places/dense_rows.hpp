#pragma once

// The adjacency matrix of a small graph, or of a small part of a graph, row by row.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <tbb/cache_aligned_allocator.h>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Items that begin with a cache line.
template <class Item>
using AlignedVector = std::vector<Item, tbb::cache_aligned_allocator<Item>>;

/// All weights between the vertices of a graph, or between some of them, in rows of one length, zero where
/// there is no edge: eight bits each where weights and the degrees into sets of s vertices are small
/// integers, doubles otherwise.
///
/// Cost:   O(k^2 + arcs of these k vertices); memory k * stride() bytes, or eight times as many.
class DenseRows {
 public:
  /// Cells in a cache line: rows have a multiple of them.
  static constexpr std::size_t cells_per_line = 64;

  enum class Cells { bytes, doubles };
  /// What rows need for sets of at most `s` vertices. Cost: O(1), or O(m) with integral weights.
  static Cells cells_for(const Graph& graph, Vertex s);

  /// Sets of at most `s` vertices are to be moved over the rows.
  DenseRows(const Graph& graph, Vertex s);
  /// Vertex i here is within[i]. `number`: one entry per vertex of the graph, all no_vertex, and again so
  /// when the rows are made.
  DenseRows(const Graph& graph, std::span<const Vertex> within, Cells cells, std::vector<Vertex>& number);

  /// Whether moving sets over rows takes less time than over arcs, as a rule, for the time that making the
  /// rows takes too.
  static bool pay(const Graph& graph, Vertex s) {
    return pay(graph, s, graph.num_vertices(), graph.num_arcs());
  }
  /// The same for a part of the graph.
  static bool pay(const Graph& graph, Vertex s, std::size_t num_vertices, ArcIndex num_arcs);
  /// Rows of more vertices of the graph take more memory than they are worth: 16 MB, or 32 MB of doubles.
  static Vertex most_vertices(const Graph& graph, Vertex s);
  /// What making them takes, in arcs of a search by kicks.
  static std::uint64_t building_work(std::size_t num_vertices, ArcIndex num_arcs);

  Vertex num_vertices() const { return num_vertices_; }
  /// Of all of the graph.
  bool weighted() const { return weighted_; }
  bool integral() const { return integral_; }
  Weight mean_weight() const { return mean_weight_; }
  /// As least_raise: 0 where no weight is negative.
  Weight raise() const { return raise_; }

  std::size_t stride() const { return stride_; }
  /// Whether the cells have eight bits.
  bool small() const { return doubles_.empty(); }
  /// The row of v; Cell as small() says.
  template <class Cell>
  const Cell* row(Vertex v) const {
    if constexpr (std::is_same_v<Cell, double>) {
      return doubles_.data() + v * stride_;
    } else {
      return bytes_.data() + v * stride_;
    }
  }

 private:
  DenseRows(const Graph& graph, Vertex num_vertices, Cells cells);
  /// `original(i)` is a vertex of the graph, `number(v)` what it is here, or no_vertex.
  template <class Original, class Number>
  void fill(const Graph& graph, Original&& original, Number&& number);

  Vertex num_vertices_;
  bool weighted_;
  bool integral_;
  Weight mean_weight_;
  Weight raise_;
  std::size_t stride_;
  AlignedVector<std::uint8_t> bytes_;
  AlignedVector<double> doubles_;
};

}  // namespace lode::subgraph::detail
