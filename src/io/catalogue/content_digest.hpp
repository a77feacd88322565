#pragma once

#include <string>

#include <lode/core/run_context.hpp>

namespace lode::detail {

/// Why lode cannot compute checksums, with what to do about it: it was built without OpenSSL, or OpenSSL,
/// which is loaded by the first call, is not there. Empty where it can.
std::string sha256_problem();

/// Checksums of what a file holds once it is unpacked, whatever it was packed with.
struct ContentDigest {
  std::string sha256;     ///< of the content, 64 lower-case hexadecimal digits
  std::string sha256_lf;  ///< of the content with LF for every CR LF

  bool operator==(const ContentDigest&) const = default;
};

/// Unpacks a file (plain or compressed) and computes its checksums.
///
/// Cost:   O(bytes of content); polls `run` for cancellation and deadline every megabyte.
/// Errors: InputError for a missing, empty or damaged file; SystemError when the run is stopped, and without
///         OpenSSL.
ContentDigest content_digest(const std::string& path, const RunContext& run);

}  // namespace lode::detail
