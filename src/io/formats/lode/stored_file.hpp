#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <lode/graph/cores.hpp>
#include <lode/io/output_file.hpp>

#include "io/formats/format.hpp"

namespace lode::detail {

// The lode format: the arrays of a Graph as they stand in memory, to be mapped. Version 2; version 3 where
// the graph is declared to be a core of a larger one. Vertices have values in version 4, and in version 5
// where it is declared so, too: readers that know no values refuse these by their versions.
//
//   header      64 bytes, LodeHeader
//   offsets     n+1 numbers of 64 bits
//   targets     one number of 32 bits per arc
//   weights     one double per arc, if `weighted`
//   names       n numbers of 64 bits (`names` = ids), or n+1 (`names` = labels): where each label begins
//   characters  `label_bytes` bytes, if `names` = labels
//   total       one double, the sum of the weights of all edges, if `weighted`
//   values      n doubles, in versions 4 and 5
//   origin      what the graph is a core of (below), in versions 3 and 5: up to the end of the file
//
// Every section begins at the next multiple of 64; the bytes between are 0. Their places follow from the
// header, and the file ends with the last one. Numbers stand in the byte order of the machine that wrote the
// file. Checksums are CRC-32 as zlib computes them: of the header without its last four bytes, and of all
// bytes behind the header.

/// As in PNG, the bytes that transfers as text damage come first.
inline constexpr char lode_magic[] = {'\x89', 'l', 'o', 'd', 'e', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t lode_byte_order = 0x01020304;
inline constexpr std::uint32_t lode_version = 2;
inline constexpr std::uint32_t lode_core_version = 3;    ///< of files that declare a core
inline constexpr std::uint32_t lode_values_version = 4;  ///< of files with values of vertices
inline constexpr std::uint32_t lode_last_version = 5;    ///< of files that have both
constexpr bool declares_core(std::uint32_t version) {
  return version == lode_core_version || version == lode_last_version;
}
constexpr bool has_values(std::uint32_t version) {
  return version == lode_values_version || version == lode_last_version;
}
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

/// How a header says what weights there are: 0 none, 1 integers, 2 other numbers, too; 3 and 4 the same with
/// negative ones among them, which readers that know no negative weights refuse.
constexpr std::uint32_t lode_weights_code(WeightKind kind, bool signed_weights) {
  return static_cast<std::uint32_t>(kind) + (signed_weights ? 2u : 0u);
}
constexpr bool has_signed_weights(const LodeHeader& header) { return header.weighted > 2; }
constexpr WeightKind weight_kind(const LodeHeader& header) {
  return static_cast<WeightKind>(header.weighted - (has_signed_weights(header) ? 2u : 0u));
}

/// Says what is wrong, at a byte of the file or section; does not return.
using LodeFailure = std::function<void(std::uint64_t byte, const std::string& problem)>;

/// Where the sections begin; those that are missing are empty. Needs counts below 2^56.
struct LodeLayout {
  std::uint64_t offsets, targets, weights, names, characters, total, values;
  std::uint64_t end;     ///< of these
  std::uint64_t origin;  ///< where it begins in versions that declare a core
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

// --- what a graph is a core of ---

// The last section of a lode file of version 3 or 5, which declares its graph to be a core of a larger one
// (by strength if it holds weights):
//
//   core        one double
//   vertices    one number of 64 bits, of the larger graph; 0: not known
//   edges       the same
//   weight      one double, the sum over its edges; 0: not known
//   bounds      one number of 64 bits
//   characters  one number of 64 bits: those of all rules
//   checksum    one number of 64 bits, the CRC-32 of the whole section with 0 in this place
//   per bound   size (64 bits; 0: any), value (double), characters of its rule (64 bits)
//   rules       the rules of all bounds, one after the other
//
// It is short, and checked in full whatever is left out elsewhere.

/// Bytes of the section before the first bound.
inline constexpr std::uint64_t least_origin_bytes = 56;

/// The section as bytes.
std::string origin_section(const CoreOrigin& origin);

/// What a section declares. The bytes must be all there are, and what they say must be of the right size;
/// whether it can be true is for check_core_origin.
CoreOrigin parsed_origin(std::string_view section, const LodeFailure& fail);

// --- writing in sections ---

/// Appends sections to a lode file and adds their checksums up.
class SectionWriter {
 public:
  SectionWriter(OutputFile& file, std::uint64_t begin) : file_(file), begin_(begin) {}

  void append(std::string_view bytes) {
    file_.write_at(begin_ + size_, bytes);
    checksum_ = extend_checksum(checksum_, bytes);
    size_ += bytes.size();
  }
  /// Joins this section to `sum`, the checksum of all bytes from the header to `end`.
  void join(std::uint32_t& sum, std::uint64_t& end) const {
    if (size_ == 0) return;
    const std::string gap(begin_ - end, '\0');
    sum = joined_checksum(extend_checksum(sum, gap), checksum_, size_);
    end = begin_ + size_;
  }

 private:
  OutputFile& file_;
  std::uint64_t begin_;
  std::uint64_t size_ = 0;
  std::uint32_t checksum_ = 0;
};

// --- reading ---

extern const Format lode_format;

/// Files up to this size are verified in full without being asked.
inline constexpr std::uint64_t lode_verified_bytes = std::uint64_t{64} << 20;

/// Reads the lode format from bytes in memory that `owner` keeps, aligned to 8 bytes; those
/// beyond `verified_bytes` are verified in full only with Verify::full.
///
/// Every file is checked for this: the header has its checksum, and the file its size. Offsets rise from 0 to
/// the number of arcs, and no row is longer than there are other vertices. Every target is a vertex. Weights
/// that are read are finite and not negative. Labels lie within their section.
/// Verify::full checks the rest, too, as it is for files of up to `verified_bytes`: the checksum of the data.
/// Rows are sorted, symmetric and without self-loops, and weights are equal in both directions.
/// Where the rest is left out, the report says so: answers on a damaged file may be wrong.
///
/// Cost:   O(n + m): one pass over the targets (4 bytes an arc), and over the weights if they are read; no
///         memory for the arrays.
/// Errors: InputError with the byte that is wrong; InvalidArgument for options without meaning, and if
///         weights or labels are wanted and missing.
LoadedGraph read_lode_bytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const std::string& name, const ReadOptions& options, const RunContext& run,
                            std::uint64_t verified_bytes = lode_verified_bytes);

}  // namespace lode::detail
