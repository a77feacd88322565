#include "graph/decomposition/load_component.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <tbb/parallel_sort.h>

namespace lode::detail {
namespace {

/// A density p/q as what every vertex of a component is to have: of[v] = p cost(v), in multiples of 1/scale
/// with scale = q. Where numbers are not exact the scale is 1 and of[v] is rounded, so that the sum of all is
/// that of p/q times all costs.
struct Target {
  double scale = 1.0;
  double numerator = 0.0;
  std::vector<std::int64_t> of;
};

Target lowest_terms(const LoadComponent& component, ExactDensity density) {
  Target target;
  if (!component.exact) return target;
  const auto p = static_cast<std::int64_t>(density.numerator);
  const auto q = static_cast<std::int64_t>(density.denominator);
  const std::int64_t common = std::max<std::int64_t>(std::gcd(p, q), 1);
  // NOLINTBEGIN(bugprone-integer-division): both are multiples of `common`.
  target.numerator = static_cast<double>(p / common);
  target.scale = static_cast<double>(q / common);
  // NOLINTEND(bugprone-integer-division)
  return target;
}

Target target_of(const LoadComponent& component, ExactDensity density) {
  Target target = lowest_terms(component, density);
  target.of.reserve(component.size());
  if (component.exact) {
    for (Vertex v = 0; v < component.size(); ++v) {
      target.of.push_back(static_cast<std::int64_t>(target.numerator) *
                          static_cast<std::int64_t>(component.cost_of(v)));
    }
    return target;
  }
  // A unit too much is a high density at a vertex of low cost: such vertices get whole units below their due,
  // and the others divide the rest.
  long double costs = 0.0L;
  for (Vertex v = 0; v < component.size(); ++v) costs += component.cost_of(v);
  const long double t = static_cast<long double>(density.numerator) / density.denominator;
  const long double low = costs / component.size() / 4.0L;
  const auto due = [&](Vertex v) { return std::floor(t * component.cost_of(v)); };
  long double rest = t * costs;
  for (Vertex v = 0; v < component.size(); ++v) {
    if (component.cost_of(v) >= low) continue;
    rest -= due(v);
    costs -= component.cost_of(v);
  }
  long double sum = 0.0L;
  std::int64_t rounded = 0;
  for (Vertex v = 0; v < component.size(); ++v) {
    if (component.cost_of(v) < low) {
      target.of.push_back(static_cast<std::int64_t>(due(v)));
      continue;
    }
    sum += component.cost_of(v) * rest / costs;
    const std::int64_t next = std::llround(sum);
    target.of.push_back(next - rounded);
    rounded = next;
  }
  return target;
}

/// Weight and values, without their signs.
double magnitude(const LoadComponent& component) {
  double sum = component.weight.empty() ? static_cast<double>(component.edges.size()) : 0.0;
  for (const double weight : component.weight) sum += weight;
  for (const double base : component.base) sum += std::abs(base);
  return sum;
}

}  // namespace

ExactDensity component_density(const LoadComponent& component, std::span<const Vertex> level) {
  const auto inside = [&](Vertex v) { return level.empty() || level[v] == 0; };
  ExactDensity density{0.0, 0.0};
  for (Vertex v = 0; v < component.size(); ++v) {
    if (!inside(v)) continue;
    density.numerator += component.base[v];
    density.denominator += component.cost_of(v);
  }
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    if (inside(e.u) && inside(e.v)) density.numerator += component.weight_of(i);
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
    // Shares are not negative, so no sum on the way exceeds this.
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
  // Edges that forbid a cut at all places behind a vertex, less those that end to forbid it: by vertex.
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
  for (Vertex& of : round) of = std::min<Vertex>(of, 1);
  return {std::move(round), last == 0 ? Vertex{1} : Vertex{2}};
}

bool flow_fits(const LoadComponent& component, ExactDensity density) {
  const Target target = lowest_terms(component, density);
  if (magnitude(component) * target.scale >= 0x1p61) return false;
  if (component.cost.empty()) return std::abs(target.numerator) < 0x1p61;
  const double most = *std::max_element(component.cost.begin(), component.cost.end());
  return std::abs(target.scale * density.value()) * most < 0x1p61;
}

int passes_before_flow(const LoadComponent& component) {
  constexpr Vertex many = 4096;
  constexpr std::size_t few = 4;
  const bool thin = component.size() >= many && component.edges.size() <= few * component.size();
  return thin ? 16 : 128;
}

std::optional<FlowCut> cut_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                   double& work) {
  if (!flow_fits(component, density)) return std::nullopt;
  const Target target = target_of(component, density);
  const auto scale = static_cast<std::int64_t>(target.scale);
  std::vector<std::int64_t> excess(component.size());  // of loads above the target, in multiples of 1/scale
  for (Vertex v = 0; v < component.size(); ++v) {
    excess[v] = static_cast<std::int64_t>(component.base[v]) * scale - target.of[v];
  }
  std::vector<FlowEdge> edges;
  edges.reserve(component.edges.size());
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    const std::int64_t whole = static_cast<std::int64_t>(component.weight_of(i)) * scale;
    const auto share = std::min(static_cast<std::int64_t>(std::llround(e.share * target.scale)), whole);
    edges.push_back({e.u, e.v, share, whole - share});
    excess[e.u] += share;
    excess[e.v] += whole - share;
  }
  const auto flow = terminal_flow(excess, edges, work, run);
  if (std::isfinite(work)) work = flow ? std::max(0.0, work - static_cast<double>(flow->reads)) : 0.0;
  if (!flow) return std::nullopt;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    component.edges[i].share =
        std::min(static_cast<double>(flow->forward[i]) / target.scale, component.weight_of(i));
  }
  recompute_loads(component);
  FlowCut cut;
  std::size_t inner = 0;
  for (const FlowSide side : flow->side) {
    cut.levels.level.push_back(side == FlowSide::source ? 0 : 1);
    inner += side == FlowSide::source;
  }
  cut.positive = inner > 0;
  if (inner > 0 && inner < component.size()) {
    cut.levels.count = 2;
  } else {
    cut.levels.level.assign(component.size(), 0);
  }
  cut.side = flow->side;
  return cut;
}

}  // namespace lode::detail
