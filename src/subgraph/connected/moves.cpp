#include "subgraph/connected/moves.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace lode::subgraph::detail {
namespace {

/// Outsiders tried by one step, at most: each costs a search for a member that may go. The first few are
/// tried whatever they promise, for the edge to what goes out is not known before.
constexpr std::size_t most_tried = 32;
constexpr std::size_t always_tried = 8;

/// A look at a candidate of a cluster reads one number: so many of them are charged as one arc.
constexpr std::size_t looks_per_arc = 4;

}  // namespace

ConnectedMoves::ConnectedMoves(ConnectedSet& set, Vertex s, hybrid::Gains gains, Rng& rng)
    : set_(set),
      s_(s),
      gains_(gains),
      rng_(rng),
      kept_(set.state().graph().num_vertices()),
      candidate_(set.state().graph().num_vertices()) {}

bool ConnectedMoves::kick(Vertex seed, Vertex largest) {
  const auto outsiders = static_cast<Vertex>(set_.state().outsiders().size());
  const auto members = static_cast<Vertex>(set_.state().members().size());
  const Vertex most = std::min({largest, std::max<Vertex>(1, members), outsiders});
  kept_.clear();
  grow_cluster(seed, static_cast<Vertex>(1 + rng_.below(most)));
  if (set_.peel_to(s_, kept_, rng_)) return true;
  kept_.clear();  // what is left holds the cluster together, so some of that must go
  return set_.peel_to(s_, kept_, rng_);
}

/// Takes `seed`, then the neighbours of the cluster of largest d_S, up to `wanted` vertices; all are kept.
void ConnectedMoves::grow_cluster(Vertex seed, Vertex wanted) {
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
    for (const Vertex u : set_.connections().neighbors(v)) {
      if (set_.contains(u) || candidate_.contains(u)) continue;
      candidate_.set(u);
      candidates_.push_back(u);
    }
  }
}

bool ConnectedMoves::improve() {
  kept_.clear();
  const Vertex weakest = set_.weakest_removable(kept_, rng_);
  const Weight least = weakest == no_vertex ? 0.0 : set_.state().degree_into(weakest);
  collect_outsiders();
  for (std::size_t i = 0; i < tried_.size(); ++i) {
    if (i >= always_tried && set_.state().degree_into(tried_[i]) <= least) return false;
    if (exchange(tried_[i])) return true;
  }
  return false;
}

/// The outsiders of largest d_S, at most `most_tried`, from a random place of each bucket when unweighted.
void ConnectedMoves::collect_outsiders() {
  tried_.clear();
  if (set_.has_hub()) return collect_outsiders_next_to();
  const BucketArray& buckets = set_.state().outsider_buckets();
  if (buckets.empty()) return;
  std::size_t seen = 0;
  for (std::size_t key = buckets.highest(); seen < buckets.size() && tried_.size() < most_tried; --key) {
    const std::span<const Vertex> bucket = buckets.bucket(key);
    if (bucket.empty()) continue;
    seen += bucket.size();
    const std::size_t begin = tried_.size();
    if (set_.state().graph().weighted()) {
      tried_.insert(tried_.end(), bucket.begin(), bucket.end());
      scanned_ += bucket.size();
      std::sort(tried_.begin() + static_cast<std::ptrdiff_t>(begin), tried_.end(), [&](Vertex a, Vertex b) {
        const Weight da = set_.state().degree_into(a);
        const Weight db = set_.state().degree_into(b);
        return da != db ? da > db : a < b;
      });
      tried_.resize(std::min(tried_.size(), most_tried));
    } else {
      std::size_t at = rng_.below(bucket.size());
      for (std::size_t i = 0; i < bucket.size() && tried_.size() < most_tried; ++i) {
        tried_.push_back(bucket[at]);
        if (++at == bucket.size()) at = 0;
      }
    }
  }
}

/// The same of those with an edge to the set: with a hub, buckets hold others, too.
void ConnectedMoves::collect_outsiders_next_to() {
  tried_ = set_.outsiders_next_to();
  const auto end = tried_.begin() + static_cast<std::ptrdiff_t>(std::min(tried_.size(), most_tried));
  std::partial_sort(tried_.begin(), end, tried_.end(), [&](Vertex a, Vertex b) {
    const Weight da = set_.state().degree_into(a);
    const Weight db = set_.state().degree_into(b);
    return da != db ? da > db : a < b;
  });
  tried_.erase(end, tried_.end());
}

/// Takes `in` into the set and the weakest other member that can go out of it, if that improves.
bool ConnectedMoves::exchange(Vertex in) {
  const Weight before = set_.state().weight();
  const std::size_t moment = set_.moment();
  set_.add(in);
  kept_.clear();
  kept_.set(in);
  // Rounding may leave a positive d_S where there is no edge.
  if (!set_.inner(in).empty() && set_.peel_to(s_, kept_, rng_) &&
      gains_.improves(set_.state().weight(), before))
    return true;
  set_.undo_to(moment);
  return false;
}

}  // namespace lode::subgraph::detail
