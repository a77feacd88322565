#include "hybrid/block/checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <lode/core/error.hpp>

namespace lode::hybrid::detail {

void check_block_size(int size) {
  if (size >= 0 && size <= max_block_size) return;
  throw InvalidArgument("block size", std::to_string(size), "must be 0 to " + std::to_string(max_block_size));
}

void check_count(const char* name, std::size_t given, std::size_t needed) {
  if (given == needed) return;
  throw InvalidArgument(std::string("number of values of ") + name, std::to_string(given),
                        "must be " + std::to_string(needed) + ", as the block size says");
}

void check_finite(const char* name, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw InvalidArgument(std::string(name) + "[" + std::to_string(i) + "]", std::to_string(values[i]),
                          "must be finite");
  }
}

void check_set(std::span<const Coordinate> set, Coordinate n) {
  check_block_size(static_cast<int>(std::min<std::size_t>(set.size(), max_block_size + 1)));
  for (const Coordinate i : set) {
    if (i >= n) throw InvalidArgument("coordinate", std::to_string(i), "is not below " + std::to_string(n));
  }
  if (std::ranges::is_sorted(set, std::ranges::less_equal{})) return;  // increasing
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below
  std::array<Coordinate, max_block_size> sorted;
  const auto end = std::ranges::copy(set, sorted.begin()).out;
  std::sort(sorted.begin(), end);
  const auto twice = std::adjacent_find(sorted.begin(), end);
  if (twice != end) throw InvalidArgument("coordinate", std::to_string(*twice), "is twice in the block");
}

void check_changes(std::span<const Change> changes, std::size_t size) {
  for (const Change& change : changes) {
    if (change.position >= 0 && static_cast<std::size_t>(change.position) < size) continue;
    throw InvalidArgument("position of a change", std::to_string(change.position),
                          "is not below the block size, " + std::to_string(size));
  }
}

void check_block(const DenseBlock& block) {
  check_block_size(block.size);
  const auto k = static_cast<std::size_t>(block.size);
  check_count("the quadratic form", block.quadratic.size(), k * k);
  check_count("the linear term", block.linear.size(), k);
  check_count("the present values", block.current.size(), k);
}

}  // namespace lode::hybrid::detail
