#include "io/text/line_blocks.hpp"

#include <algorithm>
#include <cstring>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

void ensure_capacity(LineBlock& block, std::size_t capacity) {
  if (block.capacity >= capacity) return;
  capacity = std::max(capacity, 2 * block.capacity);
  auto larger = std::make_unique_for_overwrite<char[]>(capacity);
  if (block.size > 0) std::memcpy(larger.get(), block.text.get(), block.size);
  block.text = std::move(larger);
  block.capacity = capacity;
}

void drop_byte_order_mark(LineBlock& block) {
  if (!std::string_view(block.text.get(), block.size).starts_with(byte_order_mark)) return;
  block.size -= byte_order_mark.size();
  std::memmove(block.text.get(), block.text.get() + byte_order_mark.size(), block.size);
}

}  // namespace

bool LineBlockReader::next(LineBlock& block) {
  block.size = 0;
  block.overlong = false;
  if (ended_) return false;
  block.index = count_++;
  ensure_capacity(block, rest_.size() + block_bytes_ + 1);
  std::copy(rest_.begin(), rest_.end(), block.text.get());
  block.size = rest_.size();
  rest_.clear();
  while (true) {
    ensure_capacity(block, block.size + block_bytes_ + 1);
    const std::size_t before = block.size;
    const std::size_t got = input_.read(block.text.get() + before, block_bytes_);
    block.size += got;
    if (got < block_bytes_) {
      ended_ = true;
      if (block.size == 0) return false;
      if (block.text[block.size - 1] != '\n') block.text[block.size++] = '\n';
      break;
    }
    const void* newline = ::memrchr(block.text.get() + before, '\n', got);
    if (newline) {
      const std::size_t kept =
          static_cast<std::size_t>(static_cast<const char*>(newline) - block.text.get()) + 1;
      rest_.assign(block.text.get() + kept, block.size - kept);
      block.size = kept;
      break;
    }
    if (block.size > longest_) {
      block.overlong = true;
      block.text[block.size++] = '\n';
      ended_ = true;
      break;
    }
  }
  if (block.index == 0) drop_byte_order_mark(block);
  return true;
}

}  // namespace lode::detail
