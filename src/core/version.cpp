#include <fstream>

#include <lode/core/version.hpp>

#include "core/build_info.hpp"

namespace lode {

std::string_view version() { return detail::version_string; }

std::string_view compiler() {
#if defined(__clang__)
#define LODE_TEXT_OF(number) #number
#define LODE_VERSION_OF(major, minor, patch) \
  LODE_TEXT_OF(major) "." LODE_TEXT_OF(minor) "." LODE_TEXT_OF(patch)
  return "clang " LODE_VERSION_OF(__clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return "gcc " __VERSION__;
#endif
}

std::string_view architecture() {
  const std::string_view flag = detail::architecture_flag;
  return flag.empty() ? "default" : flag;
}

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace lode
