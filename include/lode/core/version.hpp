#pragma once

#if __cplusplus < 202002L
#error \
    "lode needs C++20: compile with -std=c++20 or later (CMake: target_compile_features(app PRIVATE cxx_std_20))"
#endif

#include <string>
#include <string_view>

/// The version of these headers, for the preprocessor: LODE_VERSION grows with it, and 1.2.3 is 10203.
#define LODE_VERSION_MAJOR 0
#define LODE_VERSION_MINOR 1
#define LODE_VERSION_PATCH 0
#define LODE_VERSION (LODE_VERSION_MAJOR * 10000 + LODE_VERSION_MINOR * 100 + LODE_VERSION_PATCH)

#pragma GCC visibility push(default)
namespace lode {

/// Version of the library that is linked, "major.minor.patch".
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
#pragma GCC visibility pop
