#include "io/stream/compressed_input.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "io/stream/foreign_files.hpp"

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
  // Errors unrelated to the file.
  if (error == EMFILE || error == ENFILE || error == EIO) throw SystemError(display_name_ + ": " + problem);
  throw InputError({display_name_}, problem);
}

CompressedInput::CompressedInput(const std::string& path, IfEmpty if_empty)
    : path_(path), display_name_(path == "-" ? "standard input" : path) {
  open(if_empty);
}

CompressedInput::CompressedInput(std::string_view bytes, std::string name, IfEmpty if_empty)
    : path_(name), display_name_(std::move(name)), in_memory_(true), bytes_(bytes) {
  open(if_empty);
}

CompressedInput CompressedInput::again() const {
  if (in_memory_) return CompressedInput(bytes_, path_);
  return CompressedInput(path_);
}

void CompressedInput::open(IfEmpty if_empty) {
  raw_ = in_memory_ ? std::make_unique<RawInput>(bytes_, display_name_)
                    : std::make_unique<RawInput>(path_, display_name_);
  compression_ = next_compression();
  if (raw_->available() == 0 && if_empty.remedy)
    throw InputError({display_name_}, "is empty", if_empty.remedy);
  codec_ = make_codec(compression_, Codec::Direction::unpack);
  fill_head();
  if (head_.empty() && if_empty.remedy) {
    throw InputError({display_name_}, fmt::format("is empty once unpacked ({})", to_string(compression_)),
                     if_empty.remedy);
  }
  refuse_foreign_file(head_, display_name_);
}

void CompressedInput::fill_head() {
  constexpr std::size_t first_bytes = std::size_t{1} << 12;  // enough for most small files
  std::size_t filled = 0;
  for (const std::size_t size : {first_bytes, head_bytes}) {
    head_.resize(size);
    while (filled < size) {
      const std::size_t got = unpack(head_.data() + filled, size - filled);
      if (got == 0) return head_.resize(filled);
      filled += got;
    }
  }
}

Compression CompressedInput::next_compression() {
  raw_->fill(16);
  return compression_of_bytes(raw_->window());
}

std::size_t CompressedInput::unpack(char* out, std::size_t size) {
  if (!codec_) {
    if (raw_->available() == 0) return raw_->read_some(out, size);
    const std::size_t taken = raw_->window().copy(out, size);
    raw_->consume(taken);
    return taken;
  }
  CodecBuffers buffers{{}, {out, size}};
  while (buffers.out.size() == size) {
    if (stream_ended_) {
      if (next_compression() != compression_) {
        skip_padding();
        break;
      }
      codec_ = make_codec(compression_, Codec::Direction::unpack);
      stream_ended_ = false;
    }
    if (raw_->available() == 0) raw_->fill(1);
    const std::size_t before = raw_->available();
    buffers.in = raw_->window();
    const Codec::Step step = codec_->run(buffers, before == 0 ? Codec::Input::last : Codec::Input::more);
    raw_->consume(before - buffers.in.size());
    if (!step.problem.empty()) fail(step.problem, step.remedy);
    stream_ended_ = step.ended;
    if (before == 0 && buffers.out.size() == size && !step.ended) fail("is truncated");
  }
  return size - buffers.out.size();
}

/// Skips zero bytes between packed data and the end of the file.
void CompressedInput::skip_padding() {
  for (; raw_->available() > 0; raw_->fill(1)) {
    if (raw_->window().find_first_not_of('\0') != std::string_view::npos)
      fail(fmt::format("is followed by bytes that are not {}", to_string(compression_)));
    raw_->consume(raw_->available());
  }
}

void CompressedInput::fail(const std::string& problem, const std::string& remedy) const {
  throw InputError(
      {display_name_},
      fmt::format("the {} data {} at byte {}", to_string(compression_), problem, raw_->consumed()), remedy);
}

std::size_t CompressedInput::read(char* out, std::size_t size) {
  std::size_t filled = std::min(size, head_.size() - head_used_);
  std::memcpy(out, head_.data() + head_used_, filled);
  head_used_ += filled;
  while (filled < size) {
    const std::size_t got = unpack(out + filled, size - filled);
    if (got == 0) break;
    filled += got;
  }
  bytes_read_ += filled;
  return filled;
}

}  // namespace lode::detail
