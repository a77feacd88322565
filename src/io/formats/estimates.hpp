#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/estimate_input.hpp>

#include "io/stream/compressed_input.hpp"

// What the estimates of formats have in common.

namespace lode::detail {

/// What the builder of rows holds at its peak (csr_builder.hpp): the ends of every line, and an arc in both
/// directions; each with its weight if there are weights.
std::uint64_t peak_bytes_of_lines(std::uint64_t lines, const ReadOptions& options);

/// Bytes of the text of a file; nothing if the compressed file does not tell.
std::optional<std::uint64_t> text_bytes(const CompressedInput& input);

/// Up to `size` bytes of a file, as they are packed.
std::string bytes_at(const std::string& path, std::uint64_t place, std::size_t size);

/// The numbers of the first line of `head` that is neither blank nor begins with `comment`; with `word`, of
/// the first that begins so.
std::vector<std::uint64_t> header_numbers(std::string_view head, char comment, std::string_view word = {});

/// For formats whose header states both numbers: `numbers` begins with those of vertices and of lines.
/// Errors: InputError if they are missing.
void estimate_declared(const CompressedInput& input, const ReadOptions& options,
                       std::span<const std::uint64_t> numbers, InputEstimate& estimate);

}  // namespace lode::detail
