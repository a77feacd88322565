#pragma once

// When a start has had its chance.

#include <cstdint>

namespace lode::hybrid {

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, ...; i counts from 1. Cost: O(log^2 i).
/// Source: M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Inf. Process. Lett.
/// 47
///         (1993) 173-180.
constexpr std::uint64_t luby(std::uint64_t i) {
  for (;;) {
    std::uint64_t block = 1;  // 2^k - 1 >= i
    while (block < i) block = 2 * block + 1;
    if (block == i) return (block + 1) / 2;
    i -= block / 2;
  }
}

/// Lets the i-th start go after patience * luby(i) tries in a row without a gain.
class LubyRestarts {
 public:
  explicit LubyRestarts(std::uint64_t patience) : patience_(patience) {}

  /// The start of that number, from 1, begins.
  void begin(std::uint64_t start) {
    start_ = start;
    idle_ = 0;
  }
  /// Counts a try; true if the start is to be left.
  bool tried(bool gained) {
    idle_ = gained ? 0 : idle_ + 1;
    return idle_ >= patience_ * luby(start_);
  }

 private:
  std::uint64_t patience_;
  std::uint64_t start_ = 1;
  std::uint64_t idle_ = 0;
};

}  // namespace lode::hybrid
