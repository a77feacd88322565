#include <algorithm>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>

#include "bounds/plan/plan.hpp"

namespace lode {
namespace {

/// Work of the searches, which are missing here. Rules other than outside wait for their share of the time.
constexpr double least_work = 1.0;

}  // namespace

BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, subgraph::Effort effort,
                         subgraph::Proofs proofs, const RunContext& run) {
  return find_bounds(graph, subgraph::SetFamily(), sizes, effort, proofs, run);
}

BoundsResult find_bounds(const Graph& graph, const subgraph::SetFamily& family,
                         const std::vector<Vertex>& sizes, subgraph::Effort effort, subgraph::Proofs proofs,
                         const RunContext& run) {
  if (effort == subgraph::Effort::proof) {
    throw InvalidArgument("effort", "proof", "needs answers, and bounds alone have none",
                          "use strong, or find answers too");
  }
  const RunContext whole = run.for_call();
  const bool strong = effort == subgraph::Effort::strong;
  RunContext cheap =
      whole.part(strong ? subgraph::cheap_bounds_share * whole.time_left() : whole.time_left());
  subgraph::BoundPlan plan(graph, family, sizes, cheap, proofs);
  const subgraph::BoundLedger& ledger = plan.ledger();
  if (effort != subgraph::Effort::none) {
    plan.add_cheap(cheap, subgraph::cheap_bounds_work(effort, whole));
  }
  if (strong) {
    std::vector<Vertex> increasing = sizes;
    std::sort(increasing.begin(), increasing.end());
    // As in `find`, the core of each size comes first.
    std::vector<subgraph::SearchedSize> searched;
    searched.reserve(increasing.size());
    for (const Vertex s : increasing) searched.push_back({s, ledger.least_weight(s), least_work});
    plan.spend_on(searched, whole.on_parts());
    for (std::size_t i = 0; i < increasing.size(); ++i) {
      RunContext part = whole.part(whole.time_left() / static_cast<double>(increasing.size() - i));
      plan.tighten(increasing[i], ledger.least_weight(increasing[i]), part);
      plan.prefer_checkable(increasing[i], ledger.best(increasing[i]).value, part);
    }
  }
  BoundsResult result;
  for (const Vertex s : sizes) {
    result.bounds.push_back(ledger.bounds(s));
    result.dense_sets.push_back(plan.dense_sets(s));
  }
  result.ledger = plan.shared_ledger();
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
