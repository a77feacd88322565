#pragma once

#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// The core of a large graph in which sets of some sizes are looked for, peeled once for all who ask.
struct DensePart {
  Graph whole;
  Vertex smallest = 0, largest = 0;  ///< sizes
  Part core;                         ///< of `whole`
  CoreDecomposition cores;           ///< of core.graph; core numbers are those of the whole graph

  /// Whether this is what find_dense_part would return for a graph and sizes.
  bool serves(const Graph& graph, Vertex smallest_size, Vertex largest_size) const;
};

struct DensePartOptions {
  ArcIndex least_arcs = ArcIndex{1} << 24;  ///< of graphs that are worth the trouble
  ArcIndex most_arcs = ArcIndex{1} << 28;   ///< of the core
};

/// The k-core of an unweighted graph, k being half the degree in a clique of `smallest` vertices; more where
/// an eighth of the graph would not be left out or `most_arcs` be exceeded, less where the core would have
/// fewer than four vertices for each of `largest`.
///
/// A denser set may reach outside: this is for searches, not for proofs.
///
/// Returns: nothing for weighted graphs, for those of fewer arcs than the options say, where no k serves both
///          ends, and where the run should stop first.
/// Cost:    k_core for every k tried, and core_decomposition of the core; memory of the core.
/// Deterministic, whatever the number of threads.
std::shared_ptr<const DensePart> find_dense_part(const Graph& graph, Vertex smallest, Vertex largest,
                                                 const RunContext& run, const DensePartOptions& options = {});

}  // namespace lode::subgraph
