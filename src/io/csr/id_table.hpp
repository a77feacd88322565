#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "io/csr/open_addressing.hpp"

namespace lode::detail {

struct IdHash {
  std::uint64_t operator()(std::uint64_t id) const {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;
    id *= multiplier;
    return (id ^ id >> 32) * multiplier;
  }
};

/// Numbers different 64-bit ids in the order in which they are met, by open addressing. A table in which an
/// id would stand further from its place than it ever does by chance - somebody chose the ids - becomes a
/// search tree.
template <class Hash = IdHash>
class IdTable {
 public:
  using Key = std::uint64_t;

  IdTable() : slots_(first_slots) {}

  static std::uint64_t hash(Key id) { return Hash{}(id); }

  /// Where `number` looks first; nowhere in particular once keys are in a tree.
  const void* place(std::uint64_t hash) const { return in_tree_ ? nullptr : &slots_[home(hash)]; }
  /// `hash` is that of the id. Fewer than 2^32 different ids.
  std::uint32_t number(Key id, std::uint64_t hash) {
    if (in_tree_) return number_in_tree(id);
    std::size_t place = home(hash);
    for (std::size_t distance = 0; !slots_[place].free(); place = (place + 1) & (slots_.size() - 1)) {
      if (slots_[place].id == id) return slots_[place].number - 1;
      if (++distance == farthest) {
        move_to_tree();
        return number_in_tree(id);
      }
    }
    ids_.push_back(id);
    slots_[place] = {id, static_cast<std::uint32_t>(ids_.size())};
    if (ids_.size() > slots_.size() / 2) grow();
    return static_cast<std::uint32_t>(ids_.size() - 1);
  }

  std::size_t size() const { return ids_.size(); }
  /// In the order of their numbers.
  std::vector<Key> take_ids() && { return std::move(ids_); }

 private:
  static constexpr std::size_t first_slots = 64;
  static constexpr std::size_t farthest = 256;

  struct Slot {
    Key id = 0;
    std::uint32_t number = 0;  ///< 0: free, else number + 1
    bool free() const { return number == 0; }
  };

  /// The highest bits have chosen the bucket; these follow.
  std::size_t home(std::uint64_t hash) const { return (hash << 10) >> shift_; }

  std::uint32_t number_in_tree(Key id) {
    const auto [place, added] = tree_.try_emplace(id, static_cast<std::uint32_t>(ids_.size()));
    if (added) ids_.push_back(id);
    return place->second;
  }
  void move_to_tree() {
    for (std::size_t i = 0; i < ids_.size(); ++i) tree_.emplace(ids_[i], static_cast<std::uint32_t>(i));
    slots_ = {};
    in_tree_ = true;
  }
  void grow() {
    --shift_;
    double_slots(slots_, [&](const Slot& slot) { return home(hash(slot.id)); });
  }

  std::vector<Key> ids_;
  std::vector<Slot> slots_;
  unsigned shift_ = 64 - std::countr_zero(first_slots);
  bool in_tree_ = false;
  std::map<Key, std::uint32_t> tree_;
};

}  // namespace lode::detail
