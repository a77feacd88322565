#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// What forbids a URL as the source of a download; empty: nothing. Allowed are https://, and http:// to this
/// machine (localhost, 127.x.y.z, [::1]); user names, passwords, blanks and control bytes are not.
std::string url_problem(std::string_view url);

/// True for an allowed http:// URL: it leads to this machine.
bool is_loopback_url(std::string_view url);

}  // namespace lode::detail
