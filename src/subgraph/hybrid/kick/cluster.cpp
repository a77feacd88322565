#include "subgraph/hybrid/kick/cluster.hpp"

namespace lode::subgraph::detail {
namespace {

/// A look at a candidate reads one number where an arc that is visited changes a vertex: so many of them are
/// charged as one arc.
constexpr std::size_t candidates_per_arc = 4;

}  // namespace

void ClusterGrowth::add_candidates(Vertex v, const hybrid::Marks& barred) {
  for (const Vertex u : state_.graph().neighbors(v)) {
    if (!state_.is_outsider(u) || seen_.contains(u) || barred.contains(u)) continue;
    seen_.set(u);
    candidates_.push_back(u);
  }
}

Vertex ClusterGrowth::best_candidate() {
  std::size_t best = candidates_.size();
  Weight best_degree = -1.0;
  std::uint64_t ties = 0;
  work_ += candidates_.size() / candidates_per_arc;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Weight degree = state_.degree_into(candidates_[i]);
    if (degree < best_degree) continue;
    ties = degree > best_degree ? 1 : ties + 1;
    if (ties > 1 && rng_.below(ties) != 0) continue;
    best_degree = degree;
    best = i;
  }
  if (best == candidates_.size()) return no_vertex;
  const Vertex chosen = candidates_[best];
  candidates_[best] = candidates_.back();
  candidates_.pop_back();
  return chosen;
}

}  // namespace lode::subgraph::detail
