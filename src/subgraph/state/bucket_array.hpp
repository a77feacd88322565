#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph {

/// Vertices filed by a small integer key: O(1) insert, erase, and access to the lowest and highest bucket.
/// Who files a vertex keeps its key and its index in the bucket. Order inside a bucket is arbitrary but
/// deterministic.
///
/// Cost:   the search for the lowest or highest bucket walks over buckets emptied since the last one,
///         amortised by the changes that moved it.
/// Memory: 24 bytes per key, 4 per filed vertex.
class BucketArray {
 public:
  /// Keys 0 ... num_keys-1.
  explicit BucketArray(std::size_t num_keys) : buckets_(num_keys), low_(num_keys) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<const Vertex> bucket(std::size_t key) const { return buckets_[key]; }

  /// Returns the index of `v` in its bucket.
  std::uint32_t insert(Vertex v, std::size_t key) {
    std::vector<Vertex>& bucket = buckets_[key];
    bucket.push_back(v);
    if (key < low_) low_ = key;
    if (key > high_) high_ = key;
    ++size_;
    return static_cast<std::uint32_t>(bucket.size() - 1);
  }
  /// Takes out the vertex at `index`. Returns the vertex that has that index now; the erased one itself when
  /// it was the last.
  Vertex erase(std::size_t key, std::uint32_t index) {
    std::vector<Vertex>& bucket = buckets_[key];
    const Vertex last = bucket.back();
    bucket[index] = last;
    bucket.pop_back();
    --size_;
    return last;
  }
  /// Takes out all vertices of a bucket.
  void clear(std::size_t key) {
    size_ -= buckets_[key].size();
    buckets_[key].clear();
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
  std::vector<std::vector<Vertex>> buckets_;
  mutable std::size_t low_;
  mutable std::size_t high_ = 0;
  std::size_t size_ = 0;
};

}  // namespace lode::subgraph
