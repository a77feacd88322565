#pragma once

#include <string>

#include <lode/core/run_context.hpp>
#include <lode/io/catalogue.hpp>

#include "io/stream/part_file.hpp"

namespace lode::detail {

/// Why lode cannot download, with what to do about it: it was built without libcurl, or libcurl, which is
/// loaded by the first call, is not there. Empty where it can.
std::string download_problem();

/// Downloads what `url` serves to `part`, whose bytes are taken for the beginning of it: only the rest is
/// asked for. A server that sends everything again makes it start from nothing; one that has no rest leaves
/// `part` as it is. libcurl follows redirections, never from https to http. Only https://, and http:// to
/// this machine.
///
/// Cost:   time of the transfer; constant memory. Polls `run` ten times a second for cancellation and
/// deadline. Errors: InvalidArgument for a URL that is not allowed or a stall limit <= 0; SystemError for
/// everything that
///         went wrong on the way, when the run is stopped, and without libcurl. What has arrived stays in
///         `part`. Whether the content is right is for the caller to check: the beginning may be another
///         file's.
DownloadResult download(const std::string& url, PartFile& part, const DownloadOptions& options,
                        const RunContext& run);

}  // namespace lode::detail
