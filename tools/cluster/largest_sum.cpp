#include "largest_sum.hpp"

#include <algorithm>
#include <bit>

namespace lode::cluster {
namespace {

/// Of the values that are at least `least`.
Wide exact_sum_from(Ranks& ranks, std::span<const std::uint64_t> values, std::uint64_t least) {
  // Halves of fewer than 2^32 values on fewer than 2^32 ranks: partial sums of both fit.
  Wide own = 0;
  for (const std::uint64_t value : values) own += value >= least ? value : 0;
  constexpr Wide digit = Wide{1} << 32;
  std::uint64_t digits[4];
  for (std::uint64_t& d : digits) {
    d = static_cast<std::uint64_t>(own % digit);
    own /= digit;
  }
  ranks.sum(digits);
  Wide all = 0;
  for (int i = 3; i >= 0; --i) all = all * digit + digits[i];
  return all;
}

}  // namespace

Wide exact_sum(Ranks& ranks, std::span<const std::uint64_t> values) {
  return exact_sum_from(ranks, values, 0);
}

Wide sum_of_largest(Ranks& ranks, std::span<const std::uint64_t> values, std::uint64_t count) {
  if (count == 0) return 0;
  const auto from = [&](std::uint64_t least) {
    return ranks.sum(static_cast<std::uint64_t>(
        std::count_if(values.begin(), values.end(), [&](std::uint64_t value) { return value >= least; })));
  };
  std::uint64_t largest = 0;
  for (const std::uint64_t value : values) largest = std::max(largest, value);
  largest = ranks.largest(largest);
  // The largest number that at least `count` values reach; 0 if there are no so many.
  std::uint64_t smallest = 0;
  for (int bit = static_cast<int>(std::bit_width(largest)) - 1; bit >= 0; --bit) {
    const std::uint64_t tried = smallest | std::uint64_t{1} << bit;
    if (from(tried) >= count) smallest = tried;
  }
  const Wide sum = exact_sum_from(ranks, values, smallest);
  const std::uint64_t reached = from(smallest);
  return reached > count ? sum - Wide{reached - count} * smallest : sum;
}

}  // namespace lode::cluster
