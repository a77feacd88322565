#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace lode::detail {

/// The deleter of memory that shows a file which nobody writes to: it unmaps.
struct FileMapping {
  std::size_t bytes = 0;
  void operator()(const void* begin) const;
};

/// Whether arrays that `owner` keeps are those of a mapped file, read by the system when they are touched.
bool is_mapped_file(const std::shared_ptr<const void>& owner);

/// Tells the system that an array is read from its begin to its end, once.
///
/// Pages ahead are asked for early. Those behind go out of this process when the array is part of a mapped
/// file, and stay in the system's cache as long as there is room for them: nothing is held fast, and what
/// the process occupies does not grow with the file. Of any other memory nothing is given up.
///
/// What the system makes of it changes times alone, so that its refusals do not count.
class SequentialPass {
 public:
  enum class Density {
    all,   ///< nearly everything will be read
    parts  ///< pages ahead may not be needed: they come as the system likes
  };

  /// `owner` keeps the array; the pass is over before it lets go.
  template <class T>
  SequentialPass(std::span<const T> array, const std::shared_ptr<const void>& owner, Density density)
      : SequentialPass(std::as_bytes(array), is_mapped_file(owner), density) {}
  ~SequentialPass();
  SequentialPass(const SequentialPass&) = delete;
  SequentialPass& operator=(const SequentialPass&) = delete;

  /// Everything before this byte of the array has been read; never less than before. Cost: O(1).
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
  bool mapped_;
  Density density_;
  std::size_t behind_ = 0;  ///< given back up to here
  std::size_t next_;        ///< where the window moves next
};

}  // namespace lode::detail
