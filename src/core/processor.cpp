// This file is compiled for the oldest processor of the architecture. The macros LODE_NEEDS_... name the
// instructions that the rest of lode is compiled for.
#include <lode/core/version.hpp>

namespace lode {

std::string_view missing_instructions() {
#if defined(__x86_64__)
  __builtin_cpu_init();
#if defined(LODE_NEEDS_SSE4_2)
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return "SSE4.2 (x86-64-v2)";
#endif
#if defined(LODE_NEEDS_AVX2)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2")) {
    return "AVX2 (x86-64-v3)";
  }
#endif
#if defined(LODE_NEEDS_AVX512F)
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl")) return "AVX-512 (x86-64-v4)";
#endif
#endif
  return {};
}

}  // namespace lode
