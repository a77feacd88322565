#pragma once

// Sets of vertices as rows of bits, and the work of searches over them.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

namespace lode::detail {

/// The bit of vertex v in its word, number v / 64 of a row.
constexpr std::uint64_t bit_of(Vertex v) { return std::uint64_t{1} << (v % 64); }

/// Calls visit(v) for the vertices of a row in increasing order. `visit` may remove v from the row.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> row, const Visit& visit) {
  for (std::size_t w = 0; w < row.size(); ++w) {
    for (std::uint64_t rest = row[w]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
}

/// The number of vertices in both rows, which have equal lengths.
inline Vertex count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  int common = 0;
  for (std::size_t w = 0; w < a.size(); ++w) common += std::popcount(a[w] & b[w]);
  return static_cast<Vertex>(common);
}

/// Machine words touched by one search, and its reasons to stop.
class SearchWork {
 public:
  SearchWork(const RunContext& run, std::uint64_t limit, std::function<bool()> abandoned = {})
      : run_(run), limit_(limit), abandoned_(std::move(abandoned)) {}

  /// Charges `words`. False once the limit is passed, or the run or the caller should stop.
  bool spend(std::uint64_t words) {
    constexpr std::uint64_t words_per_poll = 1u << 20;  // about a millisecond
    total_ += words;
    if (total_ > limit_) stopped_ = true;
    if (!stopped_ && total_ >= next_poll_) {
      next_poll_ = total_ + words_per_poll;
      stopped_ = run_.should_stop() || (abandoned_ && abandoned_());
    }
    return !stopped_;
  }
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  std::uint64_t total() const { return total_; }

  std::uint64_t nodes = 0;  ///< of the search tree

 private:
  const RunContext& run_;
  std::uint64_t limit_;
  std::function<bool()> abandoned_;
  std::uint64_t total_ = 0;
  std::uint64_t next_poll_ = 0;
  bool stopped_ = false;
};

}  // namespace lode::detail
