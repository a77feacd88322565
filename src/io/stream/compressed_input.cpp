#include "io/stream/compressed_input.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/stream/decoders.hpp"
#include "io/stream/foreign_files.hpp"

namespace lode::detail {

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "";
    case Compression::gzip:
      return "gzip";
    case Compression::zstd:
      return "zstd";
    case Compression::bzip2:
      return "bzip2";
    case Compression::xz:
      return "xz";
  }
  throw InternalError("unknown compression");
}

namespace {

const char* content_remedy(Content content) {
  switch (content) {
    case Content::matrix:
      return "a matrix needs at least one number";
    case Content::vertex_set:
      return "write one vertex per line";
    case Content::vertex_values:
      return "write 'id value', one vertex per line";
    case Content::vertex_groups:
      return "write 'id group', one vertex per line";
    case Content::quotas:
      return "write 'group at_least at_most', one group per line";
    case Content::catalogue:
      return "begin with the line that names the columns";
    case Content::graph:
    case Content::shard:
      return "a graph needs at least one edge";
  }
  throw InternalError("unknown content");
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
  compression_ = compression_of_bytes(*raw);
  const bool may_be_empty = content == Content::shard;
  if (raw->available() == 0 && !may_be_empty)
    throw InputError({display_name_}, "is empty", content_remedy(content));
  can_be_read_again_ = raw->is_repeatable();
  decoder_ = decoder_for(compression_, std::move(raw));
  fill_head();
  if (head_.empty() && !may_be_empty) {
    throw InputError({display_name_}, fmt::format("is empty once unpacked ({})", to_string(compression_)),
                     content_remedy(content));
  }
  refuse_foreign_file(head_, display_name_);
}

void CompressedInput::fill_head() {
  constexpr std::size_t first_bytes = std::size_t{1} << 12;  // most small files are shorter
  std::size_t filled = 0;
  for (const std::size_t size : {first_bytes, head_bytes}) {
    head_.resize(size);
    while (filled < size) {
      const std::size_t got = decoder_->read(head_.data() + filled, size - filled);
      if (got == 0) return head_.resize(filled);
      filled += got;
    }
  }
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
