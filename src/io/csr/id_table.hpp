#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/csr/key_table.hpp"

namespace lode::detail {

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

}  // namespace lode::detail
