#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

namespace lode::detail {

/// Numbers different keys in the order in which they are met. `Kept` keeps every key once; it is found by
/// open addressing over 32 bits of its hash. Where a key would stand
/// further from its place than it ever does by chance, somebody has chosen the keys: the table then becomes a
/// search tree.
///
/// Kept has: Key; Tag, what a slot of the table remembers of a key: the key itself, or the low 32 bits of its
/// hash, where holds(place, key) tells whether it is the key; tag_of(key, hash); size(); keep(key), which
/// gives it the number size() and returns its place, from 1 on; and of a place number_at and key_at, which
/// stays as long as Kept does.
template <class Kept, class Hash>
class KeyTable : public Kept {
 public:
  using Key = typename Kept::Key;
  using Tag = typename Kept::Tag;

  KeyTable() : slots_(first_slots) {}

  static std::uint64_t hash(Key key) { return Hash{}(key); }

  /// Where `number` looks first; nowhere in particular once keys are in a tree.
  const void* place(std::uint64_t hash) const { return in_tree_ ? nullptr : &slots_[home(hash)]; }
  /// `hash` is that of the key. Fewer than 2^32 different keys.
  std::uint32_t number(Key key, std::uint64_t hash) {
    if (in_tree_) return number_in_tree(key);
    const Tag tag = Kept::tag_of(key, hash);
    std::size_t slot = home(hash);
    for (std::size_t distance = 0; slots_[slot].place != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].tag == tag && Kept::holds(slots_[slot].place, key))
        return Kept::number_at(slots_[slot].place);
      if (++distance == farthest) {
        move_to_tree();
        return number_in_tree(key);
      }
    }
    slots_[slot] = {tag, Kept::keep(key)};
    if (Kept::size() > slots_.size() / 2) grow();
    return static_cast<std::uint32_t>(Kept::size() - 1);
  }

  /// Frees what only `number` needs; it must not be called afterwards.
  void close() {
    slots_ = {};
    tree_.clear();
  }

 private:
  static constexpr std::size_t first_slots = 64;
  static constexpr std::size_t farthest = 256;

  struct Slot {
    Tag tag = 0;
    std::uint32_t place = 0;  ///< 0: free
  };

  std::size_t home(std::uint64_t hash) const { return hash << 32 >> shift_; }
  /// The low 32 bits of the hash, at least.
  static std::uint64_t hash_of(Tag tag) {
    if constexpr (std::is_same_v<Tag, Key>) {
      return hash(tag);
    } else {
      return tag;
    }
  }

  std::uint32_t number_in_tree(Key key) {
    if (const auto found = tree_.find(key); found != tree_.end()) return found->second;
    const std::uint32_t place = Kept::keep(key);
    return tree_.emplace(Kept::key_at(place), Kept::number_at(place)).first->second;
  }
  void move_to_tree() {
    for (const Slot& slot : slots_) {
      if (slot.place != 0) tree_.emplace(Kept::key_at(slot.place), Kept::number_at(slot.place));
    }
    slots_ = {};
    in_tree_ = true;
  }
  void grow() {
    --shift_;
    std::vector<Slot> smaller(2 * slots_.size());
    smaller.swap(slots_);
    for (const Slot& taken : smaller) {
      if (taken.place == 0) continue;
      std::size_t slot = home(hash_of(taken.tag));
      while (slots_[slot].place != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = taken;
    }
  }

  std::vector<Slot> slots_;
  unsigned shift_ = 64 - std::countr_zero(first_slots);
  bool in_tree_ = false;
  std::map<Key, std::uint32_t> tree_;
};

}  // namespace lode::detail
