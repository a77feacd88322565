#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/formats/format.hpp"

namespace lode::detail {

/// Every format, in the order in which content is tried. The last one, the edge list, is what remains.
std::span<const Format* const> formats();

/// The format of this name; nullptr if there is none.
const Format* find_format(std::string_view name);

/// The format of an input: the one asked for, else the one its content shows, else the one its name says,
/// else the edge list.
/// Errors: InvalidArgument for the name of a format that is not read.
const Format& detect(const CompressedInput& input, const ReadOptions& options);

/// True for the beginning of a text that `detect` would not take for an edge list, whatever its name.
bool shows_other_format(std::string_view head);

/// True if a file of this name, read in `format`, is an edge list for want of what marks another format.
/// Names count only where a text does not begin like an edge list.
bool lacks_mark(const Format& format, std::string_view path);

}  // namespace lode::detail
