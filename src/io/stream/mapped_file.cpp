#include "io/stream/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <vector>

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

struct Mapping {
  std::string path;
  struct stat status;
  std::weak_ptr<const void> owner;
};

/// The mappings of this process. A new mapping removes ended mappings.
struct Mappings {
  std::mutex mutex;
  std::vector<Mapping> all;
} mappings;

/// A mapped file that was replaced by another file is unchanged.
bool is_changed(const Mapping& mapping) {
  struct stat now {};
  const struct stat& then = mapping.status;
  return ::stat(mapping.path.c_str(), &now) == 0 && now.st_dev == then.st_dev && now.st_ino == then.st_ino &&
         (now.st_size != then.st_size || now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
          now.st_mtim.tv_nsec != then.st_mtim.tv_nsec);
}

}  // namespace

void check_mapped_files() {
  const std::scoped_lock lock(mappings.mutex);
  for (const Mapping& mapping : mappings.all) {
    if (!mapping.owner.expired() && is_changed(mapping)) {
      throw InputError({mapping.path}, "was changed while it was in use", "read it again");
    }
  }
}

MappedFile map_file(const std::string& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail(path, "cannot open", errno);
  const std::shared_ptr<void> closing(nullptr, [fd](void*) { ::close(fd); });
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(path, "cannot look at the file", errno);
  if (!S_ISREG(status.st_mode)) {
    throw InputError({path}, "only a regular file can be mapped into memory", "copy it into a file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {};
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (begin == MAP_FAILED) fail(path, "cannot map the file into memory", errno);
  MappedFile file{{static_cast<const char*>(begin), size},
                  std::shared_ptr<const void>(begin, FileMapping{size})};
  const std::scoped_lock lock(mappings.mutex);
  std::erase_if(mappings.all, [](const Mapping& mapping) { return mapping.owner.expired(); });
  mappings.all.push_back({path, status, file.owner});
  return file;
}

}  // namespace lode::detail
