#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "io/csr_builder.hpp"
#include "io/edge_lines.hpp"

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
/// Ids up to about four times the number of lines: a bitmap of those that occur and ranks in it.
/// Others:  ids go to buckets by hash; each bucket numbers its distinct ids in cache, these are sorted, and a
///          last pass reads the numbers in the order of the text.
/// Cost:    O(number of ids), no random access to memory larger than the cache but the bitmap.
/// Frees the input on the way. Runs on the threads of the surrounding arena; same result for any number.
/// Errors:  InputError if there are 2^32-1 or more distinct ids.
CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name);

/// Numbers labels 0, 1, ... by increasing bytes.
///
/// Labels of up to sixteen bytes are numbers, and are numbered as ids are. If a label is longer, every block
/// brings its distinct labels; they go to buckets by hash, each bucket finds equal ones in
/// cache, and only labels that differ are sorted.
/// Cost: O(D + n log n) for D distinct labels summed over the blocks.
CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name);

/// Errors: InputError if `count` vertices cannot be numbered in 32 bits.
void check_vertex_count(std::uint64_t count, const std::string& display_name);

}  // namespace lode::detail
