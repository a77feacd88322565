#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/formats/format.hpp"

namespace lode::detail {

/// Every format, in the order in which content is tried. The edge list is the last resort.
std::span<const Format* const> formats();

/// The format of this name, or nullptr.
const Format* find_format(std::string_view name);

/// The format of an input: by option, else by content, else by file name, else the edge list.
/// Errors: InvalidArgument for the name of a format that is not read.
const Format& detect(const CompressedInput& input, const ReadOptions& options);

/// True for the beginning of a text that `detect` takes for another format than an edge list.
bool shows_other_format(std::string_view head);

/// True if a file of this name, read in `format`, is an edge list only because its content shows no
/// other format. Names count only where a text does not begin like an edge list.
bool lacks_mark(const Format& format, std::string_view path);

}  // namespace lode::detail
