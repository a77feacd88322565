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

/// Cost:   O(1).
/// Errors: InputError for what is not a regular file; SystemError if it cannot be opened or mapped.
MappedFile map_file(const std::string& path);

}  // namespace lode::detail
