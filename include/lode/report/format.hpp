#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/text.hpp>
#include <lode/core/types.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Numbers for people; see core/text.hpp for files and messages. Every function is pure. An infinity or a NaN
// becomes "n/a".

/// A number rounded to `significant` digits. It has no exponent between 1e-6 and 1e15, and no trailing zeros.
std::string format_rounded(double value, int significant = 4);
/// An upper bound, rounded up to ten digits, or to more for long integer parts.
std::string format_upper_bound(double bound);
/// A weight in a text. An integer is written as by format_exact. Other numbers are rounded to six digits.
std::string format_weight(double value);
/// A density with four digits, 0.24. It has more digits if four would make it look like 1: 0.99995.
std::string format_density(double value);
/// A fraction in percent with two decimals: "31.79 %". It is "< 0.01 %" if it would be rounded to zero.
std::string format_percent(double fraction);
/// The text that follows "proven optimal" if a better answer is possible within a part of the weight. It is "
/// within 1e-09 of the weight", and "" for 0.
std::string format_tolerance(double tolerance);
/// The text that follows "proven" if a better answer is possible within a distance, rounded up: "within
/// ±0.0034".
std::string format_distance(double distance);
/// A duration with its unit: "12 us", "3.4 ms", "1.25 s", "3 min 20 s".
std::string format_seconds(double seconds);
/// Puts commas between the thousands of a decimal number: "12345.5" becomes "12,345.5".
std::string group_thousands(std::string_view number);
/// A count with commas between its thousands.
std::string grouped(std::uint64_t count);

/// Text for a cell of a Markdown table, or for a paragraph. Characters with a meaning in Markdown are
/// escaped. Line breaks become spaces.
std::string escape_markdown(std::string_view text);

/// The text cut to at most `characters` Unicode characters. If something was cut, the last one is an
/// ellipsis.
std::string shorten(std::string_view text, std::size_t characters);
/// Words in lines of at most about 100 characters. Each line is indented, and ends with a line break.
std::string wrapped_words(const std::vector<std::string>& words, std::string_view indent);
/// A paragraph in lines of at most about 100 characters.
std::string wrap_paragraph(std::string_view paragraph);
/// Number of Unicode characters, not of bytes.
std::size_t character_count(std::string_view text);

}  // namespace lode
#pragma GCC visibility pop
