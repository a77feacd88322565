#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

/// An arc inside a bucket of sources: the low 31 bits of the source, the target, and one bit that is set
/// when the input listed target and source in this order. Buckets hold fewer than 2^31 sources.
using ArcKey = std::uint64_t;

inline ArcKey make_arc_key(Vertex source, Vertex target, bool backward) {
  return static_cast<ArcKey>(source) << 33 | static_cast<ArcKey>(target) << 1 | (backward ? 1u : 0u);
}
inline Vertex arc_target(ArcKey key) { return static_cast<Vertex>(key >> 1); }
inline bool arc_source_is(ArcKey key, Vertex source) { return key >> 33 == (source & 0x7FFFFFFFu); }

/// Sorts the arcs of one bucket by (source, target), keeping the order of equal ones.
///
/// Cost: O(k + sources) for k arcs: one pass when the arcs of every source already come in increasing
///       order of target, else one pass for every 11 bits of the target and one for the source.
template <class Arc>
class ArcSorter {
 public:
  ArcSorter(Vertex first_source, Vertex last_source, Vertex num_vertices)
      : first_(first_source & 0x7FFFFFFFu), sources_(last_source - first_source) {
    const unsigned bits = std::max(1u, static_cast<unsigned>(std::bit_width(num_vertices - 1)));
    passes_ = (bits + 10) / 11;
    digit_bits_ = (bits + passes_ - 1) / passes_;
  }

  /// Sorts arcs[0, size) into `a` or `b`, both of that size; returns which.
  const Arc* sort(const Arc* arcs, std::size_t size, Arc* a, Arc* b,
                  std::vector<std::uint64_t>& counts) const {
    if (looks_sorted(arcs, size)) {
      by_source(arcs, size, a, counts);
      if (rows_sorted(a, size)) return a;
    }
    const std::size_t digits = std::size_t{1} << digit_bits_;
    counts.assign(passes_ * digits, 0);
    for (std::size_t i = 0; i < size; ++i) {
      ArcKey digit_source = arcs[i].key >> 1 & 0xFFFFFFFFu;
      for (unsigned pass = 0; pass < passes_; ++pass, digit_source >>= digit_bits_) {
        ++counts[pass * digits + (digit_source & (digits - 1))];
      }
    }
    const Arc* from = arcs;
    Arc* to = a;
    for (unsigned pass = 0; pass < passes_; ++pass) {
      std::uint64_t* const place = counts.data() + pass * digits;
      running_sums(place, digits);
      const unsigned shift = 1 + pass * digit_bits_;
      for (std::size_t i = 0; i < size; ++i) to[place[from[i].key >> shift & (digits - 1)]++] = from[i];
      from = to;
      to = from == a ? b : a;
    }
    by_source(from, size, to, counts);
    return to;
  }

 private:
  static constexpr std::size_t sample = 512;

  static void running_sums(std::uint64_t* counts, std::size_t size) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t count = counts[i];
      counts[i] = sum;
      sum += count;
    }
  }

  std::size_t row(ArcKey key) const { return ((key >> 33) - first_) & 0x7FFFFFFFu; }

  void by_source(const Arc* from, std::size_t size, Arc* to, std::vector<std::uint64_t>& place) const {
    place.assign(sources_, 0);
    for (std::size_t i = 0; i < size; ++i) ++place[row(from[i].key)];
    running_sums(place.data(), sources_);
    for (std::size_t i = 0; i < size; ++i) to[place[row(from[i].key)]++] = from[i];
  }

  /// Whether trying the single pass is worth it: most neighbouring arcs in a sample do not fall in target
  /// or share the source.
  static bool looks_sorted(const Arc* arcs, std::size_t size) {
    const std::size_t end = std::min(size, size / 2 + sample);
    std::size_t falls = 0;
    for (std::size_t i = size / 2 + 1; i < end; ++i) {
      falls += arc_target(arcs[i].key) < arc_target(arcs[i - 1].key);
    }
    return 4 * falls < end - size / 2;
  }

  static bool rows_sorted(const Arc* arcs, std::size_t size) {
    std::size_t falls = 0;
    for (std::size_t i = 1; i < size; ++i) falls += arcs[i].key >> 1 < arcs[i - 1].key >> 1;
    return falls == 0;
  }

  std::uint64_t first_;
  std::size_t sources_;
  unsigned passes_;
  unsigned digit_bits_;
};

}  // namespace lode::detail
