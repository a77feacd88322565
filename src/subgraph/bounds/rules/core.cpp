#include <algorithm>
#include <cmath>
#include <limits>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/bounds/core.hpp>
#include <lode/subgraph/bounds/ledger.hpp>

namespace lode {

CoreParts::CoreParts(const Graph& graph) : graph_(graph) {
  if (graph.weighted()) {
    StrengthCoreDecomposition cores = strength_cores(graph);
    order_ = std::move(cores.order);
    // A core value is at least the computed strength towards later vertices; real sums of d terms are within
    // a factor 1 + d 2^-53.
    const double operations = graph.integral() ? 0.0 : graph.max_degree() + 2.0;
    const double margin = 1.0 + operations * std::numeric_limits<double>::epsilon();
    for (const Vertex v : order_) core_.push_back(cores.core[v] * margin);
  } else {
    CoreDecomposition cores = core_decomposition(graph);
    order_ = std::move(cores.order);
    for (const Vertex v : order_) core_.push_back(cores.core[v]);
  }
}

CorePart CoreParts::above(Weight outside) const {
  return suffix(
      static_cast<std::size_t>(std::upper_bound(core_.begin(), core_.end(), outside) - core_.begin()));
}

CorePart CoreParts::of_size(Vertex size) const {
  if (size >= order_.size()) return suffix(0);
  // The last vertex left out takes all others of its core value with it.
  const Weight outside = core_[order_.size() - size - 1];
  return above(outside);
}

CorePart CoreParts::suffix(std::size_t begin) const {
  CorePart part;
  part.outside = begin == 0 ? 0.0 : core_[begin - 1];
  part.vertices.assign(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.end());
  std::sort(part.vertices.begin(), part.vertices.end());
  part.graph = begin == 0 ? graph_ : induced_subgraph(graph_, part.vertices);
  return part;
}

double core_step(const Graph& graph, const CorePart& part, double inside, double smaller) {
  const double sum = smaller + part.outside;
  const double safe = graph.integral() ? sum : sum * (1.0 + 2.0 * std::numeric_limits<double>::epsilon());
  return std::max(inside, safe);
}

std::vector<Bound> core_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  BoundLedger ledger(graph, sizes, run, BoundLedger::Proofs::drop);
  std::vector<Bound> bounds;
  double start = run.elapsed();
  ledger.add_cheap(run);
  for (const Vertex s : sizes) {
    ledger.add_capped(s, 0.0, run);
    const double now = run.elapsed();
    bounds.push_back({"core", s, ledger.best(s).value, now - start});
    start = now;
  }
  return bounds;
}

}  // namespace lode
