#include "core/sequential_pass.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <sys/mman.h>

namespace lode::detail {

void FileMapping::operator()(const void* begin) const { ::munmap(const_cast<void*>(begin), bytes); }

bool is_mapped_file(const std::shared_ptr<const void>& owner) {
  return std::get_deleter<FileMapping>(owner) != nullptr;
}

SequentialPass::SequentialPass(std::span<const std::byte> bytes, bool mapped, Density density)
    : bytes_(bytes),
      mapped_(mapped),
      density_(density),
      next_(mapped ? window : std::numeric_limits<std::size_t>::max()) {
  if (!mapped_ || density_ == Density::parts) return;
  advise(0, bytes_.size(), MADV_SEQUENTIAL);
  advise(0, 2 * window, MADV_WILLNEED);
}

SequentialPass::~SequentialPass() {
  if (!mapped_) return;
  advise(behind_, bytes_.size(), MADV_DONTNEED);
  if (density_ == Density::all) advise(0, bytes_.size(), MADV_NORMAL);
}

void SequentialPass::move_window(std::size_t byte) {
  const std::size_t end = byte / page * page;
  advise(behind_, end, MADV_DONTNEED);
  behind_ = end;
  if (density_ == Density::all) advise(end + window, end + 2 * window, MADV_WILLNEED);
  next_ = end + window;
}

void SequentialPass::advise(std::size_t begin, std::size_t end, int advice) const {
  const auto base = reinterpret_cast<std::uintptr_t>(bytes_.data());
  const std::uintptr_t first = (base + begin + page - 1) / page * page;
  const std::uintptr_t last = (base + std::min(end, bytes_.size())) / page * page;
  // The address of a page: a number that no pointer of the array need have.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  if (first < last) (void)::madvise(reinterpret_cast<void*>(first), last - first, advice);
}

}  // namespace lode::detail
