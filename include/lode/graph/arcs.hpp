#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// An arc of a directed graph by its ends. Source and target may be the same vertex: the arc is then a loop.
struct ArcEnds {
  Vertex source = 0;
  Vertex target = 0;
  friend bool operator==(const ArcEnds&, const ArcEnds&) = default;
};

/// The rows of a directed graph of n vertices and m arcs, in both directions. Row v of the first n rows holds
/// the targets of the arcs that leave v, row n + v the sources of the arcs that enter v, both increasing.
struct ArcRows {
  std::span<const ArcIndex> offsets;  ///< 2n+1 values: row i is ends[offsets[i]] ... ends[offsets[i+1]-1]
  std::span<const Vertex> ends;       ///< 2m vertices: m targets, then m sources
  std::shared_ptr<const void> owner;  ///< keeps the arrays alive
};

/// A directed graph with loops: immutable, unweighted, at most one arc from u to v, at most 2^31-1 vertices.
///
/// Arcs are a handle: copying costs O(1) and shares the rows.
///
/// Memory:  8(2n+1) + 8m bytes.
/// Thread-safety: every member is const and may be called from any thread.
class Arcs {
 public:
  static constexpr Vertex most_vertices = (Vertex{1} << 31) - 1;
  static constexpr Vertex automatic = no_vertex;

  /// The graph without vertices.
  Arcs();
  /// Arcs in any order. An arc that is given again is one arc, and is counted (`duplicates`).
  /// `num_vertices`: automatic = largest number + 1, up to a million or a thousand for every arc.
  /// Cost:   O(n + m), on the threads of the run. The same graph for any number of threads.
  /// Errors: InvalidArgument for an end >= num_vertices, one far above the arcs where that is automatic, and
  ///         for more vertices than `most_vertices`; SystemError if the run should stop before it begins.
  static Arcs from_arcs(std::span<const ArcEnds> arcs, Vertex num_vertices = automatic,
                        const RunContext& run = RunContext());
  static Arcs from_arcs(std::initializer_list<ArcEnds> arcs, Vertex num_vertices = automatic) {
    return from_arcs(std::span<const ArcEnds>(arcs.begin(), arcs.size()), num_vertices);
  }
  /// The graph of rows that hold what ArcRows says. `duplicates`: arcs that their producer merged.
  /// Cost:   O(n + m).
  /// Errors: InvalidArgument for arrays of other sizes, and for names of another number of vertices.
  static Arcs from_rows(ArcRows rows, VertexNames names = {}, EdgeCount duplicates = 0);

  Vertex num_vertices() const { return static_cast<Vertex>((rows_.offsets.size() - 1) / 2); }
  /// Loops are counted.
  EdgeCount num_arcs() const { return rows_.ends.size() / 2; }
  EdgeCount num_loops() const { return loops_; }
  /// Arcs that were given more than once, without the first time.
  EdgeCount duplicates() const { return duplicates_; }

  /// The targets of the arcs that leave v, increasing.
  std::span<const Vertex> successors(Vertex v) const { return row(v); }
  /// The sources of the arcs that enter v, increasing.
  std::span<const Vertex> predecessors(Vertex v) const { return row(std::size_t{num_vertices()} + v); }
  Vertex out_degree(Vertex v) const { return static_cast<Vertex>(successors(v).size()); }
  Vertex in_degree(Vertex v) const { return static_cast<Vertex>(predecessors(v).size()); }
  /// Number of the first arc that leaves v; arcs are numbered by source, then by target.
  ArcIndex first_arc(Vertex v) const { return rows_.offsets[v]; }
  /// True if there is an arc from u to v, O(log of the out-degree of u).
  bool has_arc(Vertex u, Vertex v) const;

  const ArcRows& rows() const { return rows_; }
  const VertexNames& names() const { return names_; }
  std::string name(Vertex v) const { return names_.name(v); }
  /// The same graph under other names. Errors: as from_rows.
  Arcs with_names(VertexNames names) const;
  /// The graph without its loops, over the same vertices. Cost: O(n + m).
  Arcs without_loops() const;

 private:
  std::span<const Vertex> row(std::size_t i) const {
    return rows_.ends.subspan(rows_.offsets[i], rows_.offsets[i + 1] - rows_.offsets[i]);
  }

  ArcRows rows_;
  VertexNames names_;
  EdgeCount loops_ = 0;
  EdgeCount duplicates_ = 0;
};

}  // namespace lode
#pragma GCC visibility pop
