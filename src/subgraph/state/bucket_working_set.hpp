#pragma once

#include <vector>

#include <lode/core/rng.hpp>
#include <lode/hybrid/working_set.hpp>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

/// Working sets R_i-G_j from the bucket arrays of a SwapState: the greedy members come from the lowest member
/// bucket, the greedy outsiders from the highest outsider bucket. Nothing scans n.
///
/// Ties at the last bucket taken: drawn at random, or the smallest vertex numbers, so that a purely greedy
/// set repeats. On weighted graphs a bucket spans a factor of 17/16 and is ordered by d_S. Cost: O(i + j)
/// plus the size of the last bucket when it must be ordered.
class BucketWorkingSet {
 public:
  enum class BucketTies { random, smallest };

  BucketWorkingSet(hybrid::WorkingSetSize size, BucketTies ties) : size_(size), ties_(ties) {}

  template <class Objective>
  hybrid::WorkingSetKind select(const Objective& objective, Rng& rng, std::vector<Vertex>& set) {
    return select(objective.state(), rng, set);
  }
  hybrid::WorkingSetKind select(const SwapState& state, Rng& rng, std::vector<Vertex>& set);

 private:
  enum class End { lowest, highest };
  void append_end(const SwapState& state, const BucketArray& buckets, End end, int count, Rng& rng,
                  std::vector<Vertex>& set);

  hybrid::WorkingSetSize size_;
  BucketTies ties_;
  std::vector<Vertex> bucket_;
};

}  // namespace lode::subgraph
