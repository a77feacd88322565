#include "subgraph/state/connections.hpp"

#include <algorithm>

#include "hybrid/escape/restarts.hpp"

namespace lode::subgraph::detail {
namespace {

/// Outsiders tried by one exchange. The first few are always tried.
constexpr std::size_t most_candidates = 32;
constexpr std::size_t always_tried = 8;
/// Vertices of a bucket of weights that are sorted by d_S.
constexpr std::size_t most_sorted = 1024;
/// Parts of a set that are joined: the paths to many light ones would fill the set.
constexpr int most_parts = 8;
/// Candidates that are tested one by one before the leaves of a tree are used.
constexpr int most_tests = 8;

}  // namespace

Connections::Connections(SwapState& state, Vertex hub, Rng& draws)
    : state_(state),
      graph_(state.graph()),
      hub_(hub),
      draws_(draws),
      kept_(graph_.num_vertices()),
      seen_(graph_.num_vertices()),
      wanted_(graph_.num_vertices()),
      in_tree_(graph_.num_vertices()),
      parent_(graph_.num_vertices(), no_vertex) {}

/// Breadth-first search from the vertices of the queue. Appends each new vertex u for which `enters(v, u)`,
/// and ends once `enough(v)` after a vertex v.
template <class Enters, class Enough>
void Connections::spread(std::vector<Vertex>& queue, std::size_t head, hybrid::Marks& seen, Enters&& enters,
                         Enough&& enough) {
  for (; head < queue.size(); ++head) {
    const Vertex v = queue[head];
    work_ += graph_.degree(v);
    for (const Vertex u : graph_.neighbors(v)) {
      if (u == hub_ || seen.contains(u) || !enters(v, u)) continue;
      seen.set(u);
      queue.push_back(u);
    }
    if (enough(v)) return;
  }
}

bool Connections::touches(Vertex v) {
  work_ += graph_.degree(v);
  return std::ranges::any_of(graph_.neighbors(v), [&](Vertex u) { return contains(u); });
}

/// A search from one neighbour that ends when it has met all other neighbours.
bool Connections::removable(Vertex v) {
  wanted_.clear();
  std::size_t missing = 0;
  work_ += graph_.degree(v);
  for (const Vertex u : graph_.neighbors(v)) {
    if (!contains(u)) continue;
    if (missing++ == 0) queue_.assign(1, u);
    wanted_.set(u);
  }
  if (missing == 0) return false;
  seen_.clear();
  seen_.set(v);
  seen_.set(queue_.front());
  --missing;
  const auto enters = [&](Vertex, Vertex u) {
    if (!contains(u)) return false;
    if (wanted_.contains(u)) --missing;
    return true;
  };
  spread(queue_, 0, seen_, enters, [&](Vertex) { return missing == 0; });
  return missing == 0;
}

/// Marks in `wanted_` the vertices that have no child in a breadth-first tree.
void Connections::find_leaves() {
  const std::span<const Vertex> members = state_.members();
  queue_.assign(1, members[draws_.below(members.size())]);
  seen_.clear();
  wanted_.clear();
  seen_.set(queue_.front());
  std::size_t before = 1;
  const auto has_child = [&](Vertex v) {
    if (queue_.size() == before) wanted_.set(v);
    before = queue_.size();
    return false;
  };
  spread(
      queue_, 0, seen_, [&](Vertex, Vertex u) { return contains(u); }, has_child);
}

Vertex Connections::weakest(const hybrid::Marks& kept) {
  const BucketArray& buckets = state_.member_buckets();
  bool has_leaves = false;
  int tests = 0;
  std::size_t seen = 0;
  for (std::size_t key = buckets.empty() ? 0 : buckets.lowest(); seen < buckets.size(); ++key) {
    const std::span<const Vertex> bucket = buckets.bucket(key);
    seen += bucket.size();
    Vertex weakest = no_vertex;
    std::size_t at = bucket.empty() ? 0 : draws_.below(bucket.size());
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      const Vertex v = bucket[at];
      if (++at == bucket.size()) at = 0;
      if (kept.contains(v)) continue;
      if (weakest != no_vertex && state_.degree_into(v) >= state_.degree_into(weakest)) continue;
      if (has_leaves ? !wanted_.contains(v) : !removable(v)) {
        if (++tests == most_tests) {
          find_leaves();
          has_leaves = true;
        }
        continue;
      }
      weakest = v;
      if (!graph_.weighted()) return v;
    }
    if (weakest != no_vertex) return weakest;
  }
  return no_vertex;
}

Vertex Connections::outside_neighbor() {
  VertexSet set = state_.sorted_members();
  if (!set.empty() && set.back() == hub_) set.pop_back();
  if (set.empty()) return state_.outsiders()[draws_.below(state_.outsiders().size())];
  const auto draw = [&] {
    const Vertex v = set[draws_.below(set.size())];
    return graph_.degree(v) == 0 ? no_vertex : graph_.neighbors(v)[draws_.below(graph_.degree(v))];
  };
  const auto first = [&] {
    for (const Vertex v : set) {
      work_ += graph_.degree(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (state_.is_outsider(u)) return u;
      }
    }
    return no_vertex;
  };
  return hybrid::draw_usable(
      hybrid::seed_attempts, draw, [&](Vertex u) { return u != no_vertex && state_.is_outsider(u); }, first);
}

const std::vector<Vertex>& Connections::candidates() {
  candidates_.clear();
  const BucketArray& buckets = state_.outsider_buckets();
  std::size_t seen = 0;
  for (std::size_t key = buckets.empty() ? 0 : buckets.highest();
       seen < buckets.size() && candidates_.size() < most_candidates; --key) {
    const std::span<const Vertex> bucket = buckets.bucket(key);
    seen += bucket.size();
    const auto begin = std::ssize(candidates_);
    const std::size_t most = graph_.weighted() ? most_sorted : most_candidates;
    std::size_t at = bucket.empty() ? 0 : draws_.below(bucket.size());
    for (std::size_t i = 0; i < bucket.size() && candidates_.size() < most; ++i) {
      if (!graph_.weighted() || touches(bucket[at])) candidates_.push_back(bucket[at]);
      if (++at == bucket.size()) at = 0;
    }
    std::stable_sort(candidates_.begin() + begin, candidates_.end(),
                     [&](Vertex a, Vertex b) { return state_.degree_into(a) > state_.degree_into(b); });
  }
  candidates_.resize(std::min(candidates_.size(), most_candidates));
  return candidates_;
}

bool Connections::improve(const hybrid::Gains& gains) {
  const Weight before = state_.weight();
  kept_.clear();
  const Vertex weakest = this->weakest(kept_);
  const Weight least = weakest == no_vertex ? 0.0 : state_.degree_into(weakest);
  const std::vector<Vertex> tried = candidates();
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (i >= always_tried && state_.degree_into(tried[i]) <= least) return false;
    state_.add(tried[i]);
    kept_.clear();
    kept_.set(tried[i]);
    const Vertex out = this->weakest(kept_);
    if (out != no_vertex) {
      state_.remove(out);
      if (gains.improves(state_.weight(), before)) return true;
      state_.add(out);
    }
    state_.remove(tried[i]);
  }
  return false;
}

/// A vertex of the part that has most vertices.
Vertex Connections::largest_part() {
  Vertex best = no_vertex;
  std::size_t most = 0;
  seen_.clear();
  for (const Vertex root : state_.members()) {
    if (seen_.contains(root)) continue;
    queue_.assign(1, root);
    seen_.set(root);
    spread(
        queue_, 0, seen_, [&](Vertex, Vertex u) { return contains(u); }, [](Vertex) { return false; });
    if (queue_.size() > most) best = root;
    most = std::max(most, queue_.size());
  }
  return best;
}

/// Adds a vertex to the tree, and with it the members that are connected to it by members.
void Connections::take(Vertex v) {
  if (in_tree_.contains(v)) return;
  if (!contains(v)) state_.add(v);
  in_tree_.set(v);
  tree_.push_back(v);
  spread(
      tree_, tree_.size() - 1, in_tree_, [&](Vertex, Vertex u) { return contains(u); },
      [](Vertex) { return false; });
}

/// The nearest vertex of another part, or of one with an anchor; no_vertex if none is in reach. `parent_`
/// leads back to the tree.
Vertex Connections::nearest(bool any_part) {
  seen_.clear();
  queue_ = tree_;
  for (std::size_t i = queue_.size(); i > 1; --i) std::swap(queue_[i - 1], queue_[draws_.below(i)]);
  for (const Vertex v : queue_) seen_.set(v);
  Vertex found = no_vertex;
  const auto enters = [&](Vertex v, Vertex u) {
    parent_[u] = v;
    if (found == no_vertex && (any_part ? contains(u) : is_anchor(u))) found = u;
    return true;
  };
  spread(queue_, 0, seen_, enters, [&](Vertex) { return found != no_vertex; });
  return found;
}

void Connections::join() {
  const VertexSet& anchors = state_.anchors();
  const std::size_t count = anchors.size() - (!anchors.empty() && anchors.back() == hub_ ? 1 : 0);
  if (count == 0 && state_.members().empty()) return;
  in_tree_.clear();
  tree_.clear();
  take(count > 0 ? anchors[draws_.below(count)] : largest_part());
  for (int parts = 1;; ++parts) {
    const Vertex end = nearest(parts < most_parts);
    if (end == no_vertex) break;
    std::vector<Vertex> path;
    for (Vertex u = end; !in_tree_.contains(u); u = parent_[u]) path.push_back(u);
    for (auto u = path.rbegin(); u != path.rend(); ++u) take(*u);
  }
  const std::vector<Vertex> members(state_.members().begin(), state_.members().end());
  for (const Vertex v : members) {
    if (!in_tree_.contains(v)) state_.remove(v);
  }
}

bool Connections::complete(std::size_t size) {
  join();
  kept_.clear();
  while (state_.members().size() > size) {
    const Vertex out = weakest(kept_);
    if (out == no_vertex) return false;
    state_.remove(out);
  }
  while (state_.members().size() < size) {
    const Vertex in =
        candidates().empty() ? outside_neighbor() : candidates_.front();  // edges may weigh nothing
    if (in == no_vertex) return false;
    state_.add(in);
  }
  return true;
}

}  // namespace lode::subgraph::detail
