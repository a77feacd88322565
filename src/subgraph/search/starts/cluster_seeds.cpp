#include "subgraph/search/starts/cluster_seeds.hpp"

#include "hybrid/escape/seeds.hpp"

namespace lode::subgraph::detail {
namespace {

/// One seed in so many is drawn by degree though cores are known, for the sets that do not lie in the deepest
/// cores.
constexpr std::uint64_t seeds_per_degree_seed = 4;

}  // namespace

Vertex ClusterSeeds::random_end() {
  const Graph& graph = state_.graph();
  return graph.targets()[rng_.below(graph.num_arcs())];
}

template <class Draw>
Vertex ClusterSeeds::outsider(Draw&& draw) {
  const auto is_outsider = [&](Vertex v) { return state_.is_outsider(v); };
  const auto any = [&] { return state_.outsiders()[rng_.below(state_.outsiders().size())]; };
  return hybrid::draw_usable(hybrid::seed_attempts, draw, is_outsider, any);
}

Vertex ClusterSeeds::near_set() {
  return outsider([&] {
    const Graph& graph = state_.graph();
    const Vertex end = random_end();
    if (rng_.below(2) != 0) return end;
    const Vertex member = state_.members()[rng_.below(state_.members().size())];
    return graph.degree(member) > 0 ? graph.neighbors(member)[rng_.below(graph.degree(member))] : end;
  });
}

Vertex ClusterSeeds::anywhere() {
  const bool by_core = !core_order_.empty() && rng_.below(seeds_per_degree_seed) != 0;
  return outsider([&] { return by_core ? hybrid::draw_near_end(core_order_, rng_) : random_end(); });
}

}  // namespace lode::subgraph::detail
