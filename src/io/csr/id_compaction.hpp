#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/csr_builder.hpp"
#include "io/csr/key_buckets.hpp"
#include "io/edge_list/edge_lines.hpp"

namespace lode::detail {

/// Edges whose ends are vertex numbers, or ids with `ranks` that turn them into vertex numbers.
struct CompactEdges {
  std::vector<EdgeChunk> chunks;
  std::uint64_t num_vertices = 0;
  VertexNames names;
  IdRanks ranks;
  bool apply_ranks = false;
  bool renumbered = false;  ///< vertex numbers differ from the ids
};

/// Numbers the ids that occur 0, 1, ... in increasing order.
///
/// Dense ids (up to about four times the number of lines): a bitmap of those that occur and ranks in it.
/// Others:  each bucket of ids numbers its different ones in cache (key_buckets.hpp), all these are sorted,
///          and a last pass brings the ends back into the order of the text.
/// Cost:    O(number of ids + n log n) for n different ones, no random access to memory larger than the
///          cache but the bitmap.
/// Frees the input on the way. Runs on the threads of the surrounding arena; same result for any number.
/// Errors:  InputError if there are 2^32-1 or more distinct ids.
CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name);

/// Numbers labels 0, 1, ... by increasing bytes: as sparse ids, but sorted as in label_order.hpp.
CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name);

/// The dealt keys of blocks on their way to vertex numbers.
template <class Keys>
KeyNumberer<Keys> numberer_of(std::vector<RawEdges>& edges) {
  std::vector<DealtKeys> blocks;
  for (RawEdges& block : edges) blocks.push_back(std::move(block.dealt));
  return KeyNumberer<Keys>(std::move(blocks));
}

/// Chunks of the blocks, with `ends` instead of their own.
std::vector<EdgeChunk> chunks_of(std::vector<RawEdges> edges, std::vector<PageBuffer<Vertex>> ends);

/// Errors: InputError if `count` vertices cannot be numbered in 32 bits.
void check_vertex_count(std::uint64_t count, const std::string& display_name);

}  // namespace lode::detail
