#include "io/stream/part_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

namespace lode::detail {

PartFile::PartFile(std::string path) : path_(std::move(path)) {
  try {
    open_locked();
  } catch (...) {
    if (fd_ >= 0) ::close(fd_);
    throw;
  }
}

/// The process that held the lock before may have renamed or removed the file meanwhile, so the one that is
/// locked must still be the one of this name.
void PartFile::open_locked() {
  while (true) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd_ < 0) fail("cannot write", errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK)
        throw SystemError(path_ + ": another process is downloading to this file; wait for it to end");
      fail("cannot lock", errno);
    }
    struct stat mine {};
    struct stat named {};
    if (::fstat(fd_, &mine) != 0) fail("cannot read", errno);
    if (!S_ISREG(mine.st_mode)) throw SystemError(path_ + ": is not a regular file; remove it");
    if (::stat(path_.c_str(), &named) == 0 && mine.st_dev == named.st_dev && mine.st_ino == named.st_ino) {
      size_ = static_cast<std::uint64_t>(mine.st_size);
      return;
    }
    ::close(std::exchange(fd_, -1));
  }
}

PartFile::~PartFile() {
  if (!gone_ && size_ == 0) ::unlink(path_.c_str());
  ::close(fd_);
}

void PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

void PartFile::restart() {
  if (::ftruncate(fd_, 0) != 0) fail("cannot write", errno);
  size_ = 0;
}

void PartFile::commit(const std::string& final_path) {
  if (::fsync(fd_) != 0) fail("cannot write", errno);
  if (::rename(path_.c_str(), final_path.c_str()) != 0) fail("cannot rename", errno);
  gone_ = true;
}

void PartFile::discard() {
  if (::unlink(path_.c_str()) != 0) fail("cannot remove", errno);
  gone_ = true;
}

void PartFile::fail(const char* what, int error) const {
  throw SystemError(fmt::format("{}: {} ({})", path_, what, std::strerror(error)));
}

}  // namespace lode::detail
