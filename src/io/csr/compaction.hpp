#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/builder.hpp"
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
/// Dense ids (up to about four times the number of lines): a bitmap of the ids that occur, and ranks in it.
/// Others:  the ids are dealt out to buckets. Each bucket numbers its different ids in cache
///          (key_buckets.hpp), all different ids are sorted, and a last pass brings the ends back into the
///          order of the text.
/// Cost:    O(number of ids + n log n) for n different ids. The bitmap apart, no random access to memory
///          larger than the cache.
/// Frees the input on the way. Runs on the threads of the surrounding arena; same result for any number.
/// Errors:  InputError if there are 2^32-1 or more distinct ids.
CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name);

/// Numbers labels 0, 1, ... by increasing bytes: as sparse ids, but sorted by sort_labels.
CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name);

struct OrderedLabel {
  std::uint64_t prefix = 0;  ///< scratch of sort_labels
  LabelRecord record;
};

/// Sorts different labels by increasing bytes.
///
/// Method: by eight bytes, then every group of labels that agree so far by the next eight (labels of one text
///         share long beginnings); groups that agree in very many bytes by comparison.
/// Runs on the threads of the surrounding arena.
void sort_labels(std::span<OrderedLabel> labels);

/// Errors: InputError if `count` vertices cannot be numbered in 32 bits.
void check_vertex_count(std::uint64_t count, const std::string& display_name);

}  // namespace lode::detail
