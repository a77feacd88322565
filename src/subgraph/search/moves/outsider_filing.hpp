#pragma once

// Which outsiders are kept in buckets between the moves of a kick search.

#include <cstddef>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Files the outsiders that a block may want, and no others: moves cost less.
class OutsiderFiling {
 public:
  explicit OutsiderFiling(SwapState& state) : state_(state) {}

  /// All that touch the set.
  void all() { from(0.0); }
  /// Outsiders of less than half the least d_S of a member do not come in by small blocks.
  void useful() {
    const BucketArray& buckets = state_.member_buckets();
    from(share_of_weakest * state_.degree_into(buckets.bucket(buckets.lowest()).front()));
  }
  /// Sees to it that a block of that size finds its outsiders.
  void enough(std::size_t wanted) {
    for (int tries = 0; from_ > 0.0 && state_.outsider_buckets().size() < wanted; ++tries) {
      from(tries < halvings ? from_ / 2.0 : 0.0);
    }
  }

 private:
  static constexpr Weight share_of_weakest = 0.5;
  /// Each halving reads the rows of the set; after so many of them all may as well be filed.
  static constexpr int halvings = 3;

  void from(Weight least) {
    from_ = least;
    state_.file_outsiders_from(least);
  }

  SwapState& state_;
  Weight from_ = 0.0;  ///< outsiders of smaller d_S are not in buckets
};

}  // namespace lode::subgraph::detail
