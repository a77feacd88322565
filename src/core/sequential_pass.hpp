#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace lode::detail {

/// Deletes an array that is a read-only mapped file: unmaps the file.
struct FileMapping {
  std::size_t bytes = 0;
  void operator()(const void* begin) const;
};

/// True if the arrays that `owner` keeps are a mapped file. The system reads such a file when it is touched.
bool is_mapped_file(const std::shared_ptr<const void>& owner);

/// Advises the system that an array is read once, from its begin to its end.
///
/// The system is asked early for the pages ahead. If the array is part of a mapped file, the pages behind
/// leave this process, so that its memory does not grow with the file. They stay in the system's cache while
/// there is room. The pages of other arrays stay.
///
/// The advice changes times only. A system that refuses it is no error.
class SequentialPass {
 public:
  enum class Density {
    all,   ///< nearly everything will be read
    parts  ///< many pages will not be read: the system decides which pages it reads ahead
  };

  /// `owner` keeps the array alive longer than the pass.
  template <class T>
  SequentialPass(std::span<const T> array, const std::shared_ptr<const void>& owner, Density density)
      : SequentialPass(std::as_bytes(array), is_mapped_file(owner), density) {}
  ~SequentialPass();
  SequentialPass(const SequentialPass&) = delete;
  SequentialPass& operator=(const SequentialPass&) = delete;

  /// Everything before this byte of the array has been read. `byte` never decreases. Cost: O(1).
  void reached(std::size_t byte) {
    if (byte >= next_) move_window(byte);
  }

 private:
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t window = std::size_t{8} << 20;

  SequentialPass(std::span<const std::byte> bytes, bool mapped, Density density);
  void move_window(std::size_t byte);
  /// Advice on the whole pages within bytes [begin, end).
  void advise(std::size_t begin, std::size_t end, int advice) const;

  std::span<const std::byte> bytes_;
  bool mapped_ = false;
  Density density_ = Density::all;
  std::size_t behind_ = 0;  ///< pages before this byte have been given back
  std::size_t next_ = 0;    ///< the byte at which the window moves next
};

}  // namespace lode::detail
