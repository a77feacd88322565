#include "subgraph/connected/connected_descent.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace lode::subgraph::detail {
namespace {

/// Outsiders tried by one step, at most: each costs a search for a member that may go. The first few are
/// tried whatever they promise, for the edge to what goes out is not known before.
constexpr std::size_t most_tried = 32;
constexpr std::size_t always_tried = 8;

}  // namespace

ConnectedDescent::ConnectedDescent(ConnectedSet& set, hybrid::Gains gains, Rng& rng)
    : set_(set), gains_(gains), rng_(rng), kept_(set.state().graph().num_vertices()) {}

bool ConnectedDescent::improve() {
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
void ConnectedDescent::collect_outsiders() {
  tried_.clear();
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

/// Takes `in` into the set and the weakest other member that can go out of it, if that improves.
bool ConnectedDescent::exchange(Vertex in) {
  const Weight before = set_.state().weight();
  const std::size_t moment = set_.moment();
  set_.add(in);
  kept_.clear();
  kept_.set(in);
  // Rounding may leave a positive d_S where there is no edge.
  const Vertex out = set_.inner(in).empty() ? no_vertex : set_.weakest_removable(kept_, rng_);
  if (out != no_vertex) {
    set_.remove(out);
    if (gains_.improves(set_.state().weight(), before)) return true;
  }
  set_.undo_to(moment);
  return false;
}

}  // namespace lode::subgraph::detail
