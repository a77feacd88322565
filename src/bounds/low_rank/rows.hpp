#pragma once

// Rows of a tall matrix of single precision, `rank` numbers each. Loops over a row are written for vectors
// of eight, which compilers split where registers are shorter: no product is fused and every sum has its
// order, so the bits are those of every processor.

#include <cstddef>

namespace lode::subgraph::detail {

inline constexpr std::size_t rank_lanes = 8;
inline constexpr std::size_t rank_packets = 4;
/// Columns of V: 16 are enough only where X is nearly of rank one.
inline constexpr std::size_t low_rank = rank_lanes * rank_packets;

/// In registers, and as found in memory. Clang leaves out the alignment of a type behind an equals sign, and
/// of what a function returns by reference.
using RowPacket = float __attribute__((vector_size(sizeof(float) * rank_lanes)));
using StoredRowPacket __attribute__((vector_size(sizeof(float) * rank_lanes), aligned(4), may_alias)) = float;
static_assert(alignof(StoredRowPacket) == alignof(float));

inline StoredRowPacket* row_packets(float* row) { return reinterpret_cast<StoredRowPacket*>(row); }
inline const StoredRowPacket* row_packets(const float* row) {
  return reinterpret_cast<const StoredRowPacket*>(row);
}

inline float row_dot(const float* x, const float* y) {
  RowPacket sum = row_packets(x)[0] * row_packets(y)[0];
#pragma GCC unroll 4
  for (std::size_t p = 1; p < rank_packets; ++p) sum += row_packets(x)[p] * row_packets(y)[p];
  return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/// y += t x.
inline void row_add(float t, const float* x, float* y) {
#pragma GCC unroll 4
  for (std::size_t p = 0; p < rank_packets; ++p) row_packets(y)[p] += t * row_packets(x)[p];
}

}  // namespace lode::subgraph::detail
