#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>

#include "io/text/words.hpp"

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

// --- ids ---

struct IdHash {
  std::uint64_t operator()(std::uint64_t id) const {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;
    id *= multiplier;
    return (id ^ id >> 32) * multiplier;
  }
};

/// 64-bit ids in the order of their numbers.
class KeptIds {
 public:
  using Key = std::uint64_t;
  using Tag = Key;

  std::size_t size() const { return ids_.size(); }
  /// In the order of their numbers.
  std::vector<Key> take_ids() && { return std::move(ids_); }

 protected:
  std::uint32_t keep(Key id) {
    ids_.push_back(id);
    return static_cast<std::uint32_t>(ids_.size());
  }
  std::uint32_t number_at(std::uint32_t place) const { return place - 1; }
  Key key_at(std::uint32_t place) const { return ids_[place - 1]; }
  static Tag tag_of(Key id, std::uint64_t) { return id; }
  bool holds(std::uint32_t, Key) const { return true; }

 private:
  std::vector<Key> ids_;
};

template <class Hash = IdHash>
class IdTable : public KeyTable<KeptIds, Hash> {};

// --- labels ---

/// Multiplies words of the label into each other, the two halves of every product added without carry.
struct LabelHash {
  std::uint64_t operator()(std::string_view label) const {
    constexpr std::uint64_t a = 0x9E3779B97F4A7C15u;
    constexpr std::uint64_t b = 0xD6E8FEB86659FD93u;
    const std::size_t size = label.size();
    std::uint64_t hash = size * a;
    if (size < 8) {
      char bytes[8] = {};
      std::copy(label.begin(), label.end(), bytes);
      return fold(load_word(bytes) ^ b, hash ^ a);
    }
    const char* const last = label.data() + size - 8;
    for (const char* p = label.data(); p < last; p += 8) hash = fold(load_word(p) ^ b, hash ^ a);
    return fold(fold(load_word(last) ^ b, hash ^ a), a);
  }

 private:
  static std::uint64_t fold(std::uint64_t x, std::uint64_t y) {
    const uint128 product = static_cast<uint128>(x) * y;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

/// A label that a LabelTable keeps, while it does: a word for number and size, then the bytes.
class LabelRecord {
 public:
  explicit LabelRecord(std::uint64_t* words = nullptr) : words_(words) {}

  const std::uint64_t* words() const { return words_; }
  static std::size_t words_for(std::string_view label) { return 1 + (label.size() + 7) / 8; }
  void write(std::string_view label, std::uint32_t number) {
    *words_ = std::uint64_t{label.size()} << 32 | number;
    copy_text(reinterpret_cast<char*>(words_ + 1), label.data(), label.size());
  }
  void set_number(std::uint32_t number) { *words_ = *words_ >> 32 << 32 | number; }
  std::uint32_t number() const { return static_cast<std::uint32_t>(*words_); }
  std::string_view label() const {
    return {reinterpret_cast<const char*>(words_ + 1), static_cast<std::size_t>(*words_ >> 32)};
  }

 private:
  std::uint64_t* words_;
};

/// Labels in the order of their numbers, each kept once.
class KeptLabels {
 public:
  using Key = std::string_view;
  using Tag = std::uint32_t;

  /// Whether one more label can be kept, whatever was: records take less than 2^35 bytes.
  bool has_room(Key label) const {
    return (pieces_.size() + 1) * run_words + LabelRecord::words_for(label) < UINT32_MAX;
  }
  std::size_t size() const { return count_; }
  /// In the order of their numbers.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Run& run : runs_) {
      for (std::size_t i = 0; i < run.used;) {
        const LabelRecord record(run.words.get() + i);
        i += LabelRecord::words_for(record.label());
        visit(record);
      }
    }
  }

 protected:
  std::uint32_t number_at(std::uint32_t place) const { return record_at(place).number(); }
  Key key_at(std::uint32_t place) const { return record_at(place).label(); }
  static Tag tag_of(Key, std::uint64_t hash) { return static_cast<Tag>(hash); }
  bool holds(std::uint32_t place, Key label) const { return same(key_at(place), label); }

  /// Copies the label, of fewer than 2^32 bytes, under the next number; returns the place of its record.
  std::uint32_t keep(Key label) {
    const std::size_t words = LabelRecord::words_for(label);
    if (free_words_ < words) {
      const std::size_t pieces = (words + run_words - 1) / run_words;
      run_place_ = pieces_.size() * run_words + 1;
      free_words_ = pieces * run_words;
      runs_.push_back({std::make_unique_for_overwrite<std::uint64_t[]>(free_words_)});
      for (std::size_t i = 0; i < pieces; ++i) pieces_.push_back(runs_.back().words.get() + i * run_words);
    }
    Run& run = runs_.back();
    const auto place = static_cast<std::uint32_t>(run_place_ + run.used);
    LabelRecord(run.words.get() + run.used).write(label, static_cast<std::uint32_t>(count_++));
    run.used += words;
    free_words_ -= words;
    return place;
  }

 private:
  static constexpr std::size_t run_words = std::size_t{1} << 11;

  /// Records one after the other.
  struct Run {
    std::unique_ptr<std::uint64_t[]> words;
    std::size_t used = 0;
  };

  LabelRecord record_at(std::uint32_t place) const {
    return LabelRecord(pieces_[(place - 1) / run_words] + (place - 1) % run_words);
  }

  static bool same(Key x, Key y) {
    if (x.size() != y.size()) return false;
    if (x.size() < 8) return x == y;
    const std::size_t last = x.size() - 8;
    for (std::size_t i = 0; i < last; i += 8) {
      if (load_word(x.data() + i) != load_word(y.data() + i)) return false;
    }
    return load_word(x.data() + last) == load_word(y.data() + last);
  }

  std::size_t count_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint64_t*> pieces_;  ///< of the runs, run_words each
  std::size_t run_place_ = 1;           ///< of the last run
  std::size_t free_words_ = 0;          ///< in it
};

template <class Hash = LabelHash>
class LabelTable : public KeyTable<KeptLabels, Hash> {};

}  // namespace lode::detail
