#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "core/page_buffer.hpp"
#include "graph/csr/bucket_rows.hpp"

namespace lode::detail {

/// Checks the weight of this index of an array. Errors: InvalidArgument for a number outside the domain
/// (core/domain.hpp), and for a negative one unless all signs are wanted.
void check_weight(Weight weight, std::uint64_t index, WeightSigns signs);

/// Edges in input order; ends are u0 v0 u1 v1 ...
struct EdgeChunk {
  PageBuffer<Vertex> ends;
  PageBuffer<Weight> weights;  ///< empty, or one per edge
  std::size_t size() const { return ends.size() / 2; }
};

struct BuiltCsr {
  CsrArrays arrays;
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;            ///< the same ordered pair again
  std::uint64_t reciprocal = 0;            ///< pairs given in both directions
  std::uint64_t rounded = 0;               ///< edges with the mean of weights that differ by rounding
  Weight most_added_up = 0.0;              ///< the largest sum of magnitudes behind one weight
  std::optional<WeightConflict> conflict;  ///< the smallest (u, v) among them; the arrays are then of no use
};

/// Makes simple undirected rows out of directed edges with repetitions, and counts the merged edges.
///
/// Repeated ordered pairs sum their weights in input order; the two directions of a pair must agree up to
/// rounding or are merged by `merge`. With `ranks`, the ends are ids and vertex numbers are their ranks.
///
/// Method:  both directions of every edge go to buckets of consecutive sources that fit in cache; the arcs of
///          each bucket are counted into rows, which are sorted, deduplicated in place and copied once into
///          arrays of exact size.
/// Cost:    O(m log n) for m edges, O(m) if the rows come sorted; 8 bytes per arc (16 with weights) besides
/// the input, which is freed meanwhile. Runs on the threads of the surrounding arena; the same result for
/// any number of them.
BuiltCsr build_csr(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, bool weighted, MergeRule merge,
                   const IdRanks* ranks = nullptr);

/// Makes a directed graph out of arcs with repetitions. Ends are source, target; weights are not read.
/// With `ranks`, the ends are ids and vertex numbers are their ranks.
///
/// Method:  the rows are rows of the bipartite graph that has every vertex twice, as a source and as a
///          target, and an edge for every arc; `build_csr` makes them.
/// Needs:   1 <= num_vertices <= Arcs::most_vertices.
/// Cost:    that of `build_csr`.
/// Runs on the threads of the surrounding arena; the same result for any number of them.
Arcs build_arcs(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, VertexNames names,
                const IdRanks* ranks = nullptr);

/// The graph of rows that were built without a conflict.
Graph graph_of(BuiltCsr built, VertexNames names);

}  // namespace lode::detail
