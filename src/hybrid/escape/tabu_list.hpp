#pragma once

// Which items a search must leave alone for some steps after it has moved them.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lode::hybrid {

/// Items 0 ... n-1, each free or forbidden for a number of steps. The list has a clock: `advance` begins the
/// next step.
///
/// Cost: O(1) per call. Memory: 8 bytes per item.
class TabuList {
 public:
  /// No item is ever forbidden for more than `longest` steps.
  TabuList(std::size_t n, std::uint64_t longest) : longest_(longest), free_at_(n, 0) {}

  /// The number of the present step.
  std::uint64_t now() const { return now_; }
  void advance() { ++now_; }
  bool is_free(std::size_t item) const { return free_at_[item] <= now_; }
  /// The first step at which the item may move.
  std::uint64_t free_at(std::size_t item) const { return free_at_[item]; }

  /// The item stays where it is for the next `steps` steps.
  void forbid(std::size_t item, std::uint64_t steps) { free_at_[item] = now_ + 1 + steps; }
  /// All items are free from the present step on, whose number rises for it.
  void release_all() { now_ += longest_ + 1; }

 private:
  std::uint64_t longest_;
  std::uint64_t now_ = 0;
  std::vector<std::uint64_t> free_at_;
};

/// Names the items of a tabu list that a step may free, for states that keep a mark on every forbidden item.
/// An item that was forbidden twice is named twice: the caller asks the list.
///
/// Cost: O(1) per item added and named.
template <class Item>
class ReleaseRing {
 public:
  /// `longest` as for the list.
  explicit ReleaseRing(std::uint64_t longest) : at_(longest + 2) {}

  /// `step`: at most `longest` + 1 steps ahead.
  void add(Item item, std::uint64_t step) { at_[step % at_.size()].push_back(item); }
  /// Calls release(item) for every item added for that step. Every step is asked for, in order.
  template <class Release>
  void release(std::uint64_t step, Release&& release) {
    std::vector<Item>& items = at_[step % at_.size()];
    for (const Item item : items) release(item);
    items.clear();
  }
  /// Names all items, whatever their step.
  template <class Release>
  void release_all(Release&& release) {
    for (std::vector<Item>& items : at_) {
      for (const Item item : items) release(item);
      items.clear();
    }
  }

 private:
  std::vector<std::vector<Item>> at_;
};

}  // namespace lode::hybrid
