#include "subgraph/search/starts/cluster_starts.hpp"

#include <algorithm>
#include <array>

namespace lode::subgraph::detail {
namespace {

/// A cluster of a start is grown to at most this many vertices before it is cut back: the choice of every
/// next one reads all candidates.
constexpr Vertex largest_start_cluster = 250;

}  // namespace

ClusterStarts::ClusterStarts(SwapState& state, const SearcherTask& task)
    : state_(state),
      rng_(task.draws()),
      seeds_(state, task.core_order, rng_),
      moves_(state, rng_),
      filing_(state),
      pool_(make_set_pool(state.graph())),
      hints_(task.hints),
      first_turn_(static_cast<std::uint64_t>(task.role.number)),
      first_work_(state.work()) {
  state_.file_outsiders_late();
}

/// Every fresh start is followed by a merger of what it led to and a good set.
ClusterStarts::Source ClusterStarts::source_of(std::uint64_t number) const {
  constexpr std::array turns = {Source::clusters, Source::merger,  Source::growth,
                                Source::merger,   Source::remains, Source::merger};
  return turns[(number + first_turn_) % turns.size()];
}

void ClusterStarts::begin(std::uint64_t number) {
  moves_.end_protection();
  filing_.all();
  if (const VertexSet* hint = hints_.take()) {
    state_.move_to(state_.anchors());
    moves_.merge(*hint);
    fill_greedily();
    return;
  }
  switch (source_of(number)) {
    case Source::clusters:
      state_.move_to(state_.anchors());
      fill_with_clusters();
      return;
    case Source::growth:
      state_.move_to(state_.anchors());
      break;
    case Source::remains:
      state_.move_to(pool_.draw(rng_));
      moves_.peel_to_size();  // sets of others need not hold the anchors
      moves_.drop_some();
      break;
    case Source::merger:
      moves_.merge(pool_.draw(rng_));
      return;
  }
  fill_greedily();
}

void ClusterStarts::fill_with_clusters() {
  while (moves_.missing() > 0) {
    const Vertex most = std::min(moves_.missing(), largest_start_cluster);
    add_dense_cluster(most, seeds_.anywhere());
  }
}

void ClusterStarts::add_dense_cluster(Vertex most, Vertex seed) {
  std::vector<Vertex> cluster;
  const Weight before = state_.weight();
  std::size_t best_length = 1;
  double best_density = 0.0;
  moves_.grow(seed, most, [&](Vertex v) {
    cluster.push_back(v);
    const double density = (state_.weight() - before) / static_cast<double>(cluster.size());
    if (density < best_density) return;
    best_density = density;
    best_length = cluster.size();
  });
  for (; cluster.size() > best_length; cluster.pop_back()) state_.remove(cluster.back());
}

/// Adds outsiders of largest d_S until the set is full; a seed when nothing touches it.
void ClusterStarts::fill_greedily() {
  while (moves_.missing() > 0) {
    filing_.all();
    if (state_.outsider_buckets().empty()) {
      state_.add(seeds_.anywhere());
      continue;
    }
    const auto top = state_.outsider_buckets().bucket(state_.outsider_buckets().highest());
    state_.add(top[rng_.below(top.size())]);
  }
}

}  // namespace lode::subgraph::detail
