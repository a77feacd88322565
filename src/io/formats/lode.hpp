#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/formats/format.hpp"

namespace lode::detail {

extern const Format lode_format;

/// Files up to this size are verified in full without being asked.
inline constexpr std::uint64_t lode_verified_bytes = std::uint64_t{64} << 20;

/// Reads the lode format of lode_file.hpp from bytes in memory that `owner` keeps, aligned to 8 bytes; those
/// beyond `verified_bytes` are verified in full only with Verify::full.
///
/// Always checked: the header with its checksum, the size of the file, that offsets rise from 0 to the number
/// of arcs, that no row is longer than there are other vertices, that every target is a vertex, that weights
/// are finite and not negative if they are read, and that labels lie within their section. With
/// Verify::full, and for files of up to `verified_bytes`, everything else, too: the checksum of the data, and
/// that the rows are sorted, symmetric, without self-loops, with weights that are equal in both directions.
/// Where this is left out, the report says so, and answers on a file that was damaged since it was written
/// may be wrong.
///
/// Cost:   O(n + m): one pass over the targets (4 bytes an arc), and over the weights if they are read; no
///         memory for the arrays.
/// Errors: InputError with the byte that is wrong; InvalidArgument for options without meaning, and if
///         weights or labels are wanted and missing.
LoadedGraph read_lode_bytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const std::string& name, const ReadOptions& options, const RunContext& run,
                            std::uint64_t verified_bytes = lode_verified_bytes);

}  // namespace lode::detail
