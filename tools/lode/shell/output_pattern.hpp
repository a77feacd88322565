#pragma once

#include <string>
#include <string_view>

namespace lode::tool {

// Names of output files with places to fill, {graph}, {s} and {rank}, and files that are not written.

/// Whether the name of a file has this place, "{s}".
bool has_place(std::string_view path, std::string_view place);
/// Whether a place is still to be filled in: the file is not known yet.
bool is_open_pattern(std::string_view path);
/// The name with every such place filled. A "/" of the value becomes "-".
std::string filled(std::string path, std::string_view place, std::string value);
/// Refuses a name that is to hold several files and lacks the place. `reason` says why there are several.
/// Errors: InvalidArgument.
void need_place(const char* option, const std::string& path, std::string_view place,
                const std::string& reason);
/// Removes the file that an earlier run may have left, and says why there is no certificate.
/// Errors: SystemError, always.
[[noreturn]] void without_certificate(const std::string& path, std::string_view reason);

}  // namespace lode::tool
