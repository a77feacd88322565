#pragma once

#include <string>

namespace lode {

/// SHA-256 of a file's bytes as 64 hexadecimal digits; empty when lode was built without OpenSSL.
/// Errors: InputError if the file cannot be read.
std::string file_sha256(const std::string& path);

}  // namespace lode
