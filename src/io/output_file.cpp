#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

namespace lode {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr int new_file_mode = 0666;  // narrowed by the umask

[[noreturn]] void refuse_to_overwrite(const std::string& path) {
  throw InvalidArgument("output file", path, "exists already",
                        "choose another name, or overwrite it with --force");
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}-{}.tmp", path, ::getpid(), counter.fetch_add(1));
}

/// The file a chain of links leads to, so that a link is kept and its target replaced.
std::string behind_links(std::string path) {
  for (int depth = 0; depth < 40; ++depth) {
    char target[4096];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length <= 0 || static_cast<std::size_t>(length) == sizeof target) return path;
    const std::string next(target, static_cast<std::size_t>(length));
    path = next.front() == '/' ? next : folder_of(path) + "/" + next;
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(std::string path, Overwrite overwrite)
    : path_(behind_links(std::move(path))), overwrite_(overwrite) {
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("cannot write", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail("cannot write", errno);
    return;
  }
  if (exists && overwrite_ == Overwrite::no) refuse_to_overwrite(path_);
  if (exists && ::access(path_.c_str(), W_OK) != 0) fail("cannot overwrite", errno);
  const std::string temporary = temporary_name(path_);
  fd_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode);
  if (fd_ < 0) fail(errno == ENOENT ? "cannot write: the folder does not exist" : "cannot write", errno);
  temporary_ = temporary;
  if (exists) (void)!::fchmod(fd_, status.st_mode & 07777);
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void OutputFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t written = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", errno);
    done += static_cast<std::size_t>(written);
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  if (!temporary_.empty() && ::fsync(fd_) != 0) fail("cannot write", errno);
  if (::close(std::exchange(fd_, -1)) != 0) fail("cannot write", errno);
  if (temporary_.empty()) return;
  if (overwrite_ == Overwrite::yes) {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot write", errno);
    temporary_.clear();
  } else {
    // A link, unlike a rename, fails when the name has been taken meanwhile.
    if (::link(temporary_.c_str(), path_.c_str()) != 0) {
      if (errno == EEXIST) refuse_to_overwrite(path_);
      if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot write", errno);
      temporary_.clear();
    }
  }
  const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
}

void OutputFile::fail(const char* what, int error) const {
  throw SystemError(fmt::format("{}: {} ({})", path_, what, std::strerror(error)));
}

void check_output_path(const std::string& path, Overwrite overwrite) {
  struct stat status {};
  const bool device =
      ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  if (!device) OutputFile(path, overwrite);
}

void write_file(const std::string& path, std::string_view text, Overwrite overwrite) {
  OutputFile file(path, overwrite);
  file.write(text);
  file.commit();
}

}  // namespace lode
