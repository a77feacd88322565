#include <lode/core/version.hpp>

#include "core/build_info.hpp"

namespace lode {

std::string_view version() { return detail::version_string; }

std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

std::string_view architecture() {
  const std::string_view flag = detail::architecture_flag;
  return flag.empty() ? "default" : flag;
}

}  // namespace lode
