#include "graph/decomposition/load_component.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <tbb/parallel_sort.h>

namespace lode::detail {

ExactDensity component_density(const LoadComponent& component) {
  ExactDensity density{component.weight.empty() ? static_cast<double>(component.edges.size()) : 0.0, 0.0};
  for (const double weight : component.weight) density.numerator += weight;
  for (Vertex v = 0; v < component.size(); ++v) {
    density.numerator += component.base[v];
    density.denominator += component.cost_of(v);
  }
  return density;
}

LargestRatio largest_ratio(const LoadComponent& component) {
  std::vector<Vertex> degree(component.size(), 0);
  for (const SplitEdge& e : component.edges) {
    ++degree[e.u];
    ++degree[e.v];
  }
  LargestRatio largest{-std::numeric_limits<double>::infinity(), 0.0};
  double most_degree = 0.0;
  for (Vertex v = 0; v < component.size(); ++v) {
    largest.ratio = std::max(largest.ratio, component.ratio_of(v));
    most_degree = std::max(most_degree, static_cast<double>(degree[v]));
    // Shares are not negative, so no partial sum exceeds this.
    const double magnitude = std::abs(component.load[v]) + 2.0 * std::abs(component.base[v]);
    largest.rounding = std::max(largest.rounding, magnitude / component.cost_of(v));
  }
  largest.rounding *= (most_degree + 4.0) * std::numeric_limits<double>::epsilon();
  return largest;
}

std::vector<Vertex> by_falling_ratio(const LoadComponent& component) {
  std::vector<double> ratio(component.size());
  for (Vertex v = 0; v < component.size(); ++v) ratio[v] = component.ratio_of(v);
  std::vector<Vertex> order(component.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  tbb::parallel_sort(order.begin(), order.end(),
                     [&](Vertex a, Vertex b) { return ratio[a] != ratio[b] ? ratio[a] > ratio[b] : a < b; });
  return order;
}

Prefix densest_prefix(const LoadComponent& component, const std::vector<Vertex>& order) {
  std::vector<Vertex> place(order.size());
  for (Vertex i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<double> added(order.size());
  for (Vertex i = 0; i < order.size(); ++i) added[i] = component.base[order[i]];
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    added[std::max(place[e.u], place[e.v])] += component.weight_of(i);
  }
  Prefix best;
  ExactDensity prefix{0.0, 0.0};
  for (Vertex i = 0; i < order.size(); ++i) {
    prefix.numerator += added[i];
    prefix.denominator += component.cost_of(order[i]);
    if (best.size > 0 && denser(best.density, prefix)) continue;
    best = {prefix, i + 1};
  }
  return best;
}

/// Consecutive edges share an end, so that one pass in order would wait for every load in turn: eight passes
/// over eighths of the edges go side by side instead.
bool sweep(LoadComponent& component, double relaxation, const RunContext& run) {
  constexpr std::size_t lanes = 8;
  constexpr std::size_t between_polls = 1 << 15;
  const std::size_t stride = component.edges.size() / lanes;
  SplitEdge* const edges = component.edges.data();
  const double* const weights = component.weight.empty() ? nullptr : component.weight.data();
  const double* const cost = component.cost.empty() ? nullptr : component.cost.data();
  double* const load = component.load.data();
  // Moves the share of one edge towards equal ratios.
  const auto relax = [&](std::size_t at) {
    SplitEdge& edge = edges[at];
    const Vertex u = edge.u;
    const Vertex v = edge.v;
    const double difference = cost ? load[v] / cost[v] - load[u] / cost[u] : load[v] - load[u];
    const double step = cost ? cost[u] * cost[v] / (cost[u] + cost[v]) : 0.5;
    const double wanted = edge.share + relaxation * step * difference;
    const double share = std::min(std::max(wanted, 0.0), weights ? weights[at] : 1.0);
    const double moved = share - edge.share;
    edge.share = share;
    load[u] += moved;
    load[v] -= moved;
  };
  for (std::size_t begin = 0; begin < stride; begin += between_polls) {
    if (begin > 0 && run.should_stop()) return false;
    for (std::size_t i = begin; i < std::min(stride, begin + between_polls); ++i) {
      for (std::size_t lane = 0; lane < lanes; ++lane) relax(lane * stride + i);
    }
  }
  for (std::size_t at = lanes * stride; at < component.edges.size(); ++at) relax(at);
  return true;
}

void recompute_loads(LoadComponent& component) {
  component.load = component.base;
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    component.load[e.u] += e.share;
    component.load[e.v] += component.weight_of(i) - e.share;
  }
}

bool is_plain_tree(const LoadComponent& component) {
  return component.edges.size() + 1 == component.size() && component.weight.empty() &&
         component.cost.empty() &&
         std::ranges::all_of(component.base, [](double base) { return base == 0.0; });
}

Levels proven_levels(const LoadComponent& component) {
  const Vertex n = component.size();
  const std::vector<Vertex> order = by_falling_ratio(component);
  std::vector<Vertex> place(n);
  for (Vertex i = 0; i < n; ++i) place[order[i]] = i;
  // By vertex, the change behind it in the number of edges that forbid a cut.
  std::vector<std::int64_t> blocked(n, 0);
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    const bool u_inner = place[e.u] < place[e.v];
    if ((u_inner ? e.share : component.weight_of(i) - e.share) == 0.0) continue;
    ++blocked[u_inner ? e.u : e.v];
    --blocked[u_inner ? e.v : e.u];
  }
  // Rounding to units moves a ratio by at most half a unit for each edge and one for the base.
  std::vector<double> error(n, 0.0);
  for (std::size_t i = 0; i < component.edges.size() && !component.exact; ++i) {
    error[component.edges[i].u] += 0.5;
    error[component.edges[i].v] += 0.5;
  }
  for (Vertex v = 0; v < n && !component.exact; ++v) error[v] = (error[v] + 1.0) / component.cost_of(v);
  std::vector<double> outer(n + std::size_t{1}, -std::numeric_limits<double>::infinity());
  for (Vertex i = n; i-- > 0;) {
    outer[i] = std::max(outer[i + std::size_t{1}], component.ratio_of(order[i]) + error[order[i]]);
  }
  const double rounding = 2.0 * largest_ratio(component).rounding;
  Levels levels;
  levels.level.resize(n);
  std::int64_t crossing = 0;
  double inner = std::numeric_limits<double>::infinity();
  for (Vertex i = 0; i < n; ++i) {
    levels.level[order[i]] = levels.count - 1;
    crossing += blocked[order[i]];
    inner = std::min(inner, component.ratio_of(order[i]) - error[order[i]]);
    if (i + 1 < n && crossing == 0 && inner - outer[i + std::size_t{1}] > rounding) ++levels.count;
  }
  return levels;
}

Levels dense_levels(const LoadComponent& component, ExactDensity density) {
  const Vertex n = component.size();
  std::vector<double> weight = component.base;
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    weight[component.edges[i].u] += component.weight_of(i);
    weight[component.edges[i].v] += component.weight_of(i);
  }
  if (!component.exact) density = less_by_rounding(density, n);
  const auto too_light = [&](Vertex v) { return denser(density, {weight[v], component.cost_of(v)}); };
  std::vector<Vertex> round(n, 0);  // in which a vertex was removed; 0: it stays
  constexpr Vertex most_rounds = 8;
  Vertex last = 0;
  while (last < most_rounds) {
    bool removes = false;
    for (Vertex v = 0; v < n; ++v) {
      if (round[v] != 0 || !too_light(v)) continue;
      round[v] = last + 1;
      removes = true;
    }
    if (!removes) break;
    ++last;
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const SplitEdge& e = component.edges[i];
      if (round[e.u] == last && round[e.v] == 0) weight[e.v] -= component.weight_of(i);
      if (round[e.v] == last && round[e.u] == 0) weight[e.u] -= component.weight_of(i);
    }
  }
  for (Vertex& of : round) of = of == 0 ? 0 : last + 1 - of;
  return {std::move(round), last + 1};
}

int passes_before_flow(const LoadComponent& component) {
  constexpr Vertex many = 4096;
  constexpr std::size_t few = 4;
  const bool thin = component.size() >= many && component.edges.size() <= few * component.size();
  return thin ? 16 : 128;
}

}  // namespace lode::detail
