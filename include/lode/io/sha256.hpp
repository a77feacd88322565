#pragma once

#include <string>

#include <lode/core/run_context.hpp>

namespace lode {

/// SHA-256 of a file's bytes as 64 hexadecimal digits. Empty when lode was built without OpenSSL, and for
/// what can be read only once: "-", pipes, devices.
///
/// Cost:   O(bytes); polls `run` for cancellation and deadline.
/// Errors: InputError if the file cannot be read; SystemError when the run is stopped.
std::string file_sha256(const std::string& path, const RunContext& run = RunContext());

}  // namespace lode
