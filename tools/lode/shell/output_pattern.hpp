#pragma once

#include <string>
#include <string_view>

namespace lode::tool {

// Names of output files with places {graph}, {s} and {rank}, and removal of stale files.

/// True if a file name has this place, such as "{s}".
bool has_place(std::string_view path, std::string_view place);
/// True if a file name still has an unfilled place.
bool is_open_pattern(std::string_view path);
/// The name with all such places filled. Any "/" in the value becomes "-".
std::string filled(std::string path, std::string_view place, std::string value);
/// Refuses a name for several files without the place. `reason` explains why there are several. Errors:
/// InvalidArgument.
void need_place(const char* option, const std::string& path, std::string_view place,
                const std::string& reason);
/// Removes a certificate file of an earlier run, and reports why no certificate is written. Errors:
/// SystemError, always.
[[noreturn]] void without_certificate(const std::string& path, std::string_view reason);

}  // namespace lode::tool
