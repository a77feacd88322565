#include "io/stream/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "core/sequential_pass.hpp"

namespace lode::detail {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  throw SystemError(fmt::format("{}: {}: {}", path, what, std::strerror(error)));
}

struct Descriptor {
  int fd;
  ~Descriptor() { ::close(fd); }
};

}  // namespace

MappedFile map_file(const std::string& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail(path, "cannot open", errno);
  const Descriptor descriptor{fd};
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(path, "cannot look at the file", errno);
  if (!S_ISREG(status.st_mode)) {
    throw InputError({path}, "only a regular file can be mapped into memory", "copy it into a file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {};
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (begin == MAP_FAILED) fail(path, "cannot map the file into memory", errno);
  return {{static_cast<const char*>(begin), size}, std::shared_ptr<const void>(begin, FileMapping{size})};
}

}  // namespace lode::detail
