#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

#include "io/stream/file_names.hpp"
#include "io/stream/mapped_file.hpp"

namespace lode {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr int new_file_mode = 0666;  // narrowed by the umask

[[noreturn]] void refuse_to_overwrite(const std::string& path) {
  throw InvalidArgument("output file", path, "exists already",
                        "choose another name, or overwrite it with option 'force'");
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Removes leftovers of killed processes for `path`, named by create_temporary. A file being written is
/// locked.
void remove_leftovers(const std::string& path) {
  const std::string folder = folder_of(path);
  const std::string base = path.substr(path.rfind('/') + 1);
  for (const std::string& name : detail::names_in(folder)) {
    int end = -1;
    if (!name.starts_with(base)) continue;
    (void)std::sscanf(name.c_str() + base.size(), ".%*[0-9]-%*[0-9].tmp%n", &end);
    if (end < 0 || base.size() + static_cast<std::size_t>(end) != name.size()) continue;
    const std::string leftover = folder + "/" + name;
    const int fd = ::open(leftover.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(leftover.c_str());
    ::close(fd);
  }
}

/// Creates and locks a file next to `path`; returns a descriptor, or -1 with errno.
int create_temporary(const std::string& path, std::string& name) {
  static std::atomic<unsigned> counter{0};
  while (true) {
    name = fmt::format("{}.{}-{}.tmp", path, ::getpid(), counter.fetch_add(1));
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode);
    if (fd < 0 && errno == EEXIST) continue;  // left by another process with this number
    if (fd < 0) return -1;
    // Another process may have removed the file before it was locked.
    struct stat status {};
    (void)::flock(fd, LOCK_EX);
    if (::fstat(fd, &status) == 0 && status.st_nlink > 0) return fd;
    ::close(fd);
  }
}

/// A path, and each target of its chain of links.
std::vector<std::string> link_chain(std::string path) {
  std::vector<std::string> chain{std::move(path)};
  while (chain.size() < 40) {
    char target[4096];
    const ssize_t length = ::readlink(chain.back().c_str(), target, sizeof target);
    if (length <= 0 || static_cast<std::size_t>(length) == sizeof target) break;
    const std::string next(target, static_cast<std::size_t>(length));
    chain.push_back(next.front() == '/' ? next : folder_of(chain.back()) + "/" + next);
  }
  return chain;
}

/// The open descriptor that a path means: 1 for "-" and /dev/stdout, 63 for /dev/fd/63.
std::optional<int> descriptor_of(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  for (const std::string& name : link_chain(path)) {
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
      if (!name.starts_with(folder)) continue;
      const char* const end = name.data() + name.size();
      int number = 0;
      const auto [stop, error] = std::from_chars(name.data() + folder.size(), end, number);
      if (error == std::errc{} && stop == end) return number;
    }
  }
  return std::nullopt;
}

/// True for files that take a stream: devices, pipes, sockets.
bool is_device(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/// A file's destination, equal for every spelling of its path.
std::filesystem::path destination(const std::string& path) {
  std::error_code error;
  // weakly_canonical leaves a missing file relative.
  const auto absolute = std::filesystem::absolute(link_chain(path).back(), error);
  const auto whole = std::filesystem::weakly_canonical(absolute, error);
  return error ? std::filesystem::path(path) : whole;
}

}  // namespace

OutputFile::OutputFile(std::string path, Overwrite overwrite)
    : path_(std::move(path)), overwrite_(overwrite) {
  const std::optional<int> descriptor = descriptor_of(path_);
  if (descriptor || is_device(path_)) {
    is_stdout_ = descriptor == STDOUT_FILENO;
    fd_ = descriptor ? ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail("cannot write", errno);
    return;
  }
  // Links are kept and their target is replaced.
  path_ = link_chain(std::move(path_)).back();
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("cannot write", EISDIR);
  if (exists && overwrite_ == Overwrite::no) refuse_to_overwrite(path_);
  if (exists && ::access(path_.c_str(), W_OK) != 0) fail("cannot overwrite", errno);
  remove_leftovers(path_);
  // No exceptions from here: an incomplete object has no destructor to remove the file.
  fd_ = create_temporary(path_, temporary_);
  if (fd_ < 0) fail(errno == ENOENT ? "cannot write: the folder does not exist" : "cannot write", errno);
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

const std::string& OutputFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t written = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE && is_stdout_) break;
    if (written < 0) fail("cannot write", errno);
    done += static_cast<std::size_t>(written);
  }
  buffer_.clear();
  return temporary_.empty() ? path_ : temporary_;
}

void OutputFile::commit() {
  flush();
  detail::check_mapped_files();
  if (temporary_.empty()) {
    if (::close(std::exchange(fd_, -1)) != 0) fail("cannot write", errno);
    return;
  }
  if (::fsync(fd_) != 0) fail("cannot write", errno);
  // The lock, which ends with the descriptor, prevents removal of the file until it is renamed.
  const bool keep = overwrite_ == Overwrite::no;
  const char* const from = temporary_.c_str();
  const char* const to = path_.c_str();
  bool named = ::renameat2(AT_FDCWD, from, AT_FDCWD, to, keep ? RENAME_NOREPLACE : 0) == 0;
  // Some file systems have no such rename. A link never replaces an existing file, a rename does.
  if (!named && keep && errno != EEXIST) {
    named = ::link(from, to) == 0;
    if (named) ::unlink(from);
  }
  if (!named && keep && errno == EEXIST) refuse_to_overwrite(path_);
  if (!named && ::rename(from, to) != 0) fail("cannot write", errno);
  temporary_.clear();
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
  // Opening a pipe would wait for its reader.
  if (descriptor_of(path) || !is_device(path)) OutputFile(path, overwrite);
}

bool is_standard_output(const std::string& path) { return descriptor_of(path) == STDOUT_FILENO; }

bool is_same_file(const std::string& a, const std::string& b) {
  // Streams accept any number of outputs, and do not return written data.
  const auto is_stream = [](const std::string& path) { return descriptor_of(path) || is_device(path); };
  if (is_stream(a) || is_stream(b)) return false;
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) || destination(a) == destination(b);
}

void check_output_paths(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                        Overwrite overwrite) {
  for (auto path = outputs.begin(); path != outputs.end(); ++path) {
    if (path->empty()) continue;
    const auto is_here = [&](const std::string& other) {
      return !other.empty() && is_same_file(*path, other);
    };
    if (std::any_of(inputs.begin(), inputs.end(), is_here)) {
      throw InvalidArgument("output file", *path, "is the input", "name another file");
    }
    const bool is_again = std::any_of(outputs.begin(), path, [&](const std::string& other) {
      return is_here(other) || (is_standard_output(*path) && is_standard_output(other));
    });
    if (is_again) throw InvalidArgument("output file", *path, "is given twice", "name different files");
    check_output_path(*path, overwrite);
  }
}

void write_file(const std::string& path, std::string_view text, Overwrite overwrite) {
  OutputFile file(path, overwrite);
  file.write(text);
  file.commit();
}

}  // namespace lode
