#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// Extensions of gzip, zstd, bzip2, xz.
inline constexpr std::array<std::string_view, 4> packed_extensions = {".gz", ".zst", ".bz2", ".xz"};

/// `path` without folder and compression extension.
std::string_view plain_file_name(std::string_view path);
/// ".txt" of a plain file name, with its case; or empty.
std::string_view extension(std::string_view plain_name);
bool equal_ignoring_case(std::string_view a, std::string_view b);
/// True if `text` begins with `prefix`, ignoring case.
bool starts_ignoring_case(std::string_view text, std::string_view prefix);

/// A remedy with the path for every word FILE; FILE stays if a shell or Python would misread the path.
std::string naming_file(std::string_view remedy, std::string_view path);

/// Names in a folder, in increasing order; empty for a missing or unreadable folder.
///
/// A std::filesystem::directory_iterator ends the program when memory runs out; this throws std::bad_alloc.
/// Errors: SystemError naming the folder for other system errors.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace lode::detail
