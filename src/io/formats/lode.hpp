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
/// of arcs, and that labels lie within their section. What is read then never leaves the file. With
/// Verify::full, and for files of up to `verified_bytes`, everything else, too: the checksum of the data, and
/// that the rows are sorted, symmetric, without self-loops and targets that are no vertices, with weights
/// that are finite, not negative and equal in both directions. Where this is left out, the report says so,
/// and a file that was damaged since it was written can hold targets that are no vertices and weights that
/// are not what they seem: using such a graph is not defined.
///
/// Cost:   O(n), O(m) when verified; no memory for the arrays.
/// Errors: InputError with the byte that is wrong; InvalidArgument for options without meaning, and if
///         weights or labels are wanted and missing.
LoadedGraph read_lode_bytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const std::string& name, const ReadOptions& options, const RunContext& run,
                            std::uint64_t verified_bytes = lode_verified_bytes);

}  // namespace lode::detail
