#include "graph/directed/ratio_flow.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace lode::detail {
namespace {

/// Left vertices first.
Graph bipartite(const TwoSides& sides) {
  const std::size_t arcs = sides.num_arcs();
  const auto left = static_cast<Vertex>(sides.left.size());
  std::vector<ArcIndex> offsets(sides.out_begin);
  for (std::size_t v = 1; v < sides.in_begin.size(); ++v) offsets.push_back(arcs + sides.in_begin[v]);
  std::vector<Vertex> targets(sides.heads);
  for (Vertex& v : targets) v += left;
  targets.insert(targets.end(), sides.tails.begin(), sides.tails.end());
  return Graph::from_csr(std::move(offsets), std::move(targets), {}, CsrCheck::trusted);
}

VertexPair pair_of(const TwoSides& sides, const DensestSubgraph& found) {
  VertexPair pair;
  const std::size_t left = sides.left.size();
  for (const Vertex v : found.vertices) {
    if (v < left) {
      pair.sources.push_back(sides.left[v]);
    } else {
      pair.targets.push_back(sides.right[v - left]);
    }
  }
  pair.count = {found.edges, pair.sources.size(), pair.targets.size()};
  return pair;
}

}  // namespace

std::optional<RatioOptimum> largest_ratio(const TwoSides& sides, std::int64_t p, std::int64_t q,
                                          KeepSplit keep, const RunContext& run) {
  DensityTerms terms;
  terms.costs.assign(sides.left.size(), static_cast<double>(p));
  terms.costs.resize(sides.left.size() + sides.right.size(), static_cast<double>(q));
  const DensestSubgraph found = densest_subgraph(bipartite(sides), terms, run, keep);
  if (!found.proven) return std::nullopt;
  RatioOptimum optimum;
  optimum.pair = pair_of(sides, found);
  optimum.flows = found.flows;
  if (found.split) {
    ArcSplit& split = optimum.split.emplace();
    split.denominator = found.split->denominator;
    split.shares.reserve(sides.num_arcs());
    for (const double share : found.split->share) split.shares.push_back(static_cast<std::int64_t>(share));
  }
  return optimum;
}

}  // namespace lode::detail
