#include "subgraph/connected/connected_kick.hpp"

#include <algorithm>
#include <cstddef>

namespace lode::subgraph::detail {
namespace {

/// A look at a candidate reads one number: so many of them are charged as one arc.
constexpr std::size_t looks_per_arc = 4;

}  // namespace

ConnectedKick::ConnectedKick(ConnectedSet& set, Vertex s, Rng& rng)
    : set_(set),
      s_(s),
      rng_(rng),
      kept_(set.state().graph().num_vertices()),
      candidate_(set.state().graph().num_vertices()) {}

bool ConnectedKick::kick(Vertex seed, Vertex largest) {
  const auto outsiders = static_cast<Vertex>(set_.state().outsiders().size());
  const auto members = static_cast<Vertex>(set_.state().members().size());
  const Vertex most = std::min({largest, std::max<Vertex>(1, members), outsiders});
  kept_.clear();
  grow_cluster(seed, static_cast<Vertex>(1 + rng_.below(most)));
  while (set_.size() > s_) {
    Vertex out = set_.weakest_removable(kept_, rng_);
    if (out == no_vertex) {  // what is left holds the cluster together, so some of that must go
      kept_.clear();
      out = set_.weakest_removable(kept_, rng_);
    }
    if (out == no_vertex) return false;
    set_.remove(out);
  }
  return true;
}

/// Takes `seed`, then the neighbours of the cluster of largest d_S, up to `wanted` vertices; all are kept.
void ConnectedKick::grow_cluster(Vertex seed, Vertex wanted) {
  candidates_.assign(1, seed);
  candidate_.clear();
  candidate_.set(seed);
  for (Vertex taken = 0; taken < wanted && !candidates_.empty(); ++taken) {
    scanned_ += candidates_.size() / looks_per_arc;
    std::size_t best = rng_.below(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (set_.state().degree_into(candidates_[i]) > set_.state().degree_into(candidates_[best])) best = i;
    }
    const Vertex v = candidates_[best];
    candidates_[best] = candidates_.back();
    candidates_.pop_back();
    set_.add(v);
    kept_.set(v);
    for (const Vertex u : set_.state().graph().neighbors(v)) {
      if (set_.contains(u) || candidate_.contains(u)) continue;
      candidate_.set(u);
      candidates_.push_back(u);
    }
  }
}

}  // namespace lode::subgraph::detail
