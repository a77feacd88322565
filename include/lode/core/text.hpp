#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lode {

// Numbers and text as files and messages hold them. Every function is pure.

/// The shortest decimal that reads back as the same double. Integers have no decimal point: 294, 0.1. An
/// infinity or a NaN becomes "n/a".
std::string format_exact(double value);
/// A count with its noun: "1 vertex", "2 vertices". The number has no thousands separators.
std::string format_plural(std::uint64_t count, std::string_view one, std::string_view many);

/// Length in bytes of the well-formed UTF-8 sequence at the front of `text`, or 0. `text` must not be empty.
std::size_t utf8_length(std::string_view text);

/// The text for HTML, SVG and XML, inside elements and inside quoted attributes. The characters & < > " ' are
/// escaped. U+FFFD replaces bytes that are not UTF-8, U+FFFE, U+FFFF, and control characters other than tab
/// and newline.
std::string escape_markup(std::string_view text);
/// The text with these replacements but without escapes, for writers that escape by themselves. Tabs and line
/// breaks are replaced, too.
std::string printable_text(std::string_view text);
/// Text for a terminal. Control characters are written as a backslash, x and two hexadecimal digits, so that
/// a label cannot move the cursor.
std::string escape_terminal(std::string_view text);
/// The text as one CSV field (RFC 4180). It is quoted when it holds a comma, a quote or a line break.
std::string escape_csv(std::string_view text);

/// The form in which names are compared: lower case, with '-' replaced by '_'.
std::string folded_name(std::string_view text);
/// Up to three of the `known` names that are close to `name`, nearest first. Cost: O(length^2) for each known
/// name.
std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known);

}  // namespace lode
#pragma GCC visibility pop
