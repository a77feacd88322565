#pragma once

#include <string>
#include <string_view>

namespace lode {

/// Version of the library, "major.minor.patch".
std::string_view version();
/// Compiler lode was built with, and the -march value.
std::string_view compiler();
std::string_view architecture();
/// Model name of this machine's processor, or nothing where the system does not say.
std::string processor_name();
/// What this processor lacks to run the build, for a message, as "AVX2 (x86-64-v3)"; empty when it lacks
/// nothing. This function alone runs on any processor of the architecture.
std::string_view missing_instructions();

}  // namespace lode
