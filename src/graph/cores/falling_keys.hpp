#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/cores.hpp>

namespace lode::detail {

/// strength_cores with a value >= 0 of every vertex added to its strength; no values: as without.
std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, std::span<const Weight> values,
                                                        const RunContext& run);

// The two queues of peelings, which remove a vertex of least key again and again.

/// Vertices with keys that fall by one at a time. Ties go to the vertex that has had its key for longest, at
/// the start to the smaller number.
///
/// The vertices of one key form a linked list, in the order in which they came to that key. The list of key k
/// begins and ends at node n + k. Memory: 12 bytes for every vertex and every key.
class FallingKeys {
 public:
  /// key(v) for every v < n, at most `most`.
  template <class Key>
  FallingKeys(Vertex n, Vertex most, const Key& key) : n_(n), nodes_(std::size_t{n} + most + 1) {
    for (std::size_t i = n; i < nodes_.size(); ++i)
      nodes_[i].before = nodes_[i].after = static_cast<Vertex>(i);
    for (Vertex v = 0; v < n; ++v) append(v, key(v));
  }

  /// Removes the vertex of least key, and returns it; there is one.
  Vertex pop() {
    while (nodes_[n_ + least_].after == n_ + least_) ++least_;
    const Vertex v = nodes_[n_ + least_].after;
    unlink(v);
    nodes_[v].key = no_vertex;
    return v;
  }
  /// No key is smaller; just after pop, the key of the returned vertex.
  Vertex least() const { return least_; }
  bool contains(Vertex v) const { return nodes_[v].key != no_vertex; }
  /// The key of a vertex that is there.
  Vertex key(Vertex v) const { return nodes_[v].key; }
  /// Lowers the key of a vertex that is there by 1, the only amount.
  void lower(Vertex v, Vertex = 1) {
    unlink(v);
    append(v, nodes_[v].key - 1);
    least_ = std::min(least_, nodes_[v].key);
  }

 private:
  struct Node {
    Vertex key = no_vertex;  ///< no_vertex: removed, or the ends of a list
    Vertex before = no_vertex, after = no_vertex;
  };

  void append(Vertex v, Vertex key) {
    const Vertex ends = n_ + key;
    nodes_[v] = {key, nodes_[ends].before, ends};
    nodes_[nodes_[ends].before].after = v;
    nodes_[ends].before = v;
  }
  void unlink(Vertex v) {
    nodes_[nodes_[v].before].after = nodes_[v].after;
    nodes_[nodes_[v].after].before = nodes_[v].before;
  }

  Vertex n_;
  Vertex least_ = 0;
  std::vector<Node> nodes_;
};

/// Binary heap of all vertices by (key, number), least first, whose keys may fall, or rise by negative
/// amounts.
class FallingHeap {
 public:
  explicit FallingHeap(std::vector<Weight> keys)
      : keys_(std::move(keys)), heap_(keys_.size()), place_(keys_.size()) {
    for (Vertex v = 0; v < heap_.size(); ++v) heap_[v] = place_[v] = v;
    for (std::size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
  }

  Vertex pop() {
    const Vertex top = heap_.front();
    const Vertex last = heap_.back();
    heap_.pop_back();
    place_[top] = no_vertex;
    if (!heap_.empty()) {
      put(last, 0);
      sift_down(0);
    }
    return top;
  }
  bool contains(Vertex v) const { return place_[v] != no_vertex; }
  void lower(Vertex v, Weight amount) {
    keys_[v] -= amount;
    amount < 0.0 ? sift_down(place_[v]) : sift_up(place_[v]);
  }

 private:
  bool before(Vertex a, Vertex b) const { return keys_[a] < keys_[b] || (keys_[a] == keys_[b] && a < b); }
  void put(Vertex v, std::size_t i) {
    heap_[i] = v;
    place_[v] = static_cast<Vertex>(i);
  }
  void sift_up(std::size_t i) {
    const Vertex v = heap_[i];
    for (; i > 0 && before(v, heap_[(i - 1) / 2]); i = (i - 1) / 2) put(heap_[(i - 1) / 2], i);
    put(v, i);
  }
  void sift_down(std::size_t i) {
    const Vertex v = heap_[i];
    for (std::size_t child = 2 * i + 1; child < heap_.size(); child = 2 * i + 1) {
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], v)) break;
      put(heap_[child], i);
      i = child;
    }
    put(v, i);
  }

  std::vector<Weight> keys_;
  std::vector<Vertex> heap_, place_;
};

}  // namespace lode::detail
