#include "subgraph/hybrid/kick/moves.hpp"

#include <algorithm>

namespace lode::subgraph::detail {

KickMoves::KickMoves(SwapState& state, KickSeeds& seeds, Rng& rng)
    : state_(state),
      seeds_(seeds),
      rng_(rng),
      size_(static_cast<Vertex>(state.members().size())),
      protected_(state.graph().num_vertices()),
      growth_(state, rng) {}

void KickMoves::kick(Vertex largest) {
  const auto outsiders = static_cast<Vertex>(state_.outsiders().size());
  const Vertex most = std::min({largest, std::max<Vertex>(1, size_ / 2), outsiders});
  const auto wanted = static_cast<Vertex>(1 + rng_.below(most));
  end_protection();
  grow(seeds_.near_set(), wanted, [&](Vertex v) { protect(v); });
  peel_to_size();
}

void KickMoves::merge(const VertexSet& other) {
  for (const Vertex v : other) {
    if (state_.is_outsider(v)) state_.add(v);
  }
  peel_to_size();
}

void KickMoves::peel_to_size() {
  while (state_.members().size() > size_) state_.remove(weakest_member());
}

Vertex KickMoves::weakest_member() const {
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

void KickMoves::drop_some() {
  for (auto left = 1 + rng_.below(std::max<Vertex>(1, size_ / 2)); left > 0; --left) {
    state_.remove(state_.members()[rng_.below(state_.members().size())]);
  }
}

}  // namespace lode::subgraph::detail
