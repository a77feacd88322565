#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "graph/decomposition/counted_set.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode {
namespace {

using detail::ExactDensity;
using detail::LoadComponent;

/// Splits the edges of a forest: calls give(child, parent, the number of vertices below the edge). With s
/// vertices in the largest tree, an edge gives 1 / s to its parent for each vertex below, so no vertex has
/// more than (s - 1) / s.
template <class Give>
void split_forest(const Graph& graph, const CoreDecomposition& cores, const Give& give) {
  std::vector<Vertex> below(graph.num_vertices(), 1);
  std::vector<char> removed(graph.num_vertices(), 0);
  for (const Vertex v : cores.order) {  // at most one neighbour is left
    removed[v] = 1;
    for (const Vertex parent : graph.neighbors(v)) {
      if (removed[parent] != 0) continue;
      below[parent] += below[v];
      give(v, parent, static_cast<double>(below[v]));
    }
  }
}

/// By vertex: when it was removed, or no_vertex if it stays. No densest set holds a removed vertex: it adds
/// less than t b_v to later removed vertices and to vertices that stay. t is the density of the
/// remaining graph, and is raised until it hardly rises any more.
///
/// Sums are formed anew whenever t is raised: the heavy edges of removed vertices leave no rounding behind.
/// Cost:   O(n + m) whenever t is raised. Stops: early, with fewer removals.
std::vector<Vertex> removal_turns(const Graph& graph, const DensityTerms& terms, bool exact,
                                  const RunContext& run) {
  constexpr long double worth_another_round = 1e-3L;
  const Vertex n = graph.num_vertices();
  const auto value = [&](Vertex v) -> long double { return terms.values.empty() ? 0.0 : terms.values[v]; };
  const auto cost = [&](Vertex v) -> long double { return terms.costs.empty() ? 1.0 : terms.costs[v]; };
  std::vector<Vertex> turn(n, no_vertex), left(n), removed;
  std::iota(left.begin(), left.end(), Vertex{0});
  std::vector<long double> adds(n), error(n, 0.0L);
  for (long double last = 0.0L; !run.should_stop();) {
    long double twice = 0.0L, magnitude = 0.0L, costs = 0.0L, terms_summed = 0.0L;
    for (const Vertex v : left) {
      long double edges = 0.0L;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { edges += turn[u] == no_vertex ? w : 0.0; });
      adds[v] = edges + value(v);
      twice += adds[v] + value(v);
      costs += cost(v);
      if (exact) continue;
      error[v] = 0x1p-62L * (graph.degree(v) + 2.0L) * (edges + std::abs(value(v)));
      magnitude += edges + 2.0L * std::abs(value(v));
      terms_summed += graph.degree(v) + 4.0L;
    }
    const long double worth = twice / 2.0L - 0x1p-62L * terms_summed * magnitude;
    const long double now = worth / costs;
    if (!removed.empty() && std::abs(now - last) <= worth_another_round * std::abs(last)) break;
    last = now;
    const auto look_at = [&](Vertex v) {
      const long double least = worth * cost(v);
      if (!((adds[v] + error[v]) * costs < least - (exact ? 0.0L : 0x1p-50L * std::abs(least)))) return;
      turn[v] = static_cast<Vertex>(removed.size());
      removed.push_back(v);
    };
    const std::size_t begin = removed.size();
    for (const Vertex v : left) look_at(v);
    if (removed.size() == begin) break;
    for (std::size_t i = begin; i < removed.size(); ++i) {
      graph.for_each_neighbor(removed[i], [&](Vertex u, Weight w) {
        if (turn[u] != no_vertex) return;
        adds[u] -= w;
        look_at(u);
      });
    }
    std::erase_if(left, [&](Vertex v) { return turn[v] != no_vertex; });
  }
  return turn;
}

/// The split of the edges between vertices that stay, and all of every other edge to the end that was removed
/// first. Shares of real weights have the denominator 1.
EdgeSplit whole_split(const Graph& graph, const std::vector<Vertex>& turn, const EdgeSplit& inner,
                      bool exact) {
  EdgeSplit split{{}, exact ? inner.denominator : 1};
  split.share.reserve(graph.num_edges());
  const double per_share = exact ? 1.0 : static_cast<double>(inner.denominator);
  auto next = inner.share.begin();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      const bool inside = turn[v] == no_vertex && turn[u] == no_vertex;
      const double whole = turn[v] < turn[u] ? w * static_cast<double>(split.denominator) : 0.0;
      split.share.push_back(inside ? *next++ / per_share : whole);
    });
  }
  return split;
}

/// The search in the core that holds every densest set.
DensestSubgraph search_core(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                            KeepSplit keep_split) {
  const bool exact = detail::DensityUnits(graph, terms).exact();
  const std::vector<Vertex> turn = removal_turns(graph, terms, exact, run);
  std::vector<Vertex> vertices;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (turn[v] == no_vertex) vertices.push_back(v);
  }
  const Part core = part_of(graph, vertices);
  const DensityTerms core_terms = detail::terms_of(terms, vertices);
  const DenseDecomposition first = densest_layer(core.graph, core_terms, run);
  DensestSubgraph best = detail::counted_set(graph, terms, core.to_graph(first.order));
  best.core_vertices = core.graph.num_vertices();
  best.core_edges = core.graph.num_edges();
  best.flows = first.flows;
  best.bound = best.ratio();
  if (!exact || !first.complete()) {
    const std::vector<long double> load = detail::rounded_up(core.graph, core_terms, first.load);
    for (Vertex v = 0; v < load.size(); ++v) {
      const long double ratio = load[v] / (core_terms.costs.empty() ? 1.0 : core_terms.costs[v]);
      best.bound = std::max(best.bound, static_cast<double>(ratio + 0x1p-52L * std::abs(ratio)));
    }
  }
  if (!first.complete()) return best;
  const double error = exact ? 0.0 : detail::error_of_ratio(best);
  detail::conclude(best, best.bound, error);
  if (keep_split == KeepSplit::no) return best;
  const detail::DensityUnits units(core.graph, core_terms);
  const ExactDensity density{(best.weight + best.value) / units.unit(), best.cost};
  if (const auto inner = detail::proof_split(core.graph, units, density, run)) {
    best.split = whole_split(graph, turn, *inner, exact);
    if (!exact) detail::conclude(best, density_certificate(graph, terms, *best.split).bound, error);
  }
  return best;
}

}  // namespace

std::optional<EdgeSplit> detail::proof_split(const Graph& graph, const DensityUnits& units,
                                             ExactDensity density, const RunContext& run) {
  EdgeSplit split;
  if (units.exact()) {
    const auto p = static_cast<std::int64_t>(density.numerator);
    const auto q = static_cast<std::int64_t>(density.denominator);
    split.denominator = q / std::max<std::int64_t>(std::gcd(p, q), 1);
  }
  const auto scale = static_cast<double>(split.denominator);
  std::vector<double> share(graph.num_arcs());  // of the smaller end, at its arc
  const auto arc_of = [&](Vertex u, Vertex v) {
    const auto row = graph.neighbors(u);
    return graph.offsets()[u] + static_cast<ArcIndex>(std::ranges::lower_bound(row, v) - row.begin());
  };
  const bool plain = !graph.weighted() && units.terms().values.empty() && !units.has_costs();
  const auto cores = plain ? core_decomposition(graph, run) : std::nullopt;
  if (cores && cores->degeneracy <= 1) {
    split_forest(graph, *cores, [&](Vertex child, Vertex parent, double below) {
      share[arc_of(std::min(child, parent), std::max(child, parent))] =
          child < parent ? scale - below : below;
    });
  } else {
    std::optional<LoadComponent> component = detail::whole_graph(graph, units, run);
    constexpr int passes = 32;
    for (int i = 0; component && i < passes; ++i) {
      if (!detail::sweep(*component, detail::usual_relaxation, run)) return std::nullopt;
    }
    double unlimited = std::numeric_limits<double>::infinity();
    if (!component || !detail::cut_by_flow(*component, density, run, unlimited)) return std::nullopt;
    for (std::size_t i = 0; i < component->edges.size(); ++i) {
      const detail::SplitEdge& e = component->edges[i];
      const auto [u, v] = std::minmax(component->vertices[e.u], component->vertices[e.v]);
      const double whole = component->weight_of(i);
      const double own = u == component->vertices[e.u] ? e.share : whole - e.share;
      const ArcIndex arc = arc_of(u, v);
      if (units.exact()) {
        share[arc] = units.to_graph(std::nearbyint(own * scale));
      } else {
        const Weight weight = graph.arc_weight(arc);
        const bool to_u = units.cost(u) >= units.cost(v);  // of an edge below half a unit
        share[arc] = whole == 0.0 ? (to_u ? weight : 0.0) : std::min(weight, weight * (own / whole));
      }
    }
  }
  split.share.reserve(graph.num_edges());
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex arc = graph.offsets()[u]; arc < graph.offsets()[u + std::size_t{1}]; ++arc) {
      if (graph.targets()[arc] > u) split.share.push_back(share[arc]);
    }
  }
  return split;
}

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 KeepSplit keep_split) {
  DensestSubgraph result;
  if (graph.num_vertices() == 0) {
    detail::conclude(result, 0.0, 0.0);
    if (keep_split == KeepSplit::yes) result.split.emplace();
    return result;
  }
  run.parallel([&] { result = search_core(graph, terms, run, keep_split); });
  return result;
}

}  // namespace lode
