// Densest sets that hold some vertices and none of others, around anchors, and inside each layer.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>

#include "core/exact_sum.hpp"
#include "graph/decomposition/counted_set.hpp"
#include "graph/decomposition/density_units.hpp"

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
        throw InvalidArgument(fmt::format("{}[{}]", name, i), graph.name(set[i]), "is included too");
      }
      of[set[i]] = as;
    }
  };
  mark(demands.include, "include", Membership::included);
  mark(demands.exclude, "exclude", Membership::excluded);
  return of;
}

class DemandedSearch {
 public:
  DemandedSearch(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands)
      : graph_(graph), terms_(terms), units_(graph, terms), of_(membership_of(graph, demands)) {
    std::vector<Vertex> open;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (of_[v] == Membership::open) open.push_back(v);
    }
    if (open.empty() && demands.include.empty() && graph.num_vertices() > 0) {
      throw InvalidArgument("every vertex is excluded: leave at least one vertex in");
    }
    part_ = part_of(graph, open);
    inner_ = detail::terms_of(terms, open);
  }

  DensestSubgraph without_included(const RunContext& run) const {
    DensestSubgraph found = densest_subgraph(part_.graph, inner_, run);
    found.vertices = part_.to_graph(found.vertices);
    return found;
  }

  DensestSubgraph solve(const RunContext& run) {
    give_values();
    const DenseDecomposition layers = dense_decomposition(part_.graph, inner_, run);
    DensestSubgraph found = detail::counted_set(graph_, terms_, best_of(layers));
    found.core_vertices = part_.graph.num_vertices();
    found.core_edges = part_.graph.num_edges();
    found.flows = layers.flows;
    const bool exact = units_.exact() && detail::DensityUnits(part_.graph, inner_).exact();
    found.bound = found.ratio();
    if (!layers.complete() || !exact) found.bound = std::max(found.bound, bound_of(layers));
    if (layers.complete()) {
      detail::conclude(found, found.bound, exact ? 0.0 : detail::error_of_ratio(found));
    }
    return found;
  }

 private:
  /// Gives every open vertex its value and the weight of its edges to included ones.
  void give_values() {
    inner_.values.resize(part_.graph.num_vertices(), 0.0);
    for (Vertex i = 0; i < part_.graph.num_vertices(); ++i) {
      detail::ExactSum sum;
      sum.add(inner_.values[i]);
      graph_.for_each_neighbor(part_.to_graph(i), [&](Vertex u, Weight w) {
        if (of_[u] == Membership::included) sum.add(w);
      });
      inner_.values[i] = sum.rounded();
    }
  }

  /// The sets of most w(T) + c(T) - t b(T) are layers for every t, so one of them is best for the right one.
  VertexSet best_of(const DenseDecomposition& layers) const {
    std::vector<char> inside(graph_.num_vertices(), 0);
    detail::ExactDensity with{0.0, 0.0};
    VertexSet set;
    const auto add = [&](Vertex v) {
      inside[v] = 1;
      set.push_back(v);
      if (!terms_.values.empty()) with.numerator += terms_.values[v];
      with.denominator += units_.cost(v);
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (inside[u] != 0) with.numerator += w;
      });
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (of_[v] == Membership::included) add(v);
    }
    detail::ExactDensity best = with;
    const std::size_t included = set.size();
    std::size_t size = included;
    for (const DenseLayer& layer : layers.layers) {
      for (std::size_t i = set.size() - included; i < layer.size; ++i) add(part_.to_graph(layers.order[i]));
      if (denser(best, with)) continue;
      best = with;
      size = set.size();
    }
    set.resize(size);
    return set;
  }

  /// The largest (w(I) + c(I) + sum of loads and values of T) / b(I + T) over the sets T of largest ratios.
  /// No set is denser, as no T has more than the loads and values of its vertices. A little more, for
  /// rounding.
  double bound_of(const DenseDecomposition& layers) const {
    long double worth = 0.0L, magnitude = 0.0L, cost = 0.0L;
    const auto add = [&](long double number) {
      worth += number;
      magnitude += std::abs(number);
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (of_[v] != Membership::included) continue;
      add(terms_.values.empty() ? 0.0 : terms_.values[v]);
      cost += units_.cost(v);
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (of_[u] == Membership::included && u > v) add(w);
      });
    }
    const std::vector<long double> load = detail::rounded_up(part_.graph, inner_, layers.load);
    const auto cost_of = [&](Vertex i) { return inner_.costs.empty() ? 1.0 : inner_.costs[i]; };
    std::vector<Vertex> order(load.size());
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::sort(order, std::greater<>(), [&](Vertex i) { return load[i] / cost_of(i); });
    const auto bound = [&] { return (worth + 0x1p-50L * magnitude) / cost; };
    long double most = bound();
    for (const Vertex i : order) {
      add(load[i]);
      cost += cost_of(i);
      most = std::max(most, bound());
    }
    return static_cast<double>(most + 0x1p-48L * std::abs(most));
  }

  const Graph& graph_;
  const DensityTerms& terms_;
  detail::DensityUnits units_;
  std::vector<Membership> of_;
  Part part_;           ///< of the open vertices
  DensityTerms inner_;  ///< of its vertices
};

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands,
                                 const RunContext& run) {
  DemandedSearch search(graph, terms, demands);
  return demands.include.empty() ? search.without_included(run) : search.solve(run);
}

DensestSubgraph anchored_densest(const Graph& graph, const VertexSet& anchors, const RunContext& run) {
  if (anchors.empty()) throw InvalidArgument("anchors", "", "are missing", "name at least one vertex");
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (anchors[i] < graph.num_vertices()) continue;
    throw InvalidArgument(fmt::format("anchors[{}]", i), std::to_string(anchors[i]), "is no vertex");
  }
  std::vector<char> anchored(graph.num_vertices(), 0);
  for (const Vertex v : anchors) anchored[v] = 1;
  const auto volume = [&](detail::ExactSum& sum, Vertex v) {
    graph.for_each_neighbor(v, [&](Vertex, Weight w) {
      if (anchored[v] == 0) sum.subtract(w);
    });
  };
  // Half of the numerator, w(S) - vol(S \ R) / 2, rounded up.
  DensityTerms terms;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    detail::ExactSum sum;
    volume(sum, v);
    const double value = sum.rounded() / 2.0;
    terms.values.push_back(graph.integral() || value == 0.0 ? value : std::nextafter(value, 0.0));
  }
  const DensestSubgraph half = densest_subgraph(graph, terms, run);
  DensestSubgraph result = half;
  detail::ExactSum value;
  value.add(half.weight);
  for (const Vertex v : half.vertices) volume(value, v);
  result.value = value.rounded();
  result.bound = std::max(2.0 * half.bound, result.ratio());
  if (std::isfinite(half.optimality_tolerance)) {
    detail::conclude(result, result.bound, graph.integral() ? 0.0 : detail::error_of_ratio(result));
  }
  return result;
}

std::vector<LocallyDensest> locally_densest(const Graph& graph, const DenseDecomposition& decomposition) {
  if (!decomposition.complete() || decomposition.order.size() != graph.num_vertices()) {
    throw InvalidArgument("decomposition", "", "is incomplete, or of another graph");
  }
  const Vertex n = graph.num_vertices();
  std::vector<std::size_t> layer(n);
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const Vertex begin = decomposition.layers[i].size - decomposition.layer_size(i);
    for (Vertex at = begin; at < decomposition.layers[i].size; ++at) layer[decomposition.order[at]] = i;
  }
  std::vector<LocallyDensest> sets;
  std::vector<char> met(n, 0);
  for (const Vertex first : decomposition.order) {
    if (met[first] != 0) continue;
    LocallyDensest set;
    set.layer = layer[first];
    met[first] = 1;
    set.vertices.push_back(first);
    bool beside_denser = false;
    for (std::size_t i = 0; i < set.vertices.size(); ++i) {
      const Vertex v = set.vertices[i];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (layer[u] < layer[v]) beside_denser = true;
        if (layer[u] != layer[v]) return;
        if (u > v) {
          ++set.edges;
          set.weight += w;
        }
        if (met[u] != 0) return;
        met[u] = 1;
        set.vertices.push_back(u);
      });
    }
    if (beside_denser) continue;
    std::ranges::sort(set.vertices);
    set.density = decomposition.marginal_density(set.layer);
    sets.push_back(std::move(set));
  }
  return sets;
}

Graph fraudar_weights(const Graph& graph) {
  constexpr double offset = 5.0;
  std::vector<Weight> weights;
  weights.reserve(graph.num_arcs());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      weights.push_back(w / std::log(std::max(graph.degree(u), graph.degree(v)) + offset));
    });
  }
  return graph.with_weights(std::move(weights));
}

}  // namespace lode
