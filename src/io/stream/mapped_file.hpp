#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lode::detail {

/// The bytes of a regular file in memory, read by the system on access.
///
/// The mapping follows the file: if a program shortens the mapped file, SIGBUS ends this program. Replacing
/// the file by renaming another, as OutputFile does, is safe.
struct MappedFile {
  std::string_view bytes;
  std::shared_ptr<const void> owner;  ///< unmaps: a FileMapping (core/sequential_pass.hpp)
};

/// Remembers the mapping for `check_mapped_files`.
///
/// Cost:   O(1).
/// Errors: InputError for other files; SystemError if the file cannot be opened or mapped.
MappedFile map_file(const std::string& path);

/// Results from a mapped file that was changed in place must not be written: behind the end of a shortened
/// file, its last page reads as zeros.
///
/// Cost:   O(1) per mapped file.
/// Errors: InputError for a mapped file whose size or time of change differs from when it was mapped.
void check_mapped_files();

}  // namespace lode::detail
