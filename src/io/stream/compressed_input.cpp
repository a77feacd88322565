#include "io/stream/compressed_input.hpp"

#include <algorithm>
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

RawInput::RawInput(std::string_view bytes, std::string display_name)
    : display_name_(std::move(display_name)), window_(bytes) {}

RawInput::RawInput(const std::string& path, std::string display_name)
    : display_name_(std::move(display_name)), buffer_(std::size_t{1} << 18) {
  const bool standard = path == "-";
  fd_ = standard ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) fail_to_open(errno);
  struct stat status {};
  repeatable_ = !standard && ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
  ::posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

RawInput::~RawInput() {
  if (fd_ >= 0) ::close(fd_);
}

void RawInput::fill(std::size_t wanted) {
  if (fd_ < 0 || window_.size() >= wanted) return;
  std::size_t filled = window_.size();
  std::ranges::copy(window_, buffer_.begin());
  while (filled < wanted) {
    const std::size_t got = read_file(buffer_.data() + filled, buffer_.size() - filled);
    if (got == 0) break;
    filled += got;
  }
  window_ = {buffer_.data(), filled};
}

std::size_t RawInput::read_some(char* out, std::size_t size) {
  if (fd_ >= 0 && window_.empty()) return read_file(out, size);
  const std::size_t taken = window_.copy(out, size);
  consume(taken);
  return taken;
}

std::size_t RawInput::read_file(char* out, std::size_t size) {
  while (true) {
    const ssize_t got = ::read(fd_, out, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EISDIR)
      throw InputError({display_name_}, "is a folder, not a file", "name a file inside it");
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
  // Errors unrelated to the file.
  if (error == EMFILE || error == ENFILE || error == EBADF || error == EIO)
    throw SystemError(display_name_ + ": " + problem);
  throw InputError({display_name_}, problem);
}

CompressedInput::CompressedInput(const std::string& path, IfEmpty if_empty)
    : path_(path), display_name_(path == "-" ? "standard input" : path), raw_(path, display_name_) {
  open(if_empty);
}

CompressedInput::CompressedInput(std::string_view bytes, std::string name, IfEmpty if_empty)
    : path_(name), display_name_(std::move(name)), bytes_(bytes), raw_(bytes, display_name_) {
  open(if_empty);
}

CompressedInput CompressedInput::again() const {
  return bytes_ ? CompressedInput(*bytes_, path_) : CompressedInput(path_);
}

void CompressedInput::open(IfEmpty if_empty) {
  compression_ = next_compression();
  const bool is_empty = raw_.window().empty();
  codec_ = make_codec(compression_, Direction::unpack);
  head_.resize(head_bytes);
  head_.resize(unpack_all(head_.data(), head_bytes));
  if (head_.empty() && if_empty.remedy) {
    throw InputError(
        {display_name_},
        is_empty ? "is empty" : fmt::format("is empty once unpacked ({})", to_string(compression_)),
        if_empty.remedy);
  }
  refuse_foreign_file(head_, display_name_);
}

Compression CompressedInput::next_compression() {
  raw_.fill(16);
  return compression_of_bytes(raw_.window());
}

std::size_t CompressedInput::unpack(char* out, std::size_t size) {
  if (!codec_) return raw_.read_some(out, size);
  CodecBuffers buffers{{}, {out, size}};
  while (buffers.out.size() == size) {
    if (stream_ended_) {
      if (next_compression() != compression_) {
        skip_padding();
        break;
      }
      codec_ = make_codec(compression_, Direction::unpack);
      stream_ended_ = false;
    }
    raw_.fill(1);
    buffers.in = raw_.window();
    buffers.last = buffers.in.empty();
    const CodecStep step = codec_(buffers);
    raw_.consume(raw_.window().size() - buffers.in.size());
    if (step.problem) fail(step.problem, step.remedy);
    stream_ended_ = step.ended;
    if (buffers.last && buffers.out.size() == size && !step.ended) fail("is truncated");
  }
  return size - buffers.out.size();
}

std::size_t CompressedInput::unpack_all(char* out, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t got = unpack(out + filled, size - filled);
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

/// Skips zero bytes between packed data and the end of the file.
void CompressedInput::skip_padding() {
  for (; !raw_.window().empty(); raw_.fill(1)) {
    if (raw_.window().find_first_not_of('\0') != std::string_view::npos)
      fail(fmt::format("is followed by bytes that are not {}", to_string(compression_)));
    raw_.consume(raw_.window().size());
  }
}

void CompressedInput::fail(const std::string& problem, const char* remedy) const {
  throw InputError(
      {display_name_},
      fmt::format("the {} data {} at byte {}", to_string(compression_), problem, raw_.consumed()), remedy);
}

std::size_t CompressedInput::read(char* out, std::size_t size) {
  const std::size_t known = head_.copy(out, size, head_used_);
  head_used_ += known;
  const std::size_t filled = known + unpack_all(out + known, size - known);
  bytes_read_ += filled;
  return filled;
}

}  // namespace lode::detail
