#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <lode/core/types.hpp>

namespace lode {

/// Vertices filed by a small integer key: O(1) insert, erase, change of key, and access to the lowest and
/// highest bucket. Order inside a bucket is arbitrary but deterministic.
///
/// Cost:   the search for the lowest or highest bucket walks over buckets emptied since the last one,
/// amortised by
///         the key changes that moved it.
/// Memory: 8 bytes per vertex of the graph, 24 per key, 4 per filed vertex.
class BucketArray {
 public:
  /// Keys 0 ... num_keys-1, vertices 0 ... num_vertices-1.
  BucketArray(Vertex num_vertices, std::size_t num_keys)
      : buckets_(num_keys), place_(num_vertices, 0), key_(num_vertices, absent), low_(num_keys), high_(0) {}

  bool contains(Vertex v) const { return key_[v] != absent; }
  std::size_t key(Vertex v) const { return key_[v]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t num_keys() const { return buckets_.size(); }
  std::span<const Vertex> bucket(std::size_t key) const { return buckets_[key]; }

  void insert(Vertex v, std::size_t key) {
    place(v, key);
    ++size_;
  }
  void erase(Vertex v) {
    take_out(v);
    key_[v] = absent;
    --size_;
  }
  void change_key(Vertex v, std::size_t key) {
    if (key_[v] == key) return;
    take_out(v);
    place(v, key);
  }

  /// Smallest and largest key in use; only when not empty.
  std::size_t lowest() const {
    while (buckets_[low_].empty()) ++low_;
    return low_;
  }
  std::size_t highest() const {
    while (buckets_[high_].empty()) --high_;
    return high_;
  }

 private:
  static constexpr std::uint32_t absent = 0xFFFFFFFFu;

  void place(Vertex v, std::size_t key) {
    place_[v] = static_cast<std::uint32_t>(buckets_[key].size());
    key_[v] = static_cast<std::uint32_t>(key);
    buckets_[key].push_back(v);
    if (key < low_) low_ = key;
    if (key > high_) high_ = key;
  }
  void take_out(Vertex v) {
    std::vector<Vertex>& bucket = buckets_[key_[v]];
    const Vertex last = bucket.back();
    bucket[place_[v]] = last;
    place_[last] = place_[v];
    bucket.pop_back();
  }

  std::vector<std::vector<Vertex>> buckets_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> key_;
  mutable std::size_t low_;
  mutable std::size_t high_;
  std::size_t size_ = 0;
};

}  // namespace lode
