#pragma once

#if __cplusplus < 202002L
#error \
    "lode needs C++20: compile with -std=c++20 or later (CMake: target_compile_features(app PRIVATE cxx_std_20))"
#endif

#include <string>
#include <string_view>

/// The version of these headers for the preprocessor. LODE_VERSION is one number that grows with the version:
/// version 1.2.3 is 10203.
#define LODE_VERSION_MAJOR 0
/// The second number of the version.
#define LODE_VERSION_MINOR 1
/// The third number of the version.
#define LODE_VERSION_PATCH 0
/// The version as one number.
#define LODE_VERSION (LODE_VERSION_MAJOR * 10000 + LODE_VERSION_MINOR * 100 + LODE_VERSION_PATCH)

#pragma GCC visibility push(default)
namespace lode {

/// Version of the library that is linked, "major.minor.patch".
std::string_view version();
/// The compiler that lode was built with.
std::string_view compiler();
/// The processors that lode was built for: the value of -march.
std::string_view architecture();
/// Model name of this machine's processor; empty if unknown.
std::string processor_name();
/// Instructions that the build needs and this processor lacks, as text for a message: "AVX2 (x86-64-v3)".
/// Empty if none is missing. Only this function may be called on every processor of the architecture.
std::string_view missing_instructions();

}  // namespace lode
#pragma GCC visibility pop
