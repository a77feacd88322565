#pragma once

// Invariants are checked at three levels. LODE_ASSERTIONS chooses the level at build time:
//   light   costs O(1) and is always compiled in
//   normal  costs no more than the surrounding operation
//   heavy   may cost more than the operation, for example a recomputation from scratch
// A broken invariant throws InternalError with its place. Installed headers do not use these macros.

#include <string>

#include <lode/core/error.hpp>

#ifndef LODE_ASSERTION_LEVEL
#define LODE_ASSERTION_LEVEL 0
#endif

namespace lode::detail {
[[noreturn]] inline void assertion_failed(const char* condition, const char* file, int line) {
  throw InternalError(std::string("broken invariant: ") + condition + " (" + file + ":" +
                      std::to_string(line) + ")");
}
}  // namespace lode::detail

#define LODE_ASSERT_AT(level, condition)                                                  \
  do {                                                                                    \
    if constexpr (LODE_ASSERTION_LEVEL >= (level)) {                                      \
      if (!(condition)) ::lode::detail::assertion_failed(#condition, __FILE__, __LINE__); \
    }                                                                                     \
  } while (false)
#define LODE_ASSERT_LIGHT(condition) LODE_ASSERT_AT(0, condition)
#define LODE_ASSERT_NORMAL(condition) LODE_ASSERT_AT(1, condition)
#define LODE_ASSERT_HEAVY(condition) LODE_ASSERT_AT(2, condition)
