#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace lode::detail {

enum class Pages {
  large,  ///< fewer page faults
  small   ///< only pages that were written take up memory: for arrays that are filled here and there
};

/// An array of uninitialised elements whose memory can go back to the system piece by piece.
///
/// A large array is an anonymous mapping: `release` and the destructor return its pages immediately, whatever
/// the allocator does. A small array comes from operator new.
template <class T>
class PageBuffer {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t mapped_from = std::size_t{1} << 16;
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t huge_from = std::size_t{1} << 22;

 public:
  PageBuffer() = default;
  /// Errors: std::bad_alloc.
  explicit PageBuffer(std::size_t size, Pages pages = Pages::large) : size_(size) {
    if (size == 0) return;
    if (size > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
    if (bytes() < mapped_from) {
      data_ = static_cast<T*>(::operator new(bytes()));
      return;
    }
    void* memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (pages == Pages::large && bytes() >= huge_from) ::madvise(memory, bytes(), MADV_HUGEPAGE);
    data_ = static_cast<T*>(memory);
  }
  PageBuffer(PageBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PageBuffer& operator=(PageBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  PageBuffer(const PageBuffer&) = delete;
  PageBuffer& operator=(const PageBuffer&) = delete;
  ~PageBuffer() {
    if (!data_) return;
    if (bytes() < mapped_from) {
      ::operator delete(data_);
    } else {
      ::munmap(data_, bytes());
    }
  }

  /// Gives the whole pages inside elements [begin, end) back; their content is lost.
  void release(std::size_t begin, std::size_t end) {
    if (bytes() < mapped_from) return;
    const std::size_t first = (begin * sizeof(T) + page - 1) / page * page;
    const std::size_t last = end * sizeof(T) / page * page;
    if (first < last) ::madvise(reinterpret_cast<char*>(data_) + first, last - first, MADV_DONTNEED);
  }
  /// Gives everything back.
  void reset() { PageBuffer(std::move(*this)); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lode::detail
