#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// Of compressed files: gzip, zstd, bzip2, xz.
inline constexpr std::array<std::string_view, 4> packed_extensions = {".gz", ".zst", ".bz2", ".xz"};

/// `path` without folder and without the extension of a compression.
std::string_view plain_file_name(std::string_view path);
/// ".txt" of a plain file name, in its own case; empty if there is none.
std::string_view extension(std::string_view plain_name);
bool equal_ignoring_case(std::string_view a, std::string_view b);
/// True if `text` begins with `prefix`, in either case.
bool starts_ignoring_case(std::string_view text, std::string_view prefix);

/// A remedy with the path for every word FILE; where no shell or Python would take the path as it is, FILE
/// stays.
std::string naming_file(std::string_view remedy, std::string_view path);

/// Names of what is in a folder, in any order. A folder that is missing or may not be read has none.
///
/// A std::filesystem::directory_iterator ends the program when memory runs out; this throws std::bad_alloc.
/// Errors: SystemError naming the folder for what else the system says.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace lode::detail
