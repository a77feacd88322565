#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lode/graph/cores.hpp>

#include "core/assert.hpp"
#include "graph/cores/falling_keys.hpp"

namespace lode {
namespace {

/// Binary heap of all vertices by (key, number), least first, whose keys may fall, or rise by negative
/// amounts.
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

/// Asks `stop` after every so many arcs and vertices: about a millisecond, or ten with heaps.
template <class Stop>
class PassPoll {
 public:
  explicit PassPoll(const Stop& stop) : stop_(stop) {}
  bool stops(std::uint64_t visited) {
    visited_ += visited + 1;
    if (visited_ < visits_between) return false;
    visited_ = 0;
    return stop_();
  }

 private:
  static constexpr std::uint64_t visits_between = std::uint64_t{1} << 17;
  const Stop& stop_;
  std::uint64_t visited_ = 0;
};

template <class Stop>
std::optional<CoreDecomposition> peel_by_degree(const Graph& graph, const Stop& stop) {
  const Vertex n = graph.num_vertices();
  PassPoll poll(stop);
  if (poll.stops(n)) return std::nullopt;
  detail::FallingKeys degrees(n, graph.max_degree(), [&](Vertex v) { return graph.degree(v); });
  CoreDecomposition result;
  result.core.resize(n);
  result.order.reserve(n);
  while (result.order.size() < n) {
    const Vertex v = degrees.pop();
    if (poll.stops(graph.degree(v))) return std::nullopt;
    result.degeneracy = std::max(result.degeneracy, degrees.least());
    result.core[v] = result.degeneracy;
    result.order.push_back(v);
    for (const Vertex u : graph.neighbors(v)) {
      if (degrees.contains(u)) degrees.lower(u);
    }
  }
  return result;
}

template <class Stop>
std::optional<StrengthCoreDecomposition> peel_by_strength(const Graph& graph, const Stop& stop) {
  const Vertex n = graph.num_vertices();
  PassPoll poll(stop);
  if (poll.stops(graph.num_arcs())) return std::nullopt;
  std::vector<Weight> strength(n);
  for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
  StrengthCoreDecomposition result;
  result.core.resize(n);
  result.order.reserve(n);
  VertexHeap heap(std::move(strength));
  while (!heap.empty()) {
    const Vertex v = heap.pop();
    if (poll.stops(graph.degree(v))) return std::nullopt;
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

constexpr auto never = [] { return false; };

}  // namespace

CoreDecomposition core_decomposition(const Graph& graph) { return *peel_by_degree(graph, never); }

std::optional<CoreDecomposition> core_decomposition(const Graph& graph, const RunContext& run) {
  return peel_by_degree(graph, [&] { return run.should_stop(); });
}

std::vector<Vertex> core_numbers(const Graph& graph, const RunContext& run) {
  std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  return cores ? std::move(cores->core) : std::vector<Vertex>();
}

StrengthCoreDecomposition strength_cores(const Graph& graph) { return *peel_by_strength(graph, never); }

std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, const RunContext& run) {
  return peel_by_strength(graph, [&] { return run.should_stop(); });
}

}  // namespace lode
