#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#include "core/page_buffer.hpp"

namespace lode::detail {

/// a > b.
inline bool larger(Fraction a, Fraction b) {
  __extension__ using Wide = unsigned __int128;
  return Wide{a.numerator} * b.denominator > Wide{b.numerator} * a.denominator;
}
Fraction reduced(Fraction fraction);

/// A graph whose vertices are numbered in smallest-last order. The row of a vertex holds its later neighbours
/// alone; their number is at most the degeneracy.
struct LaterRows {
  std::vector<Vertex> original;  ///< by number, the vertex of the graph
  std::vector<ArcIndex> begin;
  std::vector<Vertex> later;  ///< increasing in every row

  Vertex num_vertices() const { return static_cast<Vertex>(original.size()); }
  std::span<const Vertex> row(Vertex v) const {
    return std::span(later).subspan(begin[v], begin[v + std::size_t{1}] - begin[v]);
  }
};

/// Empty if the run should stop. Cost: that of core_decomposition.
std::optional<LaterRows> later_rows(const Graph& graph, const RunContext& run);

/// The rows of the vertices with keep[v] alone, in the same order. Cost: O(n + m).
LaterRows kept_rows(const LaterRows& rows, const std::vector<char>& keep);

struct CliqueCounts {
  std::vector<std::uint64_t> first;   ///< cliques that begin with the vertex
  std::vector<std::uint64_t> member;  ///< cliques that hold it
  std::uint64_t total = 0;
};

/// Empty if the run should stop. In parallel; 8n bytes for every thread.
std::optional<CliqueCounts> count_cliques(const LaterRows& rows, Vertex k, const RunContext& run);

/// All cliques, k vertices each, in lexicographic order. Empty if the run should stop.
std::optional<PageBuffer<Vertex>> list_cliques(const LaterRows& rows, Vertex k, const CliqueCounts& counts,
                                               const RunContext& run);

/// Cliques of k vertices among numbered vertices.
struct ListedCliques {
  Vertex k = 3;
  std::vector<Vertex> original;  ///< by number, the vertex of the graph
  PageBuffer<Vertex> members;    ///< k numbers for each clique

  Vertex num_vertices() const { return static_cast<Vertex>(original.size()); }
  std::size_t count() const { return members.size() / k; }
  std::span<const Vertex> clique(std::size_t i) const { return members.span().subspan(i * k, k); }
};

/// A split of the cliques' units in whole numbers.
class CliqueLoads {
 public:
  /// Every clique gives equal shares.
  explicit CliqueLoads(ListedCliques list);

  const ListedCliques& list() const { return list_; }
  std::span<const std::uint32_t> shares() const { return shares_.span(); }
  std::uint32_t denominator() const { return denominator_; }
  std::span<const std::uint64_t> loads() const { return load_; }
  Fraction largest_load() const;

  /// One pass: every clique in turn gives its unit to its least loaded vertices, so as to make them as equal
  /// as possible. False if the run should stop; the split is whole then too.
  bool pass(const RunContext& run);
  /// Removes vertices in fewer cliques than `density`, and their cliques, in rounds until few are removed.
  /// Returns the removed vertices of the graph in this order.
  std::vector<Vertex> cut(Fraction density);
  struct Prefix {
    Fraction density;
    std::vector<Vertex> vertices;
  };
  /// The set of largest loads with most cliques per vertex, and the largest such set.
  Prefix densest_prefix() const;

  enum class Push {
    level,   ///< no load is above `most`; `set` has the vertices that no share can leave for a lesser load
    denser,  ///< `set` has more cliques per vertex than `most`
    unfinished,  ///< neither is known yet: the passes or the time are used up
  };
  /// Moves shares from vertices above `most` towards vertices below it, along the shortest ways through
  /// cliques, in at most `most_passes` passes. Unless the loads become level the split stays as it was.
  ///
  /// Needs:  the numerator is at least 1, and the denominator below 2^32.
  /// Cost:   4k bytes for each clique, and a few visits of all cliques per pass.
  /// Source: A. Goldberg, R. Tarjan, J. ACM 35 (1988) 921-940, with exact distances before every pass.
  Push push(Fraction most, int most_passes, const RunContext& run, std::vector<Vertex>& set);

 private:
  static constexpr std::uint32_t units_of_passes = std::uint32_t{1} << 16;

  void sum_loads();
  /// Rounds the shares to another denominator.
  void rescale(std::uint32_t denominator);
  std::vector<Vertex> distances_below(std::uint64_t units) const;
  void push_once(std::uint64_t units, const std::vector<Vertex>& distance);

  ListedCliques list_;
  PageBuffer<std::uint32_t> shares_;
  std::uint32_t denominator_ = units_of_passes;
  std::vector<std::uint64_t> load_;
  bool backward_ = false;
};

}  // namespace lode::detail
