// Densest sets of at least or at most so many vertices.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/densest.hpp>
#include <lode/study/find.hpp>

#include "graph/decomposition/counted_set.hpp"

namespace lode {
namespace {

void check_size(const char* option, Vertex k, Vertex n) {
  if (k >= 1 && k <= n) return;
  throw InvalidArgument(option, std::to_string(k),
                        fmt::format("is not from 1 to {}, the number of vertices", n));
}

void keep_denser(DensestSubgraph& best, DensestSubgraph other) {
  if (best.vertices.empty() || other.ratio() > best.ratio()) best = std::move(other);
}

/// Puts a bound to a set, and says whether they meet.
void prove(const Graph& graph, DensestSubgraph& set, double bound) {
  // A bound on weights is a fraction of whole numbers where weights are integral; both were divided alike.
  const double tolerance = graph.integral() ? 1e-12 : optimality_tolerance;
  set.bound = std::max(bound, set.ratio());
  set.proven_optimal = set.bound - set.ratio() <= tolerance * std::abs(set.bound);
  if (set.proven_optimal) set.bound = set.ratio();
}

/// The heaviest set of a size that `find` has, and its bound.
std::pair<DensestSubgraph, double> of_size(const Graph& graph, Vertex s, subgraph::Effort effort,
                                           const RunContext& run) {
  FindRequest request;
  request.sizes = {s};
  request.effort = effort;
  const FindResult found = find(graph, request, run);
  const FindAnswer& answer = found.answers.front();
  return {detail::counted_set(graph, {}, answer.solution.vertices), answer.bound.value};
}

}  // namespace

DensestSubgraph densest_at_least(const Graph& graph, Vertex k, const RunContext& run) {
  check_size("at-least", k, graph.num_vertices());
  const DenseDecomposition layers = dense_decomposition(graph, run);
  DensestSubgraph best;
  double bound = 0.0;
  if (layers.complete()) {
    const auto first = std::ranges::lower_bound(layers.layers, k, {}, &DenseLayer::size);
    const auto i = static_cast<std::size_t>(first - layers.layers.begin());
    best = detail::counted_set(graph, {}, {layers.order.begin(), layers.order.begin() + first->size});
    if (i == 0) {
      bound = best.ratio();
    } else {
      const DenseLayer& before = layers.layers[i - 1];
      bound = (before.weight + (k - before.size) * layers.marginal_density(i)) / k;
    }
  } else {
    best = detail::counted_set(graph, {}, {layers.order.begin(), layers.order.begin() + k});
    std::vector<Weight> load = layers.load;
    std::ranges::sort(load, std::greater<>());
    constexpr double rounding = 1.0 + 1e-12;
    bound = std::accumulate(load.begin(), load.begin() + k, 0.0) / k * rounding;
  }
  prove(graph, best, bound);
  if (!best.proven_optimal && !run.should_stop()) {
    auto [heaviest, weight] = of_size(graph, k, subgraph::Effort::none, run);
    keep_denser(best, std::move(heaviest));
    prove(graph, best, bound);
  }
  best.flows = layers.flows;
  return best;
}

DensestSubgraph densest_at_most(const Graph& graph, Vertex k, const RunContext& run) {
  check_size("at-most", k, graph.num_vertices());
  DensestSubgraph densest = densest_subgraph(graph, run);
  if (densest.vertices.size() <= k && densest.proven_optimal) return densest;
  // No j vertices are denser than any set, nor than as many edges as they can have.
  double heaviest = graph.weighted() ? 0.0 : 1.0;
  for (const Weight w : graph.weights()) heaviest = std::max(heaviest, w);
  const auto trivial = [&](Vertex j) { return std::min(densest.bound, 0.5 * heaviest * (j - 1)); };
  DensestSubgraph best;
  struct Open {
    double bound = 0.0;
    Vertex size = 0;
    bool tried = false;
  };
  std::vector<Open> open;
  const auto try_size = [&](Vertex j, subgraph::Effort effort) {
    auto [set, weight] = of_size(graph, j, effort, run);
    keep_denser(best, std::move(set));
    return std::min(weight / j, trivial(j));
  };
  for (Vertex j = k; j >= 1; --j) {
    if (!best.vertices.empty() && trivial(j) <= best.ratio()) break;
    if (run.should_stop() && !best.vertices.empty()) {
      open.push_back({trivial(j), j, true});
      break;
    }
    open.push_back({try_size(j, subgraph::Effort::automatic), j});
  }
  // Sizes whose bounds leave room for a denser set, the largest bound first.
  constexpr Vertex few_vertices = 64;  // a proof ends soon
  const bool prove_sizes = std::isfinite(run.time_limit()) || graph.num_vertices() <= few_vertices;
  const auto most_open = [&] { return std::ranges::max_element(open, {}, &Open::bound); };
  while (prove_sizes && !run.should_stop() && !most_open()->tried && most_open()->bound > best.ratio()) {
    const auto next = most_open();
    next->tried = true;
    next->bound = std::min(next->bound, try_size(next->size, subgraph::Effort::proof));
  }
  prove(graph, best, most_open()->bound);
  return best;
}

}  // namespace lode
