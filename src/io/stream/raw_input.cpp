#include "io/stream/raw_input.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr std::size_t raw_buffer_bytes = std::size_t{1} << 18;

}  // namespace

RawInput::RawInput(std::string_view bytes, std::string display_name)
    : display_name_(std::move(display_name)),
      window_(std::min(bytes.size(), raw_buffer_bytes)),
      unread_(bytes),
      repeatable_(true) {}

RawInput::RawInput(const std::string& path, std::string display_name)
    : display_name_(std::move(display_name)), window_(raw_buffer_bytes) {
  if (path == "-") {
    fd_ = STDIN_FILENO;
    return;
  }
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) fail_to_open(errno);
  owned_ = true;
  struct stat status {};
  const bool known = ::fstat(fd_, &status) == 0;
  repeatable_ = known && S_ISREG(status.st_mode);
  if (known && S_ISDIR(status.st_mode)) {
    ::close(fd_);
    throw InputError({display_name_}, "is a folder, not a file", "name a file inside it");
  }
#ifdef POSIX_FADV_SEQUENTIAL
  ::posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
}

RawInput::~RawInput() {
  if (owned_) ::close(fd_);
}

void RawInput::fill(std::size_t wanted) {
  if (used_ > 0) {
    std::memmove(window_.data(), window_.data() + used_, available());
    filled_ -= used_;
    used_ = 0;
  }
  while (filled_ < std::min(wanted, window_.size())) {
    const std::size_t got = read_some(window_.data() + filled_, window_.size() - filled_);
    if (got == 0) return;
    filled_ += got;
  }
}

std::size_t RawInput::read_some(char* out, std::size_t size) {
  if (fd_ < 0) {
    const std::size_t taken = unread_.copy(out, size);
    unread_.remove_prefix(taken);
    return taken;
  }
  while (true) {
    const ssize_t got = ::read(fd_, out, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EISDIR) throw InputError({display_name_}, "is a folder, not a file");
    if (errno != EINTR) {
      throw SystemError(fmt::format("{}: cannot read: {}", display_name_, std::strerror(errno)));
    }
  }
}

void RawInput::fail_to_open(int error) const {
  if (error == ENOENT || error == ENOTDIR) {
    throw InputError({display_name_}, "no such file", "check the path");
  }
  if (error == EACCES || error == EPERM) {
    throw InputError({display_name_}, "no permission to read the file", "check its mode and owner");
  }
  if (error == ENOMEM) throw std::bad_alloc();
  const std::string problem = fmt::format("cannot open: {}", std::strerror(error));
  // Of these, the file knows nothing.
  if (error == EMFILE || error == ENFILE || error == EIO) throw SystemError(display_name_ + ": " + problem);
  throw InputError({display_name_}, problem);
}

}  // namespace lode::detail
