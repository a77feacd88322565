#include "bounds/findings.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "graph/cores/falling_keys.hpp"

namespace lode::subgraph {

std::optional<CoreParts> CoreParts::peel(const Graph& graph, const VertexValues& values,
                                         const RunContext& run) {
  CoreParts parts{graph, values, {}, {}};
  const auto take = [&](auto&& cores, double margin) {
    if (!cores) return false;
    parts.order = std::move(cores->order);
    for (const Vertex v : parts.order) parts.core.push_back(cores->core[v] * margin);
    return true;
  };
  // A core value is at least the computed strength towards later vertices; real sums of d terms are within
  // a factor 1 + d 2^-53.
  const double operations = graph.integral() ? 0.0 : graph.max_degree() + (values.empty() ? 2.0 : 3.0);
  const bool done = !graph.weighted() && values.empty()
                        ? take(core_decomposition(graph, run), 1.0)
                        : take(lode::detail::strength_cores(graph, values.all(), run),
                               1.0 + operations * std::numeric_limits<double>::epsilon());
  return done ? std::optional(std::move(parts)) : std::nullopt;
}

CoreParts::Cut CoreParts::above(Weight outside) const {
  const auto begin = static_cast<std::size_t>(std::ranges::upper_bound(core, outside) - core.begin());
  return {begin, order.size() - begin, begin == 0 ? 0.0 : core[begin - 1]};
}

Part CoreParts::part(const Cut& cut) const {
  Part part = part_of(graph, std::span(order).subspan(cut.begin));
  part.outside = cut.outside;
  part.values = values.of(part);
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

std::optional<VertexSet> last_peeled(const Findings& findings, Vertex s) {
  VertexSet set;
  const auto& dense = findings.dense_part;
  if (dense && dense->cores.order.size() >= s) {
    set = dense->core.to_graph(std::span(dense->cores.order).last(s));
  } else if (findings.parts) {
    const auto last = std::span(findings.parts->order).last(s);
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
