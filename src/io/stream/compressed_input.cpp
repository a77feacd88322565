#include "io/stream/compressed_input.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <lode/core/error.hpp>

namespace lode::detail {

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "";
    case Compression::gzip:
      return "gzip";
    case Compression::zstd:
      return "zstd";
  }
  throw InternalError("unknown compression");
}

namespace {

constexpr std::size_t raw_buffer_bytes = std::size_t{1} << 18;

/// A file descriptor or bytes in memory, with a window of bytes not yet consumed.
class RawInput {
 public:
  RawInput(std::string_view bytes, std::string display_name)
      : display_name_(std::move(display_name)),
        window_(std::min(bytes.size(), raw_buffer_bytes)),
        unread_(bytes),
        repeatable_(true) {}
  RawInput(const std::string& path, std::string display_name)
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
      throw InputError({display_name_}, "is a folder, not a graph file", "name a file inside it");
    }
#ifdef POSIX_FADV_SEQUENTIAL
    ::posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
  }
  ~RawInput() {
    if (owned_) ::close(fd_);
  }
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  const char* begin() const { return window_.data() + used_; }
  std::size_t available() const { return filled_ - used_; }
  void consume(std::size_t size) {
    used_ += size;
    consumed_ += size;
  }
  /// Bytes consumed since the beginning.
  std::uint64_t consumed() const { return consumed_; }

  /// Reads on until the window holds at least `wanted` bytes or the input ends.
  void fill(std::size_t wanted) {
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

  /// Reads straight into `out`, at least one byte unless the input has ended.
  std::size_t read_some(char* out, std::size_t size) {
    if (fd_ < 0) {
      const std::size_t taken = unread_.copy(out, size);
      unread_.remove_prefix(taken);
      return taken;
    }
    while (true) {
      const ssize_t got = ::read(fd_, out, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno == EISDIR) throw InputError({display_name_}, "is a folder, not a graph file");
      if (errno != EINTR) {
        throw SystemError(fmt::format("{}: cannot read: {}", display_name_, std::strerror(errno)));
      }
    }
  }

  const std::string& display_name() const { return display_name_; }
  bool is_repeatable() const { return repeatable_; }

 private:
  [[noreturn]] void fail_to_open(int error) const {
    if (error == ENOENT || error == ENOTDIR) {
      throw InputError({display_name_}, "no such file", "check the path");
    }
    if (error == EACCES || error == EPERM) {
      throw InputError({display_name_}, "no permission to read the file", "check its mode and owner");
    }
    throw InputError({display_name_}, fmt::format("cannot open: {}", std::strerror(error)));
  }

  std::string display_name_;
  std::vector<char> window_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t consumed_ = 0;
  std::string_view unread_;  ///< in memory
  int fd_ = -1;              ///< below 0: in memory
  bool owned_ = false;
  bool repeatable_ = false;
};

[[noreturn]] void damaged(const RawInput& raw, const std::string& problem) {
  throw InputError({raw.display_name()}, fmt::format("{} at byte {}", problem, raw.consumed()),
                   "download or copy the file again");
}

}  // namespace

/// Turns raw bytes into text.
class CompressedInput::Decoder {
 public:
  virtual ~Decoder() = default;
  /// Some of the next bytes, at least one unless the text has ended.
  virtual std::size_t read(char* out, std::size_t size) = 0;
};

namespace {

class PlainDecoder final : public CompressedInput::Decoder {
 public:
  explicit PlainDecoder(std::unique_ptr<RawInput> input) : input_(std::move(input)) {}

  std::size_t read(char* out, std::size_t size) override {
    if (input_->available() == 0) return input_->read_some(out, size);
    const std::size_t taken = std::min(size, input_->available());
    std::memcpy(out, input_->begin(), taken);
    input_->consume(taken);
    return taken;
  }

 private:
  std::unique_ptr<RawInput> input_;
};

class GzipDecoder final : public CompressedInput::Decoder {
 public:
  explicit GzipDecoder(std::unique_ptr<RawInput> input) : input_owner_(std::move(input)) {
    const int state = ::inflateInit2(&stream_, 15 + 16);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) throw SystemError(fmt::format("zlib {}: {}", ::zlibVersion(), ::zError(state)));
  }
  ~GzipDecoder() override { ::inflateEnd(&stream_); }

  std::size_t read(char* out, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, std::size_t{1} << 30));
    const uInt wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && !ended_) step();
    return wanted - stream_.avail_out;
  }

 private:
  void step() {
    if (member_ended_) {
      begin_member();
      return;
    }
    if (input_.available() == 0) input_.fill(1);
    if (input_.available() == 0) damaged(input_, "the gzip data is truncated");
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.begin()));
    stream_.avail_in = static_cast<uInt>(input_.available());
    const int state = ::inflate(&stream_, Z_NO_FLUSH);
    input_.consume(input_.available() - stream_.avail_in);
    if (state == Z_STREAM_END) {
      member_ended_ = true;
    } else if (state == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      damaged(input_,
              fmt::format("the gzip data is damaged ({})", stream_.msg ? stream_.msg : "unexpected data"));
    }
  }

  /// Another member, zero padding up to the end, or the end.
  void begin_member() {
    input_.fill(2);
    if (input_.available() >= 2 && input_.begin()[0] == '\x1f' && input_.begin()[1] == '\x8b') {
      ::inflateReset(&stream_);
      member_ended_ = false;
      return;
    }
    while (input_.available() > 0) {
      const std::string_view rest(input_.begin(), input_.available());
      if (rest.find_first_not_of('\0') != std::string_view::npos) {
        damaged(input_, "the gzip data is followed by bytes that are not gzip");
      }
      input_.consume(rest.size());
      input_.fill(1);
    }
    ended_ = true;
  }

  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  z_stream stream_{};
  bool member_ended_ = false;
  bool ended_ = false;
};

class ZstdDecoder final : public CompressedInput::Decoder {
 public:
  explicit ZstdDecoder(std::unique_ptr<RawInput> input)
      : input_owner_(std::move(input)), stream_(::ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
    ::ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 31);
  }
  ~ZstdDecoder() override { ::ZSTD_freeDStream(stream_); }

  std::size_t read(char* out, std::size_t size) override {
    ZSTD_outBuffer output{out, size, 0};
    while (output.pos == 0) {
      if (input_.available() == 0) input_.fill(1);
      if (input_.available() == 0 && !pending_output_) {
        if (!frame_ended_) damaged(input_, "the zstd data is truncated");
        return 0;
      }
      ZSTD_inBuffer input{input_.begin(), input_.available(), 0};
      const std::size_t state = ::ZSTD_decompressStream(stream_, &output, &input);
      input_.consume(input.pos);
      if (::ZSTD_isError(state)) {
        damaged(input_, fmt::format("the zstd data is damaged ({})", ::ZSTD_getErrorName(state)));
      }
      frame_ended_ = state == 0;
      pending_output_ = output.pos == output.size && !frame_ended_;
    }
    return output.pos;
  }

 private:
  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  ZSTD_DStream* stream_;
  bool frame_ended_ = false;
  bool pending_output_ = false;
};

const char* content_remedy(Content content) {
  if (content == Content::matrix) return "a matrix needs at least one number";
  if (content == Content::vertex_set) return "write one vertex per line";
  return "a graph needs at least one edge";
}

bool starts_with(const RawInput& raw, std::string_view magic) {
  return raw.available() >= magic.size() && std::memcmp(raw.begin(), magic.data(), magic.size()) == 0;
}

bool is_zstd(const RawInput& raw) {
  if (starts_with(raw, "\x28\xb5\x2f\xfd")) return true;
  return raw.available() >= 4 && (raw.begin()[0] & '\xf0') == '\x50' &&
         std::memcmp(raw.begin() + 1, "\x2a\x4d\x18", 3) == 0;
}

void reject_other_compressions(const RawInput& raw) {
  using namespace std::string_view_literals;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known = {
      {{"BZh"sv, "bzip2"}, {"\xfd\x37zXZ\0"sv, "xz"}, {"PK\3\4"sv, "zip"}, {"7z\xbc\xaf\x27\x1c"sv, "7z"}}};
  for (const auto& [magic, name] : known) {
    if (!starts_with(raw, magic)) continue;
    if (name == "bzip2" && !(raw.available() >= 10 && std::memcmp(raw.begin() + 4, "1AY&SY", 6) == 0))
      continue;
    throw InputError({raw.display_name()},
                     fmt::format("is compressed with {}, which lode does not read", name),
                     "unpack it, or use gzip or zstd");
  }
}

}  // namespace

CompressedInput::CompressedInput(const std::string& path, Content content)
    : path_(path), display_name_(path == "-" ? "standard input" : path) {
  open(content);
}

CompressedInput::CompressedInput(std::string_view bytes, std::string name, Content content)
    : path_(name), display_name_(std::move(name)), in_memory_(true), bytes_(bytes) {
  open(content);
}

CompressedInput::~CompressedInput() = default;

CompressedInput CompressedInput::again() const {
  if (in_memory_) return CompressedInput(bytes_, path_);
  return CompressedInput(path_);
}

void CompressedInput::open(Content content) {
  auto raw = in_memory_ ? std::make_unique<RawInput>(bytes_, display_name_)
                        : std::make_unique<RawInput>(path_, display_name_);
  raw->fill(16);
  const bool may_be_empty = content == Content::shard;
  if (raw->available() == 0 && !may_be_empty)
    throw InputError({display_name_}, "is empty", content_remedy(content));
  reject_other_compressions(*raw);
  can_be_read_again_ = raw->is_repeatable();
  if (starts_with(*raw, "\x1f\x8b")) {
    compression_ = Compression::gzip;
    decoder_ = std::make_unique<GzipDecoder>(std::move(raw));
  } else if (is_zstd(*raw)) {
    compression_ = Compression::zstd;
    decoder_ = std::make_unique<ZstdDecoder>(std::move(raw));
  } else {
    decoder_ = std::make_unique<PlainDecoder>(std::move(raw));
  }
  fill_head();
  if (head_.empty() && !may_be_empty) {
    throw InputError({display_name_}, fmt::format("is empty once unpacked ({})", to_string(compression_)),
                     content_remedy(content));
  }
}

void CompressedInput::fill_head() {
  head_.resize(head_bytes);
  std::size_t filled = 0;
  while (filled < head_.size()) {
    const std::size_t got = decoder_->read(head_.data() + filled, head_.size() - filled);
    if (got == 0) break;
    filled += got;
  }
  head_.resize(filled);
}

std::size_t CompressedInput::read(char* out, std::size_t size) {
  std::size_t filled = std::min(size, head_.size() - head_used_);
  std::memcpy(out, head_.data() + head_used_, filled);
  head_used_ += filled;
  while (filled < size) {
    const std::size_t got = decoder_->read(out + filled, size - filled);
    if (got == 0) break;
    filled += got;
  }
  bytes_read_ += filled;
  return filled;
}

}  // namespace lode::detail
