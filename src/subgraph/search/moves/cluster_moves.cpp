#include "subgraph/search/moves/cluster_moves.hpp"

#include <algorithm>
#include <limits>

namespace lode::subgraph::detail {
namespace {

/// A look at a candidate reads one number where an arc that is visited changes a vertex: so many of them are
/// charged as one arc.
constexpr std::size_t candidates_per_arc = 4;

}  // namespace

ClusterMoves::ClusterMoves(SwapState& state, Rng& rng)
    : state_(state),
      rng_(rng),
      size_(static_cast<Vertex>(state.members().size())),
      protected_(state.graph().num_vertices()),
      seen_(state.graph().num_vertices()) {}

Vertex ClusterMoves::draw_kick_size(Vertex largest) {
  const auto outsiders = static_cast<Vertex>(state_.outsiders().size());
  const Vertex most = std::min({largest, std::max<Vertex>(1, size_ / 2), outsiders});
  return static_cast<Vertex>(1 + rng_.below(most));
}

void ClusterMoves::kick(Vertex seed, Vertex wanted) {
  end_protection();
  grow(seed, wanted, [&](Vertex v) { protect(v); });
  peel_to_size();
}

void ClusterMoves::merge(const VertexSet& other) {
  for (const Vertex v : other) {
    if (state_.is_outsider(v)) state_.add(v);
  }
  peel_to_size();
}

void ClusterMoves::peel_to_size() {
  while (state_.members().size() > size_) state_.remove(weakest_member());
}

Vertex ClusterMoves::weakest_member() const {
  const BucketArray& buckets = state_.member_buckets();
  for (std::size_t key = buckets.lowest();; ++key) {
    Vertex weakest = no_vertex;
    for (const Vertex v : buckets.bucket(key)) {
      if (is_protected(v)) continue;
      if (!state_.graph().weighted()) return v;
      if (weakest == no_vertex || state_.degree_into(v) < state_.degree_into(weakest)) weakest = v;
    }
    if (weakest != no_vertex) return weakest;
  }
}

void ClusterMoves::drop_some() {
  for (auto left = 1 + rng_.below(std::max<Vertex>(1, size_ / 2)); left > 0; --left) {
    state_.remove(state_.members()[rng_.below(state_.members().size())]);
  }
}

void ClusterMoves::add_candidates(Vertex v) {
  for (const Vertex u : state_.graph().neighbors(v)) {
    if (!state_.is_outsider(u) || seen_.contains(u) || is_protected(u)) continue;
    seen_.set(u);
    candidates_.push_back(u);
  }
}

Vertex ClusterMoves::best_candidate() {
  std::size_t best = candidates_.size();
  Weight best_degree = -std::numeric_limits<Weight>::infinity();
  std::uint64_t ties = 0;
  work_ += candidates_.size() / candidates_per_arc;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Weight degree = state_.degree_into(candidates_[i]);
    if (degree < best_degree) continue;
    ties = degree > best_degree ? 1 : ties + 1;
    if (ties > 1 && rng_.below(ties) != 0) continue;
    best_degree = degree;
    best = i;
  }
  if (best == candidates_.size()) return no_vertex;
  const Vertex chosen = candidates_[best];
  candidates_[best] = candidates_.back();
  candidates_.pop_back();
  return chosen;
}

}  // namespace lode::subgraph::detail
