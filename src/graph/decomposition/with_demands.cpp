// Densest sets that hold some vertices and none of others, as a reading of the dense decomposition.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>

#include "graph/decomposition/counted_set.hpp"

namespace lode {
namespace {

enum class Membership : char { open, included, excluded };

std::vector<Membership> membership_of(const Graph& graph, const DensityDemands& demands) {
  std::vector<Membership> of(graph.num_vertices(), Membership::open);
  const auto mark = [&](const VertexSet& set, const char* name, Membership as) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (set[i] >= graph.num_vertices()) {
        throw InvalidArgument(fmt::format("{}[{}]", name, i), std::to_string(set[i]), "is no vertex");
      }
      if (as == Membership::excluded && of[set[i]] == Membership::included) {
        throw InvalidArgument(fmt::format("{}[{}]", name, i), graph.name(set[i]), "is included, too");
      }
      of[set[i]] = as;
    }
  };
  mark(demands.include, "include", Membership::included);
  mark(demands.exclude, "exclude", Membership::excluded);
  return of;
}

/// Numbers of a set: w(S), c(S) and b(S).
struct Totals {
  Weight weight = 0.0;
  Weight value = 0.0;
  Weight cost = 0.0;

  double ratio() const { return (weight + value) / cost; }
};

/// The least t for which base - t cost + the sum of what every vertex has above t times its cost is not
/// positive: no set is denser. A little above it, for rounding.
double bound_of_loads(const Totals& base, const std::vector<double>& load, const std::vector<double>& cost) {
  const auto above = [&](double t) {
    long double sum =
        static_cast<long double>(base.weight + base.value) - static_cast<long double>(t) * base.cost;
    for (std::size_t v = 0; v < load.size(); ++v) {
      sum += std::max(0.0L, load[v] - static_cast<long double>(t) * cost[v]);
    }
    return sum > 0.0L;
  };
  double low = base.ratio();
  double high = low;
  for (std::size_t v = 0; v < load.size(); ++v) high = std::max(high, load[v] / cost[v]);
  constexpr int halvings = 60;
  for (int i = 0; i < halvings && above(low); ++i) {
    const double middle = low + (high - low) / 2;
    (above(middle) ? low : high) = middle;
    if (high - low <= 0x1p-50 * std::abs(high)) break;
  }
  return high + 0x1p-40 * std::abs(high);
}

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands,
                                 const RunContext& run) {
  const std::vector<Membership> of = membership_of(graph, demands);
  std::vector<Vertex> open;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (of[v] == Membership::open) open.push_back(v);
  }
  const Part part = part_of(graph, open);
  DensityTerms inner;
  for (const Vertex v : open) {
    if (!terms.values.empty()) inner.values.push_back(terms.values[v]);
    if (!terms.costs.empty()) inner.costs.push_back(terms.costs[v]);
  }
  if (demands.include.empty()) {
    DensestSubgraph found = densest_subgraph(part.graph, inner, run);
    found.vertices = part.outward(found.vertices);
    return found;
  }
  Totals base;
  inner.values.resize(open.size(), 0.0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (of[v] != Membership::included) continue;
    base.value += terms.values.empty() ? 0.0 : terms.values[v];
    base.cost += terms.costs.empty() ? 1.0 : terms.costs[v];
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (of[u] == Membership::open) inner.values[part.inward(u)] += w;
      if (of[u] == Membership::included && u > v) base.weight += w;
    });
  }
  const DenseDecomposition layers = dense_decomposition(part.graph, inner, run);
  // The sets of most w(T) + c(T) - t b(T) are layers for every t, so one of them is best for the right one.
  Totals best = base;
  Vertex size = 0;
  for (const DenseLayer& layer : layers.layers) {
    const Totals with{base.weight + layer.weight, base.value + layer.value, base.cost + layer.cost};
    if (with.ratio() < best.ratio()) break;
    best = with;
    size = layer.size;
  }
  VertexSet vertices = part.outward(std::span(layers.order).first(size));
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (of[v] == Membership::included) vertices.push_back(v);
  }
  DensestSubgraph found = detail::counted_set(graph, terms, std::move(vertices));
  found.core_vertices = part.graph.num_vertices();
  found.core_edges = part.graph.num_edges();
  found.flows = layers.flows;
  found.proven_optimal = layers.complete();
  if (found.proven_optimal) {
    found.bound = found.ratio();
    return found;
  }
  std::vector<double> load = layers.load;
  std::vector<double> cost = inner.costs;
  cost.resize(load.size(), 1.0);
  for (std::size_t v = 0; v < load.size(); ++v) load[v] += inner.values[v];
  found.bound = std::max(found.ratio(), bound_of_loads(base, load, cost));
  return found;
}

}  // namespace lode
