#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lode::detail {

// The lode format: the arrays of a Graph as they stand in memory, to be mapped. Version 2; version 3 where
// the graph is declared to be a core of a larger one.
//
//   header      64 bytes, LodeHeader
//   offsets     n+1 numbers of 64 bits
//   targets     one number of 32 bits per arc
//   weights     one double per arc, if `weighted`
//   names       n numbers of 64 bits (`names` = ids), or n+1 (`names` = labels): where each label begins
//   characters  `label_bytes` bytes, if `names` = labels
//   total       one double, the sum of the weights of all edges, if `weighted`
//   origin      what the graph is a core of (lode_origin.hpp), in version 3: up to the end of the file
//
// Every section begins at the next multiple of 64; the bytes between are 0. Their places follow from the
// header, and the file ends with the last one. Numbers stand in the byte order of the machine that wrote the
// file. Checksums are CRC-32 as zlib computes them: of the header without its last four bytes, and of all
// bytes behind the header.

/// As in PNG, the bytes that transfers as text damage come first.
inline constexpr char lode_magic[] = {'\x89', 'l', 'o', 'd', 'e', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t lode_byte_order = 0x01020304;
inline constexpr std::uint32_t lode_version = 2;
inline constexpr std::uint32_t lode_core_version = 3;  ///< of files that declare a core

struct LodeHeader {
  char magic[8] = {};
  std::uint32_t byte_order = lode_byte_order;
  std::uint32_t version = lode_version;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  ///< twice the edges
  std::uint64_t label_bytes = 0;
  std::uint32_t weighted = 0;  ///< 0 no, 1 by integers, 2 by other numbers, too: WeightKind
  std::uint32_t names = 0;     ///< 0 numbers, 1 ids, 2 labels: VertexNames::Kind
  std::uint64_t file_bytes = 0;
  std::uint32_t data_checksum = 0;
  std::uint32_t header_checksum = 0;
};
static_assert(sizeof(LodeHeader) == 64 && alignof(LodeHeader) == 8);

/// Where the sections begin; those that are missing are empty. Needs counts below 2^56.
struct LodeLayout {
  std::uint64_t offsets, targets, weights, names, characters, total;
  std::uint64_t end;     ///< of these
  std::uint64_t origin;  ///< where it begins in version 3
};
LodeLayout layout_of(const LodeHeader& header);

/// An array as a section of a file.
template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// CRC-32 of `before` followed by `bytes`, given the CRC-32 of `before` (0 if there is nothing before).
/// Runs on the threads of the surrounding arena.
std::uint32_t extend_checksum(std::uint32_t before, std::string_view bytes);
/// CRC-32 of a text given those of its two parts and the length of the second.
std::uint32_t joined_checksum(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes);
std::uint32_t checksum_of_header(const LodeHeader& header);

}  // namespace lode::detail
