#pragma once

#include <string_view>

namespace lode::detail {

/// `path` without folder and without .gz or .zst.
std::string_view plain_file_name(std::string_view path);
/// ".txt" of a plain file name, in its own case; empty if there is none.
std::string_view extension(std::string_view plain_name);
bool equal_ignoring_case(std::string_view a, std::string_view b);
/// True if `text` begins with `prefix`, in either case.
bool starts_ignoring_case(std::string_view text, std::string_view prefix);

}  // namespace lode::detail
