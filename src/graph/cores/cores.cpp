#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lode/graph/cores.hpp>

#include "graph/cores/falling_keys.hpp"

namespace lode {
namespace {

/// Peels by degrees or strengths in `keys`. A level is the degree or strength of a vertex towards later
/// vertices, summed afresh, and its value. Nothing if the run, where there is one, should stop.
template <class Result, class Keys>
std::optional<Result> peel(const Graph& graph, Keys keys, const RunContext* run,
                           std::span<const Weight> values = {}) {
  constexpr std::uint64_t visits_between_polls = std::uint64_t{1} << 17;
  const Vertex n = graph.num_vertices();
  Result result;
  result.core.resize(n);
  result.order.reserve(n);
  for (std::uint64_t visited = graph.num_arcs(); result.order.size() < n;) {
    if (visited >= visits_between_polls) {
      visited = 0;
      if (run && run->should_stop()) return std::nullopt;
    }
    const Vertex v = keys.pop();
    visited += graph.degree(v) + std::uint64_t{1};
    auto level = static_cast<decltype(result.degeneracy)>(values.empty() ? 0.0 : values[v]);
    const auto take_off = [&](Vertex u, auto amount) {
      if (!keys.contains(u)) return;
      level += amount;
      keys.lower(u, amount);
    };
    if constexpr (std::is_same_v<decltype(level), Weight>) {
      graph.for_each_neighbor(v, take_off);
    } else {
      for (const Vertex u : graph.neighbors(v)) take_off(u, Vertex{1});
    }
    result.degeneracy = std::max(result.degeneracy, level);
    result.core[v] = result.degeneracy;
    result.order.push_back(v);
  }
  return result;
}

std::optional<CoreDecomposition> peel_by_degree(const Graph& graph, const RunContext* run) {
  const auto degree = [&](Vertex v) { return graph.degree(v); };
  return peel<CoreDecomposition>(graph, detail::FallingKeys(graph.num_vertices(), graph.max_degree(), degree),
                                 run);
}

std::optional<StrengthCoreDecomposition> peel_by_strength(const Graph& graph, const RunContext* run,
                                                          std::span<const Weight> values = {}) {
  std::vector<Weight> keys(graph.num_vertices());
  for (Vertex v = 0; v < keys.size(); ++v) keys[v] = graph.strength(v) + (values.empty() ? 0.0 : values[v]);
  return peel<StrengthCoreDecomposition>(graph, detail::FallingHeap(std::move(keys)), run, values);
}

}  // namespace

CoreDecomposition core_decomposition(const Graph& graph) { return *peel_by_degree(graph, nullptr); }

std::optional<CoreDecomposition> core_decomposition(const Graph& graph, const RunContext& run) {
  return peel_by_degree(graph, &run);
}

std::vector<Vertex> core_numbers(const Graph& graph, const RunContext& run) {
  std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  return cores ? std::move(cores->core) : std::vector<Vertex>();
}

StrengthCoreDecomposition strength_cores(const Graph& graph) { return *peel_by_strength(graph, nullptr); }

std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, const RunContext& run) {
  return detail::strength_cores(graph, {}, run);
}

std::optional<StrengthCoreDecomposition> detail::strength_cores(const Graph& graph,
                                                                std::span<const Weight> values,
                                                                const RunContext& run) {
  return peel_by_strength(graph, &run, values);
}

}  // namespace lode
