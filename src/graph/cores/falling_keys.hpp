#pragma once

#include <algorithm>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

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
  /// No key is smaller; just after pop, the key of the vertex that it returned.
  Vertex least() const { return least_; }
  bool contains(Vertex v) const { return nodes_[v].key != no_vertex; }
  /// The key of a vertex that is there.
  Vertex key(Vertex v) const { return nodes_[v].key; }
  /// Lowers the key of a vertex that is there by 1.
  void lower(Vertex v) {
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

}  // namespace lode::detail
