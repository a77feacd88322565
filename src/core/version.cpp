#include <lode/core/version.hpp>

namespace lode {

std::string_view version() { return LODE_VERSION; }

std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

std::string_view architecture() { return LODE_ARCH[0] == '\0' ? "default" : LODE_ARCH; }

}  // namespace lode
