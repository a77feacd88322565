#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/builder.hpp"

namespace lode::detail {

/// Edges of a piece of text, in order. The ends u0 v0 u1 v1 ... are ids in `narrow`, in `wide` if some id
/// does not fit in 32 bits, or labels.
struct RawEdges {
  PageBuffer<std::uint32_t> narrow;
  PageBuffer<std::uint64_t> wide;
  PageBuffer<char> labels;     ///< each label after its length, a number of 32 bits
  PageBuffer<Weight> weights;  ///< empty when unweighted
  std::size_t lines = 0;

  std::uint64_t id(std::size_t end) const { return wide.empty() ? narrow[end] : wide[end]; }
};

/// Labels as stored in RawEdges.
PageBuffer<char> label_records(std::span<const std::string_view> labels);
/// The label behind the length at `record`.
std::string_view label_at(const char* record);

/// Hashes a text by 128-bit products whose halves are added without carry. The factors are random per
/// process, so that nobody can choose colliding texts.
std::uint64_t text_hash(std::string_view text);

/// Edges whose ends are vertex numbers, or ids with `ranks` that turn them into vertex numbers.
struct CompactEdges {
  std::vector<EdgeChunk> chunks;
  std::uint64_t num_vertices = 0;
  VertexNames names;
  std::optional<IdRanks> ranks;
};

/// Numbers the ids that occur 0, 1, ... in increasing order.
///
/// Dense ids (up to about four times the number of lines): a bitmap of the ids that occur, with ranks.
/// Others:  a hash table gives every end the slot of its id; the distinct ids are sorted, and every slot
///          becomes the rank of its id.
/// Cost:    O(number of ids + n log n) for n distinct ids; 8 to 32 bytes per end that is not dense.
/// Frees the input early. Runs on the threads of the surrounding arena; same result for any number.
/// Errors:  InputError for 2^32-1 or more distinct ids, or more than some 1.5 * 2^30 that are not dense.
CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name);

/// Numbers labels 0, 1, ... in byte order, like ids that are not dense.
CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name);

/// Errors: InputError if `count` vertices cannot be numbered in 32 bits.
void check_vertex_count(std::uint64_t count, const std::string& display_name);

}  // namespace lode::detail
