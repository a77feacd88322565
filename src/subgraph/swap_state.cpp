#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

#include <lode/subgraph/swap_state.hpp>

#include "core/assert.hpp"

namespace lode {
namespace {

/// Exponent and leading four mantissa bits of a positive double; monotone.
std::uint64_t logarithmic_key(double value) { return std::bit_cast<std::uint64_t>(value) >> 48; }

}  // namespace

DegreeKeys::DegreeKeys(const Graph& graph) : weighted_(graph.weighted()) {
  if (!weighted_) {
    count_ = graph.max_degree() + std::size_t{1};
    return;
  }
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) largest = std::max(largest, graph.strength(v));
  for (const Weight weight : graph.weights()) {
    if (weight > 0.0) smallest = std::min(smallest, weight);
  }
  if (largest == 0.0) return;
  // Keys from a little below the smallest weight to a little above the largest strength; rounding leaves
  // crumbs below, which count as zero.
  offset_ = logarithmic_key(smallest) - 1;
  count_ = static_cast<std::size_t>(logarithmic_key(largest) - offset_) + 2;
}

std::size_t DegreeKeys::operator()(double degree) const {
  if (!weighted_) return static_cast<std::size_t>(degree);
  if (!(degree > 0.0)) return 0;
  const std::uint64_t key = logarithmic_key(degree);
  return key <= offset_ ? 0 : std::min(count_ - 1, static_cast<std::size_t>(key - offset_));
}

SwapState::SwapState(const Graph& graph, const VertexSet& members, const VertexSet& anchors)
    : graph_(graph),
      keys_(graph),
      partition_(graph.num_vertices()),
      anchors_(anchors),
      degree_(graph.num_vertices(), 0.0),
      members_(graph.num_vertices(), keys_.count()),
      outsiders_(graph.num_vertices(), keys_.count()) {
  std::sort(anchors_.begin(), anchors_.end());
  for (const Vertex v : members) partition_.add(v);
  for (const Vertex v : members) {
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      degree_[u] += w;
      if (is_member(u)) weight_ += u > v ? w : 0.0;
    });
  }
  for (const Vertex v : anchors) {
    LODE_ASSERT_NORMAL(is_member(v));
    partition_.remove(v);
    partition_.freeze(v);
  }
  for (const Vertex v : members) {
    if (is_member(v)) members_.insert(v, keys_(degree_[v]));
    for (const Vertex u : graph_.neighbors(v)) {
      if (is_outsider(u)) refile(u);
    }
  }
}

void SwapState::refile(Vertex v) {
  const std::size_t key = keys_(degree_[v]);
  if (is_member(v)) {
    members_.change_key(v, key);
  } else if (!is_outsider(v)) {
    return;  // anchored
  } else if (key == 0) {
    if (outsiders_.contains(v)) outsiders_.erase(v);
  } else if (outsiders_.contains(v)) {
    outsiders_.change_key(v, key);
  } else {
    outsiders_.insert(v, key);
  }
}

void SwapState::undo_journal() {
  end_journal();
  for (auto v = journal_.rbegin(); v != journal_.rend(); ++v) is_member(*v) ? remove(*v) : add(*v);
}

void SwapState::add(Vertex v) {
  LODE_ASSERT_NORMAL(is_outsider(v));
  if (journaling_) journal_.push_back(v);
  work_ += graph_.degree(v);
  if (outsiders_.contains(v)) outsiders_.erase(v);
  partition_.add(v);
  members_.insert(v, keys_(degree_[v]));
  weight_ += degree_[v];
  graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
    degree_[u] += w;
    refile(u);
  });
}

void SwapState::remove(Vertex v) {
  LODE_ASSERT_NORMAL(is_member(v));
  if (journaling_) journal_.push_back(v);
  work_ += graph_.degree(v);
  members_.erase(v);
  partition_.remove(v);
  weight_ -= degree_[v];
  graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
    degree_[u] -= w;
    refile(u);
  });
  refile(v);
}

void SwapState::move_to(const VertexSet& set) {
  VertexSet present(members().begin(), members().end());
  std::sort(present.begin(), present.end());
  VertexSet leaving;
  std::set_difference(present.begin(), present.end(), set.begin(), set.end(), std::back_inserter(leaving));
  for (const Vertex v : leaving) remove(v);
  for (const Vertex v : set) {
    if (is_outsider(v)) add(v);
  }
}

VertexSet SwapState::sorted_members() const {
  VertexSet set(members().begin(), members().end());
  set.insert(set.end(), anchors_.begin(), anchors_.end());
  std::sort(set.begin(), set.end());
  return set;
}

}  // namespace lode
