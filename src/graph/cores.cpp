#include <algorithm>
#include <utility>

#include <lode/graph/cores.hpp>

#include "core/assert.hpp"

namespace lode {
namespace {

/// Vertices in queues by degree: first in, first out.
class DegreeQueues {
 public:
  DegreeQueues(Vertex num_vertices, Vertex max_degree)
      : next_(num_vertices, no_vertex),
        previous_(num_vertices, no_vertex),
        head_(max_degree + std::size_t{1}, no_vertex),
        tail_(max_degree + std::size_t{1}, no_vertex) {}

  bool empty(Vertex degree) const { return head_[degree] == no_vertex; }
  Vertex front(Vertex degree) const { return head_[degree]; }

  void push(Vertex v, Vertex degree) {
    const Vertex last = std::exchange(tail_[degree], v);
    (last == no_vertex ? head_[degree] : next_[last]) = v;
    previous_[v] = last;
    next_[v] = no_vertex;
  }
  void remove(Vertex v, Vertex degree) {
    (previous_[v] == no_vertex ? head_[degree] : next_[previous_[v]]) = next_[v];
    (next_[v] == no_vertex ? tail_[degree] : previous_[next_[v]]) = previous_[v];
  }

 private:
  std::vector<Vertex> next_, previous_, head_, tail_;
};

/// Binary heap of all vertices by (key, number), least first, whose keys may fall.
class VertexHeap {
 public:
  explicit VertexHeap(std::vector<Weight> keys)
      : keys_(std::move(keys)), heap_(keys_.size()), place_(keys_.size()) {
    for (Vertex v = 0; v < heap_.size(); ++v) heap_[v] = place_[v] = v;
    for (std::size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
  }

  bool empty() const { return heap_.empty(); }
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
    sift_up(place_[v]);
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

}  // namespace

CoreDecomposition core_decomposition(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  CoreDecomposition result;
  result.core.assign(n, no_vertex);
  result.order.reserve(n);
  std::vector<Vertex> degree(n);
  DegreeQueues queues(n, graph.max_degree());
  for (Vertex v = 0; v < n; ++v) {
    degree[v] = graph.degree(v);
    queues.push(v, degree[v]);
  }
  Vertex least = 0;
  while (result.order.size() < n) {
    while (queues.empty(least)) ++least;
    const Vertex v = queues.front(least);
    queues.remove(v, least);
    result.degeneracy = std::max(result.degeneracy, least);
    result.core[v] = result.degeneracy;
    result.order.push_back(v);
    for (const Vertex u : graph.neighbors(v)) {
      if (result.core[u] != no_vertex) continue;
      queues.remove(u, degree[u]);
      queues.push(u, --degree[u]);
    }
    if (least > 0) --least;
  }
  return result;
}

StrengthCoreDecomposition strength_cores(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Weight> strength(n);
  for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
  StrengthCoreDecomposition result;
  result.core.resize(n);
  result.order.reserve(n);
  VertexHeap heap(std::move(strength));
  while (!heap.empty()) {
    const Vertex v = heap.pop();
    Weight remaining = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (!heap.contains(u)) return;
      remaining += weight;
      heap.lower(u, weight);
    });
    result.degeneracy = std::max(result.degeneracy, remaining);
    result.core[v] = result.degeneracy;
    result.order.push_back(v);
  }
  LODE_ASSERT_LIGHT(result.order.size() == n);
  return result;
}

}  // namespace lode
