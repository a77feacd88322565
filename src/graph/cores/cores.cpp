#include <algorithm>
#include <cstdint>
#include <utility>

#include <lode/graph/cores.hpp>

#include "core/assert.hpp"
#include "core/page_buffer.hpp"

namespace lode {
namespace {

/// The vertices still there, by (degree, time of coming to that degree, number).
///
/// Degrees only fall, so a vertex comes to every degree once at most: a queue per degree is a list that grows
/// at its end, where an entry counts as long as its vertex has that degree. Only degrees below `top` have
/// lists; when these are used up, the vertices of the next window of degrees are gathered by time.
class PeelingQueues {
 public:
  explicit PeelingQueues(const Graph& graph) : graph_(graph), nodes_(graph.num_vertices()) {
    remaining_.reserve(nodes_.size());
    for (Vertex v = 0; v < nodes_.size(); ++v) {
      nodes_[v] = {graph.degree(v), 0};
      remaining_.push_back(v);
    }
  }

  /// Takes out the next vertex of least degree, and lowers the degrees of its neighbours. There must be one.
  Vertex take(Vertex& degree) {
    Vertex v = no_vertex;
    while ((v = next()) == no_vertex) {
      if (++least_ >= top()) open_window();
    }
    degree = least_;
    nodes_[v].degree = no_vertex;
    ++taken_;
    lower_neighbors(v);
    if (least_ > 0) --least_;
    return v;
  }

 private:
  static constexpr Vertex least_window = 16;
  static constexpr std::size_t rows_ahead = 4;
  static constexpr std::size_t nodes_ahead = 24;

  struct Node {
    Vertex degree;  ///< no_vertex: taken out
    Vertex since;   ///< how many vertices had been taken out when it came to this degree
  };
  struct List {
    std::vector<Vertex> entries;
    std::size_t used = 0;
  };

  Vertex top() const { return static_cast<Vertex>(lists_.size()); }

  Vertex next() {
    if (least_ >= top()) return no_vertex;
    List& list = lists_[least_];
    while (list.used < list.entries.size()) {
      const Vertex v = list.entries[list.used++];
      if (list.used + rows_ahead < list.entries.size()) prefetch_row(list.entries[list.used + rows_ahead]);
      if (nodes_[v].degree == least_) return v;
    }
    list.entries.clear();
    list.used = 0;
    return no_vertex;
  }

  void prefetch_row(Vertex v) const { __builtin_prefetch(graph_.targets().data() + graph_.offsets()[v]); }

  void lower_neighbors(Vertex v) {
    const auto row = graph_.neighbors(v);
    const auto lower = [&](Vertex u) {
      Node& node = nodes_[u];
      if (node.degree == no_vertex) return;
      node = {node.degree - 1, taken_};
      if (node.degree < top()) lists_[node.degree].entries.push_back(u);
    };
    const std::size_t with_prefetch = row.size() - std::min(row.size(), nodes_ahead);
    for (std::size_t i = 0; i < with_prefetch; ++i) {
      __builtin_prefetch(nodes_.data() + row[i + nodes_ahead], 1);
      lower(row[i]);
    }
    for (std::size_t i = with_prefetch; i < row.size(); ++i) lower(row[i]);
  }

  /// Gathers the vertices whose degree is within a window from the least one.
  void open_window() {
    std::erase_if(remaining_, [&](Vertex v) { return nodes_[v].degree == no_vertex; });
    least_ = no_vertex;
    for (const Vertex v : remaining_) least_ = std::min(least_, nodes_[v].degree);
    lists_.clear();
    lists_.resize(least_ + std::max(least_window, least_ / 4));
    for (const Vertex v : remaining_) {
      if (nodes_[v].degree < top()) lists_[nodes_[v].degree].entries.push_back(v);
    }
    const auto earlier = [&](Vertex u, Vertex v) { return nodes_[u].since < nodes_[v].since; };
    for (List& list : lists_) {
      if (!std::ranges::is_sorted(list.entries, earlier)) std::ranges::stable_sort(list.entries, earlier);
    }
  }

  const Graph& graph_;
  detail::PageBuffer<Node> nodes_;
  std::vector<Vertex> remaining_;  ///< increasing; those taken out are dropped now and then
  std::vector<List> lists_;        ///< by degree
  Vertex least_ = 0;
  Vertex taken_ = 0;
};

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
  CoreDecomposition result;
  result.core.resize(n);
  result.order.reserve(n);
  PassPoll poll(stop);
  if (poll.stops(n)) return std::nullopt;
  PeelingQueues queues(graph);
  while (result.order.size() < n) {
    Vertex degree = 0;
    const Vertex v = queues.take(degree);
    if (poll.stops(graph.degree(v))) return std::nullopt;
    result.degeneracy = std::max(result.degeneracy, degree);
    result.core[v] = result.degeneracy;
    result.order.push_back(v);
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

StrengthCoreDecomposition strength_cores(const Graph& graph) { return *peel_by_strength(graph, never); }

std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, const RunContext& run) {
  return peel_by_strength(graph, [&] { return run.should_stop(); });
}

}  // namespace lode
