#include "subgraph/state/graph_blocks.hpp"

#include <algorithm>
#include <type_traits>

#include "hybrid/block/block.hpp"

namespace lode::subgraph {

template <class BlockType>
template <class Visit>
void GraphObjective<BlockType>::for_each_inner_edge(std::span<const Vertex> set, Visit&& visit) {
  // A row is scanned while that is cheaper than looking each other vertex of the block up in it; a pair of
  // long rows is looked up.
  constexpr std::size_t lookup_cost = 8;
  const Graph& graph = state_.graph();
  const std::size_t short_row = lookup_cost * set.size();
  const auto is_short = [&](Vertex v) { return graph.degree(v) <= short_row; };
  for (std::size_t i = 0; i < set.size(); ++i) position_[set[i]] = static_cast<std::int8_t>(i);
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (is_short(set[i])) {
      graph.for_each_neighbor(set[i], [&](Vertex u, Weight w) {
        const std::int8_t j = position_[u];
        // An edge between two short rows is met twice; take it at the smaller position.
        if (j != outside_block && (!is_short(u) || static_cast<std::size_t>(j) > i)) {
          visit(i, static_cast<std::size_t>(j), w);
        }
      });
    } else {
      for (std::size_t j = i + 1; j < set.size(); ++j) {
        if (is_short(set[j])) continue;
        if (const auto w = graph.edge_weight(set[i], set[j])) visit(i, j, *w);
      }
    }
  }
  for (const Vertex v : set) position_[v] = outside_block;
}

template <class BlockType>
const BlockType& GraphObjective<BlockType>::block(std::span<const Vertex> set) {
  const std::size_t k = set.size();
  block_.size = static_cast<int>(k);
  if constexpr (std::is_same_v<BlockType, hybrid::BitBlock>) {
    block_.gain.resize(k);
    block_.rows.assign(k, 0);
    block_.current = 0;
    for (std::size_t i = 0; i < k; ++i) {
      block_.gain[i] = static_cast<std::int64_t>(state_.degree_into(set[i]));
      if (state_.is_member(set[i])) block_.current |= std::uint64_t{1} << i;
    }
    for_each_inner_edge(set, [&](std::size_t i, std::size_t j, Weight) {
      block_.rows[i] |= std::uint64_t{1} << j;
      block_.rows[j] |= std::uint64_t{1} << i;
      block_.gain[i] -= block_.current >> j & 1u;
      block_.gain[j] -= block_.current >> i & 1u;
    });
  } else {
    block_.quadratic.assign(k * k, 0.0);
    block_.linear.resize(k);
    block_.current.resize(k);
    for (std::size_t i = 0; i < k; ++i) {
      block_.current[i] = coordinate(set[i]);
      block_.linear[i] = gradient(set[i]);
    }
    for_each_inner_edge(set, [&](std::size_t i, std::size_t j, Weight w) {
      block_.quadratic[i * k + j] = block_.quadratic[j * k + i] = -2.0 * w;
      block_.linear[i] += 2.0 * w * block_.current[j];
      block_.linear[j] += 2.0 * w * block_.current[i];
    });
  }
  return block_;
}

template <class BlockType>
void GraphObjective<BlockType>::apply(std::span<const Vertex> set, std::span<const hybrid::Change> changes) {
  for (const hybrid::Change& change : changes) {
    if (change.value == 0.0) state_.remove(set[static_cast<std::size_t>(change.position)]);
  }
  for (const hybrid::Change& change : changes) {
    if (change.value != 0.0) state_.add(set[static_cast<std::size_t>(change.position)]);
  }
}

template class GraphObjective<hybrid::BitBlock>;
template class GraphObjective<hybrid::DenseBlock>;

hybrid::WorkingSetKind BucketWorkingSet::select(const SwapState& state, Rng& rng, std::vector<Vertex>& set) {
  set.clear();
  if (state.members().empty() || state.outsiders().empty()) return hybrid::WorkingSetKind::none;
  const hybrid::SideCounts random = hybrid::split_sides(size_.random);
  hybrid::sample_without_replacement(state.members(), random.support, rng, set);
  hybrid::sample_without_replacement(state.outsiders(), random.rest, rng, set);
  const hybrid::SideCounts greedy = hybrid::split_sides(size_.greedy);
  append_end(state, state.member_buckets(), End::lowest, greedy.support, rng, set);
  append_end(state, state.outsider_buckets(), End::highest, greedy.rest, rng, set);
  hybrid::normalise(set);
  return size_.random > 0 || ties_ == BucketTies::random ? hybrid::WorkingSetKind::random
                                                         : hybrid::WorkingSetKind::greedy;
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
