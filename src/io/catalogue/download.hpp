#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// Returns what forbids a URL as the source of a download; empty if nothing does. Allowed are https://, and
/// http:// to this machine (localhost, 127.x.y.z, [::1]). User names, passwords, blanks and control bytes are
/// not.
std::string url_problem(std::string_view url);

}  // namespace lode::detail
