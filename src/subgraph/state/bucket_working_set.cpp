#include "subgraph/state/bucket_working_set.hpp"

#include <algorithm>

namespace lode::subgraph {

using hybrid::WorkingSetKind;

WorkingSetKind BucketWorkingSet::select(const SwapState& state, Rng& rng, std::vector<Vertex>& set) {
  set.clear();
  if (state.members().empty() || state.outsiders().empty()) return WorkingSetKind::none;
  const hybrid::SideCounts random = hybrid::split_sides(size_.random);
  hybrid::sample_without_replacement(state.members(), random.support, rng, set);
  hybrid::sample_without_replacement(state.outsiders(), random.rest, rng, set);
  const hybrid::SideCounts greedy = hybrid::split_sides(size_.greedy);
  append_end(state, state.member_buckets(), End::lowest, greedy.support, rng, set);
  append_end(state, state.outsider_buckets(), End::highest, greedy.rest, rng, set);
  hybrid::normalise(set);
  return size_.random > 0 || ties_ == BucketTies::random ? WorkingSetKind::random : WorkingSetKind::greedy;
}

void BucketWorkingSet::append_end(const SwapState& state, const BucketArray& buckets, End end, int count,
                                  Rng& rng, std::vector<Vertex>& set) {
  if (buckets.empty() || count == 0) return;
  const bool low = end == End::lowest;
  std::size_t left = std::min(static_cast<std::size_t>(count), buckets.size());
  for (std::size_t key = low ? buckets.lowest() : buckets.highest(); left > 0; low ? ++key : --key) {
    const auto bucket = buckets.bucket(key);
    if (bucket.empty()) continue;
    if (bucket.size() <= left) {
      set.insert(set.end(), bucket.begin(), bucket.end());
      left -= bucket.size();
      continue;
    }
    if (!state.graph().weighted() && ties_ == BucketTies::random) {
      hybrid::sample_without_replacement(bucket, static_cast<int>(left), rng, set);
      return;
    }
    bucket_.assign(bucket.begin(), bucket.end());
    const auto cut = bucket_.begin() + static_cast<std::ptrdiff_t>(left);
    std::partial_sort(bucket_.begin(), cut, bucket_.end(), [&](Vertex a, Vertex b) {
      const Weight da = state.degree_into(a);
      const Weight db = state.degree_into(b);
      if (da != db) return low ? da < db : da > db;
      return a < b;
    });
    set.insert(set.end(), bucket_.begin(), cut);
    return;
  }
}

}  // namespace lode::subgraph
