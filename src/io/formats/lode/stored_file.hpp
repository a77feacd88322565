#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <lode/graph/cores.hpp>

#include "io/formats/formats.hpp"

namespace lode::detail {

// The lode format: the arrays of a Graph as in memory, to be mapped. Version 2 is plain; version 3 declares
// the graph to be a core of a larger graph. Version 4 has vertex values, version 5 both: readers that do not
// support values refuse these versions.
//
//   header      64 bytes, LodeHeader
//   offsets     n+1 numbers of 64 bits
//   targets     one number of 32 bits per arc
//   weights     one double per arc, if `weighted`
//   names       n numbers of 64 bits (`names` = ids), or n+1 (`names` = labels): starts of labels
//   characters  `label_bytes` bytes, if `names` = labels
//   total       one double, the sum of the weights of all edges, if `weighted`
//   values      n doubles, in versions 4 and 5
//   origin      origin as a core (below), in versions 3 and 5: up to the end of the file
//
// Every section begins at the next multiple of 64; the bytes between are 0. The header determines all
// positions, and the file ends with the last section. Numbers have the byte order of the writing machine.
// Checksums are CRC-32 as in zlib: of the header without its last four bytes, and of all bytes after the
// header.

/// As in PNG, the bytes that text transfers damage come first.
inline constexpr char lode_magic[] = {'\x89', 'l', 'o', 'd', 'e', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t lode_byte_order = 0x01020304;
inline constexpr std::uint32_t lode_version = 2;
inline constexpr std::uint32_t lode_last_version = 5;
constexpr bool declares_core(std::uint32_t version) { return ((version - lode_version) & 1u) != 0; }
constexpr bool has_values(std::uint32_t version) { return ((version - lode_version) & 2u) != 0; }
constexpr std::uint32_t lode_version_of(bool with_core, bool with_values) {
  return lode_version + (with_core ? 1u : 0u) + (with_values ? 2u : 0u);
}

struct LodeHeader {
  char magic[8] = {};
  std::uint32_t byte_order = lode_byte_order;
  std::uint32_t version = lode_version;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  ///< twice the edges
  std::uint64_t label_bytes = 0;
  std::uint32_t weighted = 0;  ///< as lode_weights_code
  std::uint32_t names = 0;     ///< 0 numbers, 1 ids, 2 labels: VertexNames::Kind
  std::uint64_t file_bytes = 0;
  std::uint32_t data_checksum = 0;
  std::uint32_t header_checksum = 0;
};
static_assert(sizeof(LodeHeader) == 64 && alignof(LodeHeader) == 8);

/// The weights code of a header: 0 none, 1 integers, 2 real numbers; 3 and 4 likewise with negative weights,
/// which readers without support for them refuse.
constexpr std::uint32_t lode_weights_code(WeightKind kind, bool signed_weights) {
  return static_cast<std::uint32_t>(kind) + (signed_weights ? 2u : 0u);
}
constexpr bool has_signed_weights(const LodeHeader& header) { return header.weighted > 2; }
constexpr WeightKind weight_kind(const LodeHeader& header) {
  return static_cast<WeightKind>(header.weighted - (has_signed_weights(header) ? 2u : 0u));
}

/// Reports a problem at a byte of the file or section; does not return.
using LodeFailure = std::function<void(std::uint64_t byte, const std::string& problem)>;

/// Positions of the sections; missing sections are empty. Needs counts below 2^56.
struct LodeLayout {
  std::uint64_t offsets, targets, weights, names, characters, total, values;
  std::uint64_t end;     ///< of these
  std::uint64_t origin;  ///< start of the origin section, if any
};
LodeLayout layout_of(const LodeHeader& header);

/// An array as a section of a file.
template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// CRC-32 of `before` followed by `bytes`, given the CRC-32 of `before` (0 if `before` is empty).
/// Runs on the threads of the surrounding arena.
std::uint32_t extend_checksum(std::uint32_t before, std::string_view bytes);
std::uint32_t checksum_of_header(const LodeHeader& header);

// --- origin of a core ---

// The last section of a lode file of version 3 or 5, which declares its graph to be a core of a larger graph
// (by strength if weighted):
//
//   core        one double
//   vertices    one number of 64 bits, of the larger graph; 0: unknown
//   edges       likewise
//   weight      one double, the sum over its edges; 0: unknown
//   bounds      one number of 64 bits
//   characters  one number of 64 bits: total of all rules
//   checksum    one number of 64 bits, the CRC-32 of the whole section with 0 in this place
//   per bound   size (64 bits; 0: any), value (double), characters of its rule (64 bits)
//   rules       the rules of all bounds, one after the other
//
// The section is short, and always checked in full.

/// Bytes of the section before the first bound.
inline constexpr std::uint64_t least_origin_bytes = 56;

/// The section as bytes.
std::string origin_section(const CoreOrigin& origin);

/// Parses an origin section. The size must be exact and all values of the right kind; check_core_origin
/// checks their plausibility.
CoreOrigin parsed_origin(std::string_view section, const LodeFailure& fail);

// --- reading ---

extern const Format lode_format;

/// Files up to this size are always verified in full.
inline constexpr std::uint64_t lode_verified_bytes = std::uint64_t{64} << 20;

/// Reads the lode format from bytes in memory, aligned to 8 bytes and kept by `owner`; bytes after
/// `verified_bytes` are verified in full only with Verify::full.
///
/// Checked for every file: the header's checksum and the file size. Offsets rise from 0 to the number of
/// arcs, and no row is longer than n - 1. Every target is a vertex. Weights that are read are finite and not
/// negative. Labels are within their section.
/// Verify::full also checks, as for files of up to `verified_bytes`, the checksum of the data. Rows are
/// sorted, symmetric and without self-loops, and weights are equal in both directions.
/// The report notes an incomplete check: answers on a damaged file may be wrong.
///
/// Cost:   O(n + m): one pass over the targets (4 bytes an arc), and over the weights if they are read; no
///         memory for the arrays.
/// Errors: InputError with the wrong byte; InvalidArgument for options without meaning, and if requested
///         weights or labels are missing.
LoadedGraph read_lode_bytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const std::string& name, const ReadOptions& options, const RunContext& run,
                            std::uint64_t verified_bytes = lode_verified_bytes);

}  // namespace lode::detail
