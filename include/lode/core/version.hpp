#pragma once

#include <string_view>

namespace lode {

/// Version of the library, "major.minor.patch".
std::string_view version();
/// Compiler lode was built with, and the -march value.
std::string_view compiler();
std::string_view architecture();

}  // namespace lode
