#pragma once

#include <cstdint>
#include <vector>

#include "io/csr_builder.hpp"
#include "io/edge_lines.hpp"

namespace lode::detail {

template <class Key>
struct SparseNumbering {
  std::vector<EdgeChunk> chunks;  ///< ends are positions in `ids`
  std::vector<Key> ids;           ///< those that occur, increasing
};

/// Numbers arbitrary 64-bit ids without sorting or hashing all lines at once; see compact_ids.
/// Positions are meaningful only while there are fewer than 2^32 ids.
SparseNumbering<std::uint64_t> number_sparse_ids(std::vector<RawEdges> edges);
/// The same for labels that stand in `packed`, or in `wide`.
SparseNumbering<PackedLabel> number_packed_labels(std::vector<RawEdges> edges);

}  // namespace lode::detail
