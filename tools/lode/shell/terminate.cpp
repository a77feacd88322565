#include "shell/terminate.hpp"

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include <unistd.h>

#include "shell/session.hpp"

namespace lode::tool {
namespace {

/// This function must not allocate.
[[noreturn]] void end() {
  const std::exception_ptr thrown = std::current_exception();
  if (!thrown) std::abort();
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    write_error("lode: out of memory\n");
  } catch (const std::exception& error) {
    write_error("lode: ");
    write_error(error.what());
    write_error("\n");
  } catch (...) {
    std::abort();
  }
  ::_exit(failure);
}

}  // namespace

void write_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void install_terminate_handler() { std::set_terminate(end); }

}  // namespace lode::tool
