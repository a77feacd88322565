// Ends the program with a message before code for a newer processor runs. Like missing_instructions, this
// file is compiled for the oldest processor of the architecture; it calls no other C++ code.
#include <cstring>

#include <unistd.h>

#include <lode/core/version.hpp>

namespace {

void say(const char* text, std::size_t size) {
  if (write(STDERR_FILENO, text, size) < 0) _exit(1);
}

/// Priority 101, the first for programs, precedes constructors of static objects.
__attribute__((constructor(101))) void check_processor() {
  const std::string_view missing = lode::missing_instructions();
  if (missing.empty()) return;
  constexpr char head[] = "lode: this build needs a processor with ";
  constexpr char remedy[] = "; build with -DLODE_ARCH=" LODE_OLDER_ARCH "\n";
  say(head, std::strlen(head));
  say(missing.data(), missing.size());
  say(remedy, std::strlen(remedy));
  _exit(1);
}

}  // namespace
