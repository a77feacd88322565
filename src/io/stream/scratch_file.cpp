#include "io/stream/scratch_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>

namespace lode::detail {

ScratchFile::ScratchFile(std::string folder) : folder_(std::move(folder)) {
  // Without a name from the beginning, where the file system can: a killed process leaves nothing.
  constexpr int own_mode = 0600;
  fd_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, own_mode);
  if (fd_ >= 0) return;
  std::string name = folder_ + "/.lode-XXXXXX";
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) fail("cannot write a temporary file", errno);
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() { ::close(fd_); }

void ScratchFile::write_at(std::uint64_t place, const void* data, std::size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::pwrite(fd_, from, size, static_cast<off_t>(place));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write a temporary file", errno);
    from += written;
    place += static_cast<std::uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
}

void ScratchFile::read_at(std::uint64_t place, void* data, std::size_t size) const {
  char* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::pread(fd_, to, size, static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("cannot read a temporary file", got < 0 ? errno : EIO);
    to += got;
    place += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

void ScratchFile::release(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  (void)!::fallocate(fd_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                     static_cast<off_t>(end - begin));
}

void ScratchFile::fail(const char* what, int error) const {
  throw SystemError(fmt::format("{}: {} ({})", folder_, what, std::strerror(error)));
}

}  // namespace lode::detail
