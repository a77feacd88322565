// Every registered bound, and what a ledger makes of them.
#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>

#include "bounds/plan/plan.hpp"
#include "golden.hpp"

namespace lode::golden {

namespace {

std::string text_of(std::span<const subgraph::Bound> bounds) {
  std::string text;
  for (const subgraph::Bound& bound : bounds) {
    text += fmt::format("{}{}({})={}", text.empty() ? "" : " ", bound.name, bound.s, bound.value);
  }
  return text;
}

std::string text_of(std::span<const subgraph::ProofStep> proof) {
  std::string text = "proof:";
  for (const subgraph::ProofStep& step : proof) {
    text += fmt::format(" {}({})={}", step.rule->name, step.s, step.value);
  }
  return text;
}

/// What is known of the sizes: bounds, proofs and, for cheap bounds, dense sets.
std::string plan_text(const subgraph::BoundPlan& plan, std::span<const Vertex> sizes, bool sets) {
  const subgraph::BoundLedger& ledger = plan.ledger();
  std::vector<std::string> parts = {fmt::format("clique<={}", ledger.clique_limit())};
  for (const Vertex s : sizes) {
    parts.push_back(text_of(ledger.bounds(s)) + " " + text_of(ledger.proof(s)));
    if (!sets) continue;
    for (const VertexSet& set : plan.dense_sets(s)) parts.push_back("dense " + ids(set));
  }
  return joined(parts);
}

std::string cheap_ledger(const SharedGraph& graph, const RunContext& run) {
  subgraph::BoundPlan plan(graph.graph(), graph->sizes, run);
  plan.add_cheap(run);
  return plan_text(plan, graph->sizes, true);
}

/// The strong bounds one by one; `tighten`, which chooses among them, is given a limit that never comes.
std::string strong_ledger(const SharedGraph& graph, const RunContext& run) {
  const std::vector<Vertex>& sizes = graph->hard_sizes;
  subgraph::BoundPlan plan(graph.graph(), sizes, run);
  plan.add_cheap(run);
  std::vector<std::string> stages;
  RunContext part = run.part(10.0);
  const auto stage = [&](std::string_view name, const std::function<void(Vertex)>& step) {
    for (const Vertex s : sizes) step(s);
    stages.push_back(fmt::format("{}: {}", name, plan_text(plan, sizes, false)));
  };
  // How wide the vectors of a build are decides where this relaxation stops: real bounds differ by that.
  if (graph.graph().integral())
    stage("outside", [&](Vertex s) { plan.ask("outside", {.s = s, .work = 2e8}, part); });
  stage("tighten", [&](Vertex s) { plan.tighten(s, 0.0, part); });
  return joined(stages);
}

}  // namespace

void add_bound_cases(const SharedGraph& graph, std::vector<Case>& cases) {
  const auto add = [&](std::string_view name, bool strong,
                       std::function<std::string(const RunContext&)> fact) {
    Case one = case_of(graph, fmt::format("{} {}", graph->name, name));
    one.by_target = strong && graph->weighted;
    one.answer = [fact = std::move(fact)](const RunContext& run) { return Answer{.fact = fact(run)}; };
    cases.push_back(std::move(one));
  };
  for (const subgraph::BoundRow& row : subgraph::bound_rows()) {
    const std::vector<Vertex>& sizes = row.cheap ? graph->sizes : graph->hard_sizes;
    if (sizes.empty()) continue;
    // How wide the vectors of a build are decides where this relaxation stops. Floors of integers agree.
    const bool rounded = row.name == "outside" && !graph.graph().integral();
    add(row.name, !row.cheap, [graph, &row, &sizes, rounded](const RunContext& run) {
      const std::vector<subgraph::Bound> bounds = row.compute(graph.graph(), sizes, run);
      if (!rounded) return text_of(bounds);
      return fmt::format("{}({})={:.2g}", row.name, bounds.front().s, bounds.front().value);
    });
  }
  add("ledger cheap", false, [graph](const RunContext& run) { return cheap_ledger(graph, run); });
  if (!graph->hard_sizes.empty()) {
    add("ledger strong", true, [graph](const RunContext& run) { return strong_ledger(graph, run); });
  }
}

}  // namespace lode::golden
