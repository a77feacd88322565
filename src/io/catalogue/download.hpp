#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// Returns what forbids a URL as the source of a download; empty if nothing does. Allowed are https://, and
/// http:// to this machine (localhost, 127.x.y.z, [::1]). User names, passwords, blanks and control bytes are
/// not.
std::string url_problem(std::string_view url);

/// Returns why lode cannot compute checksums, with the remedy: it was built without OpenSSL, or OpenSSL,
/// which is loaded by the first call, is missing. Empty if it can.
std::string sha256_problem();

}  // namespace lode::detail
