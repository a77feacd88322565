#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <lode/core/run_context.hpp>

#include <lode/io/part_file.hpp>

namespace lode {

struct DownloadProgress {
  std::uint64_t received = 0;  ///< bytes, those of earlier runs included
  std::uint64_t total = 0;     ///< bytes; 0: the server does not say
  double seconds = 0.0;        ///< since the start of the run
};

struct DownloadOptions {
  double stall_limit = 60.0;                                   ///< seconds without a byte, > 0
  std::function<void(const DownloadProgress&)> progress = {};  ///< may be empty
};

struct DownloadResult {
  std::uint64_t received = 0;      ///< bytes of this run
  std::uint64_t resumed_from = 0;  ///< bytes of earlier runs that were kept
};

/// True if lode was built with libcurl.
bool can_download();

/// Downloads what `url` serves to `part`, whose bytes are taken for the beginning of it: only the rest is
/// asked for. A server that sends everything again, or that has less than what is here, makes it start from
/// nothing. Redirections are followed, never from https to http. Only https://, and http:// to this machine.
///
/// Cost:   time of the transfer; constant memory. Polls `run` ten times a second for cancellation and
/// deadline. Errors: InvalidArgument for a URL that is not allowed or a stall limit <= 0; SystemError for
///         everything that went wrong on the way, when the run is stopped, and without libcurl. What has
///         arrived stays in `part`. Whether the content is right is for the caller to check.
DownloadResult download(const std::string& url, PartFile& part, const DownloadOptions& options,
                        const RunContext& run);

}  // namespace lode
