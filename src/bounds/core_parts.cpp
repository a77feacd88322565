#include "bounds/core_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

namespace {

/// Peels by the least strength with value towards the vertices left; ties go to the smaller number. Core
/// values never fall along the order, and are summed up afresh. No result if the run should stop first.
std::optional<StrengthCoreDecomposition> peel_with_values(const Graph& graph, const VertexValues& values,
                                                          const RunContext& run) {
  const Vertex n = graph.num_vertices();
  using Entry = std::pair<Weight, Vertex>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Weight> sum(n);
  for (Vertex v = 0; v < n; ++v) queue.emplace(sum[v] = graph.strength(v) + values[v], v);
  std::vector<std::uint8_t> gone(n, 0);
  StrengthCoreDecomposition peeling;
  peeling.core.resize(n);
  Weight core = 0.0;
  constexpr std::size_t entries_between_polls = std::size_t{1} << 14;
  for (std::size_t taken = 1; !queue.empty(); ++taken) {
    if (taken % entries_between_polls == 0 && run.should_stop()) return std::nullopt;
    const auto [weight, v] = queue.top();
    queue.pop();
    if (gone[v] || weight != sum[v]) continue;
    gone[v] = 1;
    Weight fresh = values[v];
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (gone[u]) return;
      fresh += w;
      queue.emplace(sum[u] -= w, u);
    });
    peeling.order.push_back(v);
    peeling.core[v] = core = std::max(core, fresh);
  }
  return peeling;
}

}  // namespace

std::optional<CoreParts> CoreParts::peel(const Graph& graph, const VertexValues& values,
                                         const RunContext& run) {
  CoreParts parts(graph, values);
  std::vector<Vertex>& order = parts.order_;
  std::vector<Weight>& along = parts.core_;
  if (graph.weighted() || !values.empty()) {
    std::optional<StrengthCoreDecomposition> cores =
        values.empty() ? strength_cores(graph, run) : peel_with_values(graph, values, run);
    if (!cores) return std::nullopt;
    order = std::move(cores->order);
    // A core value is at least the computed strength towards later vertices; real sums of d terms are within
    // a factor 1 + d 2^-53.
    const double operations = graph.integral() ? 0.0 : graph.max_degree() + (values.empty() ? 2.0 : 3.0);
    const double margin = 1.0 + operations * std::numeric_limits<double>::epsilon();
    for (const Vertex v : order) along.push_back(cores->core[v] * margin);
  } else {
    std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
    if (!cores) return std::nullopt;
    order = std::move(cores->order);
    along.reserve(order.size());
    for (const Vertex v : order) along.push_back(cores->core[v]);
  }
  return parts;
}

CoreParts::Cut CoreParts::above(Weight outside) const {
  const auto begin = static_cast<std::size_t>(std::ranges::upper_bound(core_, outside) - core_.begin());
  return {begin, order_.size() - begin, begin == 0 ? 0.0 : core_[begin - 1]};
}

Part CoreParts::part(const Cut& cut) const {
  Part part = part_of(graph_, order().subspan(cut.begin));
  part.outside = cut.outside;
  part.values = values_.of(part);
  return part;
}

double peeling_work(const BoundLedger& ledger) {
  constexpr double degree_work = 30.0;     // per arc, by buckets
  constexpr double strength_work = 250.0;  // by a queue
  const Graph& graph = ledger.graph();
  const bool by_degree = !graph.weighted() && ledger.vertex_values().empty();
  return (by_degree ? degree_work : strength_work) * static_cast<double>(graph.num_arcs());
}

const CoreParts* core_parts(const BoundLedger& ledger, Findings& findings, const RunContext& run) {
  std::optional<CoreParts>& parts = findings.parts;
  if (parts) return &*parts;
  if (peeling_work(ledger) > work_per_second * run.time_left()) return nullptr;
  parts = CoreParts::peel(ledger.graph(), ledger.vertex_values(), run);
  return parts ? &*parts : nullptr;
}

Vertex core_of_better(const BoundLedger& ledger, const Findings& findings, Vertex s, Weight weight) {
  const ReducedFamily& family = ledger.family();
  const Graph& graph = ledger.graph();
  const Vertex t = family.inward(s);
  if (family.core_of || t < 2 || t > ledger.linked().size()) return 0;
  // Better sets weigh more than `weight`; the difference of real numbers may be too large by rounding.
  const double inward = family.inward_weight(t, weight);
  const double smaller = ledger.value(t - 1);
  const double rounding = graph.integral() ? 0.0 : rounding_tolerance * (inward + smaller);
  const double last = std::max(0.0, inward - smaller - rounding);
  if (const auto& parts = findings.parts) {
    const std::size_t size = parts->above(last).size;
    return size < graph.num_vertices() ? static_cast<Vertex>(size) : 0;
  }
  const auto& dense = findings.dense_part;
  if (!dense || last < dense->core.outside) return 0;
  return static_cast<Vertex>(std::ranges::count_if(dense->cores.core, [&](Vertex c) { return c > last; }));
}

std::optional<VertexSet> last_peeled(const Findings& findings, Vertex s) {
  VertexSet set;
  const auto& dense = findings.dense_part;
  if (dense && dense->cores.order.size() >= s) {
    set = dense->core.outward(std::span(dense->cores.order).last(s));
  } else if (findings.parts) {
    const std::span<const Vertex> last = findings.parts->order().last(s);
    set.assign(last.begin(), last.end());
  } else {
    return std::nullopt;
  }
  std::ranges::sort(set);
  return set;
}

std::vector<Weight> weights_of_last(const Graph& graph, std::span<const Vertex> order,
                                    const VertexValues& values, Vertex most) {
  std::vector<std::uint8_t> inside(graph.num_vertices(), 0);
  std::vector<Weight> weights{0.0};
  for (std::size_t i = order.size(); i-- > 0 && weights.size() <= most;) {
    Weight added = values.empty() ? 0.0 : values[order[i]];
    graph.for_each_neighbor(order[i], [&](Vertex u, Weight w) { added += inside[u] != 0 ? w : 0.0; });
    inside[order[i]] = 1;
    weights.push_back(weights.back() + added);
  }
  return weights;
}

}  // namespace lode::subgraph
