#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/text.hpp>
#include <lode/core/types.hpp>

#pragma GCC visibility push(default)
namespace lode {

// How numbers are written for people; core/text.hpp has what files need besides. Every function is pure, and
// none ever writes an infinity or a NaN: such a value becomes "n/a".

/// Rounded to `significant` digits, without an exponent between 1e-6 and 1e15, without trailing zeros.
std::string format_rounded(double value, int significant = 4);
/// As format_exact for integers, else rounded to six digits: weights beside counts.
std::string format_weight(double value);
/// A density: four digits, and more where fewer would make it look like 1: 0.24, 0.99995.
std::string format_density(double value);
/// A fraction in percent, two decimals: "31.79 %"; "< 0.01 %" for what would round to zero.
std::string format_percent(double fraction);
/// What follows "proven optimal" where better answers are excluded but for a part of their weight: "" for 0,
/// " within 1e-09 of the weight".
std::string format_tolerance(double tolerance);
/// A duration with its unit: "12 us", "3.4 ms", "1.25 s", "3 min 20 s".
std::string format_seconds(double seconds);
/// "1 vertex", "2 vertices"; the number ungrouped.
std::string format_plural(std::uint64_t count, std::string_view one, std::string_view many);
/// Puts commas between the thousands of a decimal number: "12345.5" becomes "12,345.5".
std::string group_thousands(std::string_view number);
/// A count, and a weight as `format_weight` writes it, with their thousands grouped.
std::string grouped(std::uint64_t count);
std::string grouped_weight(double weight);

/// Text for one Markdown table cell or paragraph: characters with a meaning there are escaped, line breaks
/// become spaces.
std::string escape_markdown(std::string_view text);
/// Text for a terminal: control characters are written as \xNN, so a label cannot move the cursor.
std::string escape_terminal(std::string_view text);

/// Shortens to at most `characters` Unicode characters, the last an ellipsis if something was cut.
std::string shorten(std::string_view text, std::size_t characters);
/// Words in lines of at most about 100 characters, each indented and ended by a line break.
std::string wrapped_words(const std::vector<std::string>& words, std::string_view indent);
/// Breaks a paragraph into such lines.
std::string wrap_paragraph(std::string_view paragraph);
/// Number of Unicode characters (not bytes).
std::size_t character_count(std::string_view text);

}  // namespace lode
#pragma GCC visibility pop
