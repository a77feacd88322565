#include <algorithm>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>

#include "bounds/ledger.hpp"
#include "bounds/search/search.hpp"
#include "study/find/time_shares.hpp"

namespace lode {
namespace {}  // namespace

BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, subgraph::Effort effort,
                         subgraph::Proofs proofs, const RunContext& run) {
  return find_bounds(graph, subgraph::SetFamily(), sizes, effort, proofs, run);
}

BoundsResult find_bounds(const Graph& graph, const subgraph::SetFamily& family,
                         const std::vector<Vertex>& sizes, subgraph::Effort effort, subgraph::Proofs proofs,
                         const RunContext& run) {
  if (effort == subgraph::Effort::proof) {
    throw InvalidArgument("effort", "proof", "needs answers", "use strong, or look for answers too");
  }
  const RunContext whole = run.for_call();
  const bool strong = effort == subgraph::Effort::strong;
  RunContext cheap = whole.part(strong ? detail::cheap_bounds_share * whole.time_left() : whole.time_left());
  const auto ledger = std::make_shared<subgraph::BoundLedger>(graph, family, sizes, cheap, proofs);
  if (effort != subgraph::Effort::none) {
    ledger->ask(subgraph::BoundTier::cheap, cheap, detail::cheap_bounds_work(effort, whole));
  }
  if (strong) {
    std::vector<Vertex> increasing = sizes;
    std::sort(increasing.begin(), increasing.end());
    for (std::size_t i = 0; i < increasing.size(); ++i) {
      RunContext part = whole.part(whole.time_left() / static_cast<double>(increasing.size() - i));
      ledger->tighten(increasing[i], ledger->least_weight(increasing[i]), part);
      ledger->prefer_checkable(increasing[i], ledger->best(increasing[i]).value, part);
    }
  }
  BoundsResult result;
  for (const Vertex s : sizes) {
    result.bounds.push_back(ledger->bounds(s));
    result.dense_sets.push_back(ledger->dense_sets(s));
  }
  subgraph::forget_unfinished_search(*ledger);
  result.ledger = ledger;
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
