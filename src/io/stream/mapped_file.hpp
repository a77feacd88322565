#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lode::detail {

/// The bytes of a regular file in memory, read by the system when they are touched.
///
/// The mapping follows the file: a program that shortens the file while it is mapped ends this one with
/// SIGBUS. Replacing the file by renaming another, as OutputFile does, is safe.
struct MappedFile {
  std::string_view bytes;
  std::shared_ptr<const void> owner;  ///< unmaps: a FileMapping (core/sequential_pass.hpp)
};

/// Remembers the mapping for `check_mapped_files`.
///
/// Cost:   O(1).
/// Errors: InputError for what is not a regular file; SystemError if it cannot be opened or mapped.
MappedFile map_file(const std::string& path);

/// What was calculated from a file that was changed in its place must not be written: where the file is
/// shorter, the rest of its last page reads as zeros.
///
/// Cost:   O(1) for each file that is mapped now.
/// Errors: InputError for a mapped file that has another size or time of change than when it was mapped.
void check_mapped_files();

}  // namespace lode::detail
