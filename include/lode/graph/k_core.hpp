#pragma once

#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// The largest subgraph of minimum degree k, as a graph of its own.
struct KCore {
  Vertex k = 0;
  Graph graph;                   ///< vertex i is original[i]; without names and weights
  std::vector<Vertex> original;  ///< vertices of the whole graph, increasing
};

/// Finds the k-core without a full order of peeling: vertices of degree below k go first, in one scan, then
/// those that have too few neighbours left. What is left is small enough, mostly, to be peeled in cache.
///
/// k is raised, by a quarter at a time, until the core has at most `most_arcs` arcs; KCore::k tells how far.
///
/// Cost:    O(n + sum of the degrees that are at least k) time, in parallel but for vertices that go late;
///          4n bytes and n/4 besides the result.
/// Returns: all vertices for k = 0; a graph without vertices when there is no k-core. Weights are ignored.
/// Deterministic, whatever the number of threads. A run that should stop is not cut short.
/// Source:  D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
KCore k_core(const Graph& graph, Vertex k, const RunContext& run,
             ArcIndex most_arcs = std::numeric_limits<ArcIndex>::max());

}  // namespace lode
