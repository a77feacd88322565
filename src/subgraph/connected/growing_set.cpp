#include "subgraph/connected/growing_set.hpp"

#include <algorithm>

namespace lode::subgraph::detail {

ConnectedSet::ConnectedSet(const Graph& graph, const VertexSet& anchors, const Graph& connections)
    : connections_(connections),
      state_(graph, anchors, anchors),
      anchors_(state_.anchors()),
      inner_(graph.num_vertices()),
      links_(graph.num_vertices(), 0),
      seen_(graph.num_vertices()),
      wanted_(graph.num_vertices()),
      articulation_(graph.num_vertices()),
      number_(graph.num_vertices(), 0) {
  if (has_hub()) anchors_.pop_back();
  for (const Vertex v : anchors_) {
    for (const Vertex u : connections_.neighbors(v)) {
      ++links_[u];
      if (contains(u)) inner_[v].push_back(u);
    }
  }
}

void ConnectedSet::add(Vertex v) {
  journal_.push_back(v);
  state_.add(v);
  for (const Vertex u : connections_.neighbors(v)) {
    ++links_[u];
    if (!contains(u)) continue;
    inner_[v].push_back(u);
    inner_[u].push_back(v);
  }
}

void ConnectedSet::remove(Vertex v) {
  journal_.push_back(v);
  state_.remove(v);
  for (const Vertex u : connections_.neighbors(v)) --links_[u];
  for (const Vertex u : inner_[v]) {
    std::vector<Vertex>& row = inner_[u];
    work_ += row.size();
    *std::find(row.begin(), row.end(), v) = row.back();
    row.pop_back();
  }
  inner_[v].clear();
}

VertexSet ConnectedSet::sorted_members() const {
  VertexSet set = state_.sorted_members();
  if (has_hub()) set.pop_back();
  return set;
}

void ConnectedSet::move_to(const VertexSet& set) {
  wanted_.clear();
  for (const Vertex v : set) wanted_.set(v);
  order_.assign(state_.members().begin(), state_.members().end());
  for (const Vertex v : order_) {
    if (!wanted_.contains(v)) remove(v);
  }
  for (const Vertex v : set) {
    if (!contains(v)) add(v);
  }
}

void ConnectedSet::undo_to(std::size_t moment) {
  while (journal_.size() > moment) {
    const Vertex v = journal_.back();
    contains(v) ? remove(v) : add(v);
    journal_.resize(journal_.size() - 2);  // the move and its reversal
  }
}

bool ConnectedSet::removable(Vertex v) {
  const std::vector<Vertex>& around = inner_[v];
  if (around.empty()) return false;
  seen_.clear();
  wanted_.clear();
  for (const Vertex u : around) wanted_.set(u);
  seen_.set(v);
  seen_.set(around.front());
  queue_.assign(1, around.front());
  std::size_t missing = around.size() - 1;
  for (std::size_t head = 0; head < queue_.size() && missing > 0; ++head) {
    const std::vector<Vertex>& row = inner_[queue_[head]];
    work_ += row.size();
    for (const Vertex u : row) {
      if (seen_.contains(u)) continue;
      seen_.set(u);
      queue_.push_back(u);
      if (wanted_.contains(u)) --missing;
    }
  }
  return missing == 0;
}

Vertex ConnectedSet::weakest_removable(const hybrid::Marks& kept, Rng& rng) {
  const BucketArray& buckets = state_.member_buckets();
  if (buckets.empty() || size() < 2) return no_vertex;
  bool know_articulation_points = false;
  std::size_t looked_at = 0;
  for (std::size_t key = buckets.lowest(); looked_at < buckets.size(); ++key) {
    const std::span<const Vertex> bucket = buckets.bucket(key);
    if (bucket.empty()) continue;
    looked_at += bucket.size();
    work_ += bucket.size();
    order_.assign(bucket.begin(), bucket.end());
    if (state_.graph().weighted()) {
      std::sort(order_.begin(), order_.end(), [&](Vertex a, Vertex b) {
        const Weight da = state_.degree_into(a);
        const Weight db = state_.degree_into(b);
        return da != db ? da < db : a < b;
      });
    } else {
      std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(rng.below(order_.size())),
                  order_.end());
    }
    for (const Vertex v : order_) {
      if (kept.contains(v)) continue;
      if (know_articulation_points) {
        if (!articulation_.contains(v)) return v;
      } else {
        // Most often the first one will do, and that is seen from its surroundings.
        if (removable(v)) return v;
        find_articulation_points();
        know_articulation_points = true;
      }
    }
  }
  return no_vertex;
}

bool ConnectedSet::peel_to(Vertex size, const hybrid::Marks& kept, Rng& rng) {
  while (this->size() > size) {
    const Vertex out = weakest_removable(kept, rng);
    if (out == no_vertex) return false;
    remove(out);
  }
  return true;
}

/// A depth-first search: the parent of a subtree that reaches no vertex above the parent is an articulation
/// point, and so is a root of several subtrees.
void ConnectedSet::find_articulation_points() {
  articulation_.clear();
  seen_.clear();
  path_.clear();
  std::uint32_t next_number = 0;
  const auto enter = [&](Vertex v, Vertex parent) {
    seen_.set(v);
    number_[v] = next_number++;
    path_.push_back({v, parent, 0, number_[v], 0});
  };
  enter(anchors_.empty() ? state_.members().front() : anchors_.front(), no_vertex);
  while (!path_.empty()) {
    Frame& frame = path_.back();
    const std::vector<Vertex>& row = inner_[frame.v];
    if (frame.next < row.size()) {
      const Vertex u = row[frame.next++];
      if (u == frame.parent) continue;
      if (seen_.contains(u)) {
        frame.lowest = std::min(frame.lowest, number_[u]);
      } else {
        ++frame.subtrees;
        enter(u, frame.v);
      }
      continue;
    }
    work_ += row.size();
    const Frame done = frame;
    path_.pop_back();
    if (path_.empty()) {
      if (done.subtrees > 1) articulation_.set(done.v);
      return;
    }
    Frame& parent = path_.back();
    parent.lowest = std::min(parent.lowest, done.lowest);
    if (path_.size() > 1 && done.lowest >= number_[parent.v]) articulation_.set(parent.v);
  }
}

}  // namespace lode::subgraph::detail
