#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/page_buffer.hpp"

namespace lode::detail {

/// A stretch of uninitialised memory out of a slab, which goes back to the system with the last of its
/// pieces.
class SlabPiece {
 public:
  SlabPiece() = default;
  SlabPiece(std::shared_ptr<PageBuffer<char>> slab, std::size_t begin, std::size_t size)
      : slab_(std::move(slab)), begin_(begin), size_(size) {}

  char* data() { return slab_->data() + begin_; }
  const char* data() const { return slab_->data() + begin_; }
  std::size_t size() const { return size_; }
  /// Gives whole pages behind the first `used` bytes back; their content is lost.
  void release_behind(std::size_t used) { slab_->release(begin_ + used, begin_ + size_); }

 private:
  std::shared_ptr<PageBuffer<char>> slab_;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
};

/// Takes memory from the system in large pages, for many arrays that are small against them: a tenth of the
/// page faults. One thread at a time.
class Slabs {
 public:
  SlabPiece take(std::size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
    if (!slab_ || slab_->size() - used_ < bytes) {
      const std::size_t wanted = slab_ ? std::min(2 * slab_->size(), largest) : 0;
      slab_ = std::make_shared<PageBuffer<char>>(std::max(bytes, wanted));
      used_ = 0;
    }
    used_ += bytes;
    return {slab_, used_ - bytes, bytes};
  }

 private:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t largest = std::size_t{1} << 25;

  std::shared_ptr<PageBuffer<char>> slab_;
  std::size_t used_ = 0;
};

}  // namespace lode::detail
