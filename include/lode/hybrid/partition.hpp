#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

/// The coordinates 0..n-1, but for frozen ones, split into a support (ones, nonzeros, members) and the rest;
/// O(1) moves between the sides and O(1) access to the i-th of either, so both can be sampled. Order inside a
/// side is arbitrary but deterministic.
class Partition {
 public:
  explicit Partition(Coordinate size = 0) : order_(size), place_(size), end_(size) {
    std::iota(order_.begin(), order_.end(), Coordinate{0});
    std::iota(place_.begin(), place_.end(), Coordinate{0});
  }

  Coordinate size() const { return static_cast<Coordinate>(order_.size()); }
  std::span<const Coordinate> support() const { return {order_.data(), support_size_}; }
  std::span<const Coordinate> rest() const {
    return {order_.data() + support_size_, static_cast<std::size_t>(end_ - support_size_)};
  }

  void add(Coordinate i) { swap_places(place_[i], support_size_++); }
  void remove(Coordinate i) { swap_places(place_[i], --support_size_); }
  /// Takes a coordinate of the rest out of both sides for good.
  void freeze(Coordinate i) { swap_places(place_[i], --end_); }

 private:
  void swap_places(Coordinate a, Coordinate b) {
    std::swap(order_[a], order_[b]);
    place_[order_[a]] = a;
    place_[order_[b]] = b;
  }

  std::vector<Coordinate> order_;
  std::vector<Coordinate> place_;
  Coordinate support_size_ = 0;
  Coordinate end_ = 0;  ///< of the rest; what lies behind is frozen
};

}  // namespace lode::hybrid
