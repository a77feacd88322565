// The questions of `lode densest`, and densest sets of at least or at most k vertices.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
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

/// Sets the bound of a set. The bound of integral weights is a fraction with a few rounding errors.
void prove(const Graph& graph, DensestSubgraph& set, double bound) {
  constexpr double rounding = 0x1p-50;
  if (graph.integral() && bound <= set.ratio() * (1.0 + rounding))
    return detail::conclude(set, set.ratio(), 0.0);
  detail::conclude(set, bound, detail::error_of_ratio(set));
  if (!set.proven_optimal || graph.integral()) {
    set.proven_optimal = false;
    set.optimality_tolerance = std::numeric_limits<double>::infinity();
  }
}

/// A size with an upper bound on the density of its sets.
struct OpenSize {
  double bound = 0.0;
  Vertex size = 0;
  bool tried = false;
};

/// Takes the heaviest set of a size from `find` if it is denser than the best, and lowers the bound.
void try_size(const Graph& graph, OpenSize& open, subgraph::Effort effort, DensestSubgraph& best,
              const RunContext& run) {
  FindRequest request;
  request.sizes = {open.size};
  request.effort = effort;
  const FindResult found = find(graph, request, run);
  const FindAnswer& answer = found.answers.front();
  DensestSubgraph set = detail::counted_set(graph, {}, answer.solution.vertices);
  if (best.vertices.empty() || set.ratio() > best.ratio()) best = std::move(set);
  const double rounding = graph.integral() ? 0.0 : 0x1p-52;
  open.bound = std::min(open.bound, answer.bound.value / open.size * (1.0 + rounding));
}

/// Proves bounds of sizes that may contain a denser set, the largest bound first. Large graphs without a time
/// limit are skipped, since a proof may take unlimited time.
void prove_sizes(const Graph& graph, std::vector<OpenSize> open, DensestSubgraph& best,
                 const RunContext& run) {
  constexpr Vertex few_vertices = 64;
  const bool proves = std::isfinite(run.time_limit()) || graph.num_vertices() <= few_vertices;
  const auto most_open = [&] { return std::ranges::max_element(open, {}, &OpenSize::bound); };
  while (proves && !run.should_stop() && !most_open()->tried && most_open()->bound > best.ratio()) {
    const auto next = most_open();
    next->tried = true;
    try_size(graph, *next, subgraph::Effort::proof, best, run);
  }
  prove(graph, best, most_open()->bound);
}

/// Upper bounds on the density of j vertices: for j = k, and for larger j while they exceed `ratio`.
///
/// The weight of j vertices is at most the sum of the j largest loads of a split. Layers of integral weights
/// are exact.
std::vector<OpenSize> bounds_of_sizes(const Graph& graph, const DenseDecomposition& layers, Vertex k,
                                      double ratio) {
  std::vector<Weight> load = layers.load;
  std::ranges::sort(load, std::greater<>());
  const double rounding = (graph.max_degree() + 4.0) * std::numeric_limits<double>::epsilon();
  double sum = std::accumulate(load.begin(), load.begin() + k - 1, 0.0);
  std::vector<OpenSize> sizes;
  for (Vertex j = k; j <= graph.num_vertices(); ++j) {
    sum += load[j - std::size_t{1}];
    double bound = sum * (1.0 + rounding + j * 0x1p-52) / j;
    if (layers.complete() && graph.integral()) {
      const auto at = std::ranges::lower_bound(layers.layers, j, {}, &DenseLayer::size);
      const auto i = static_cast<std::size_t>(at - layers.layers.begin());
      bound = (at->weight - (at->size - j) * layers.marginal_density(i)) / j;
    }
    if (j > k && bound <= ratio) break;
    sizes.push_back({bound, j});
  }
  return sizes;
}

/// See find_densest.
DensestSubgraph densest_at_least(const Graph& graph, Vertex k, const RunContext& run) {
  check_size("at-least", k, graph.num_vertices());
  const DenseDecomposition layers = dense_decomposition(graph, run);
  Vertex size = k;
  if (layers.complete()) size = std::ranges::lower_bound(layers.layers, k, {}, &DenseLayer::size)->size;
  DensestSubgraph best = detail::counted_set(graph, {}, {layers.order.begin(), layers.order.begin() + size});
  std::vector<OpenSize> open = bounds_of_sizes(graph, layers, k, best.ratio());
  prove(graph, best, open.front().bound);
  if (!best.proven_optimal && !run.should_stop()) {
    try_size(graph, open.front(), subgraph::Effort::none, best, run);
    prove_sizes(graph, std::move(open), best, run);
  }
  best.flows = layers.flows;
  return best;
}

DensestSubgraph densest_at_most(const Graph& graph, Vertex k, const RunContext& run) {
  check_size("at-most", k, graph.num_vertices());
  DensestSubgraph densest = densest_subgraph(graph, run);
  if (densest.vertices.size() <= k && std::isfinite(densest.optimality_tolerance)) return densest;
  // A set of j vertices is no denser than the densest set or a complete graph on j vertices.
  double heaviest = graph.weighted() ? 0.0 : 1.0;
  for (const Weight w : graph.weights()) heaviest = std::max(heaviest, w);
  const double rounding = graph.integral() ? 0.0 : 0x1p-52;
  const auto trivial = [&](Vertex j) {
    return std::min(densest.bound, 0.5 * heaviest * (j - 1) * (1.0 + rounding));
  };
  DensestSubgraph best;
  std::vector<OpenSize> open;
  for (Vertex j = k; j >= 1; --j) {
    if (!best.vertices.empty() && trivial(j) <= best.ratio()) break;
    open.push_back({trivial(j), j});
    if (run.should_stop() && !best.vertices.empty()) break;
    try_size(graph, open.back(), subgraph::Effort::automatic, best, run);
  }
  prove_sizes(graph, std::move(open), best, run);
  return best;
}

void refuse_together(bool both, const char* option, const char* problem) {
  if (both) throw InvalidArgument(option, "", problem);
}

void check(const DensestRequest& request) {
  const bool terms = !request.terms.values.empty() || !request.terms.costs.empty();
  const bool demands = !request.demands.include.empty() || !request.demands.exclude.empty();
  const bool sized = request.at_least || request.at_most;
  const bool anchored = !request.anchors.empty();
  refuse_together(anchored && terms, "anchors", "does not go with values and costs, which it sets itself");
  refuse_together(anchored && demands, "anchors", "does not go with vertices to include or exclude");
  refuse_together(sized && (anchored || terms || demands), request.at_least ? "at-least" : "at-most",
                  "does not go with anchors, values, costs and vertices to include or exclude");
  refuse_together(request.at_least && request.at_most, "at-least", "does not go with at-most");
  refuse_together(request.keep_split == KeepSplit::yes && (anchored || demands || sized), "certificate",
                  "does not go with anchors, sizes and vertices to include or exclude");
  refuse_together(request.keep_split == KeepSplit::yes && request.weighting != EdgeWeighting::given,
                  "certificate",
                  "does not go with another weighting, which the check of a certificate does not know");
  refuse_together((request.decomposition || request.locally_densest) && (anchored || demands),
                  "decomposition", "does not go with anchors and vertices to include or exclude");
}

DensestSubgraph solve(const Graph& graph, const DensestRequest& request, const RunContext& run) {
  if (!request.anchors.empty()) return anchored_densest(graph, request.anchors, run);
  if (request.at_least) return densest_at_least(graph, *request.at_least, run);
  if (request.at_most) return densest_at_most(graph, *request.at_most, run);
  if (!request.demands.include.empty() || !request.demands.exclude.empty()) {
    return densest_subgraph(graph, request.terms, request.demands, run);
  }
  return densest_subgraph(graph, request.terms, run, request.keep_split);
}

}  // namespace

DensestAnswer find_densest(const Graph& graph, const DensestRequest& request, const RunContext& run) {
  check(request);
  DensestAnswer answer;
  answer.graph = request.weighting == EdgeWeighting::fraudar ? fraudar_weights(graph) : graph;
  const double begin = run.elapsed();
  answer.densest = solve(answer.graph, request, run);
  answer.solve_seconds = run.elapsed() - begin;
  if (!request.decomposition && !request.locally_densest) return answer;
  DenseDecomposition decomposition = dense_decomposition(answer.graph, request.terms, run);
  if (decomposition.complete()) {
    if (request.locally_densest) answer.locally_densest = locally_densest(answer.graph, decomposition);
    answer.decomposition = std::move(decomposition);
  } else if (!run.should_stop()) {
    throw InvalidArgument("weights", "", "are too large for an exact decomposition",
                          "divide them by a common factor");
  }
  answer.decomposition_seconds = run.elapsed() - begin - answer.solve_seconds;
  return answer;
}

}  // namespace lode
