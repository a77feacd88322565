#include "subgraph/search/starts/cluster_starts.hpp"

#include <algorithm>
#include <array>

namespace lode::subgraph::detail {
namespace {

/// A cluster of a start is grown to at most this many vertices before it is cut back: the choice of every
/// next one reads all candidates.
constexpr Vertex largest_start_cluster = 250;

/// Parts are looked for until they hold this many times the vertices of the set, so that there is a choice,
/// or until there are too many for the knapsack.
constexpr std::size_t part_surplus = 2;
constexpr int most_parts = 200;

/// The knapsack's inner loop is charged as one arc for so many steps: it adds and compares in order of
/// memory.
constexpr std::size_t knapsack_steps_per_arc = 16;

}  // namespace

ClusterStarts::ClusterStarts(SwapState& state, const SearcherTask& task, const RunContext& run)
    : state_(state),
      run_(run),
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
  constexpr std::array turns = {Source::clusters, Source::merger, Source::knapsack, Source::merger,
                                Source::growth,   Source::merger, Source::remains,  Source::merger};
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
    case Source::knapsack:
      choose_parts();
      break;
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

GrownPart ClusterStarts::add_dense_cluster(Vertex most, Vertex seed) {
  GrownPart part;
  const Weight before = state_.weight();
  std::size_t best_length = 1;
  double best_density = 0.0;
  moves_.grow(seed, most, [&](Vertex v) {
    part.vertices.push_back(v);
    part.weight.push_back(state_.weight() - before);
    const double density = part.weight.back() / static_cast<double>(part.vertices.size());
    if (density < best_density) return;
    best_density = density;
    best_length = part.vertices.size();
  });
  for (; part.vertices.size() > best_length; part.vertices.pop_back()) state_.remove(part.vertices.back());
  part.weight.resize(best_length);
  return part;
}

std::vector<GrownPart> ClusterStarts::disjoint_parts() {
  std::vector<GrownPart> parts;
  std::size_t found = 0;
  for (int tries = 0; found < part_surplus * moves_.size() && tries < most_parts; ++tries) {
    state_.move_to(state_.anchors());
    const Vertex seed = seeds_.anywhere();
    if (moves_.is_protected(seed)) continue;
    parts.push_back(add_dense_cluster(std::min(moves_.size(), largest_start_cluster), seed));
    for (const Vertex v : parts.back().vertices) moves_.protect(v);
    found += parts.back().vertices.size();
  }
  return parts;
}

void ClusterStarts::choose_parts() {
  const std::vector<GrownPart> parts = disjoint_parts();
  state_.move_to(state_.anchors());
  moves_.end_protection();
  const Vertex room = moves_.missing();
  const std::vector<std::size_t> lengths = choose_prefixes(parts, room, run_);
  std::size_t found = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    found += parts[i].vertices.size();
    for (std::size_t k = 0; k < lengths[i]; ++k) state_.add(parts[i].vertices[k]);
  }
  knapsack_work_ += found * room / knapsack_steps_per_arc;
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
