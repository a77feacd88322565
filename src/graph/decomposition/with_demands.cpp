// Densest sets that hold some vertices and none of others, as a reading of the dense decomposition.
#include <algorithm>
#include <cmath>
#include <limits>
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
        throw InvalidArgument(fmt::format("{}[{}]", name, i), graph.name(set[i]), "is included, too");
      }
      of[set[i]] = as;
    }
  };
  mark(demands.include, "include", Membership::included);
  mark(demands.exclude, "exclude", Membership::excluded);
  return of;
}

/// What the included vertices add to every set.
struct Base {
  double worth = 0.0;  ///< w(I) + c(I)
  double cost = 0.0;   ///< b(I)
};

/// The least t for which base - t cost + the sum of what every vertex has above t times its cost is not
/// positive: no set is denser. A little above it, for rounding.
double bound_of_loads(const Base& base, const std::vector<double>& load, const std::vector<double>& cost) {
  const auto above = [&](double t) {
    long double sum = static_cast<long double>(base.worth) - static_cast<long double>(t) * base.cost;
    long double magnitude = std::abs(base.worth) + std::abs(static_cast<long double>(t)) * base.cost;
    for (std::size_t v = 0; v < load.size(); ++v) {
      const long double more = load[v] - static_cast<long double>(t) * cost[v];
      if (more <= 0.0L) continue;
      sum += more;
      magnitude += more;
    }
    return sum > -0x1p-52L * magnitude;
  };
  double low = base.worth / base.cost;
  double high = low;
  for (std::size_t v = 0; v < load.size(); ++v) high = std::max(high, load[v] / cost[v]);
  constexpr int halvings = 400;
  for (int i = 0; i < halvings && above(low); ++i) {
    const double middle = low + (high - low) / 2;
    (above(middle) ? low : high) = middle;
    if (high - low <= 0x1p-50 * std::abs(high)) break;
  }
  return high + 0x1p-48 * std::abs(high);
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
    found.vertices = part_.outward(found.vertices);
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
    magnitude_.resize(inner_.values.size());
    for (Vertex i = 0; i < part_.graph.num_vertices(); ++i) {
      const Vertex v = part_.outward(i);
      double& sum = inner_.values[i];
      magnitude_[i] = std::abs(sum);
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (of_[u] != Membership::included) return;
        sum += w;
        magnitude_[i] += w;
      });
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
      for (std::size_t i = set.size() - included; i < layer.size; ++i) add(part_.outward(layers.order[i]));
      if (denser(best, with)) continue;
      best = with;
      size = set.size();
    }
    set.resize(size);
    return set;
  }

  double bound_of(const DenseDecomposition& layers) const {
    detail::ExactSum worth;
    Base base;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (of_[v] != Membership::included) continue;
      if (!terms_.values.empty()) worth.add(terms_.values[v]);
      base.cost += terms_.costs.empty() ? 1.0 : terms_.costs[v];
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (of_[u] == Membership::included && u > v) worth.add(w);
      });
    }
    base.worth = worth.rounded();
    std::vector<double> load = layers.load;
    std::vector<double> cost = inner_.costs;
    cost.resize(load.size(), 1.0);
    for (Vertex i = 0; i < part_.graph.num_vertices(); ++i) {
      const double terms = graph_.degree(part_.outward(i)) + 4.0;
      const double rounding = terms * std::numeric_limits<double>::epsilon();
      load[i] += inner_.values[i] + rounding * (std::abs(load[i]) + 2.0 * magnitude_[i]);
    }
    return bound_of_loads(base, load, cost);
  }

  const Graph& graph_;
  const DensityTerms& terms_;
  detail::DensityUnits units_;
  std::vector<Membership> of_;
  Part part_;                      ///< of the open vertices
  DensityTerms inner_;             ///< of its vertices
  std::vector<double> magnitude_;  ///< of what was added for each value
};

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands,
                                 const RunContext& run) {
  DemandedSearch search(graph, terms, demands);
  return demands.include.empty() ? search.without_included(run) : search.solve(run);
}

}  // namespace lode
