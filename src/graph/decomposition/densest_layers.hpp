#pragma once

#include <limits>
#include <optional>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>

#include "graph/decomposition/density_units.hpp"

namespace lode {

/// The first layers of the dense decomposition, up to a layer with which they hold `size` vertices. Bounds
/// for small sets need no other layers, and the rest of the graph takes no work.
///
/// A layer of marginal density d is within the core of minimum degree d. The layers of a k-core with density
/// at least k are layers of the graph. So the core of the densest suffix of the peeling order with `size`
/// vertices is decomposed. Larger cores follow if its layers hold fewer than `size` vertices. Weighted
/// graphs, and graphs that need a core of half the arcs, are decomposed whole.
///
/// Returns: the decomposition with `order` and `layers` up to a layer that holds `size` vertices, or further;
///          `load` has a value for every vertex, 0 behind these layers. Once the run is stopped or
///          `work`, in visits of edges, is used up: no layers, and loads that are at least those of one split
///          of all edges. Where a core was at work by then, edges that leave the core go to the end that is
///          peeled first, which has its core number at most.
/// Cost:    one core decomposition, unless `cores` of the graph are at hand, and dense_decomposition of that
///          core; up to twice that of the whole graph when larger cores are needed. With a known core of the
///          graph, `part`, the cores are those of the part, and the work is confined to it when it suffices.
/// Errors:  InvalidArgument if size > n.
/// Source:  the inclusion in cores is in N. Tatti, ACM Trans. Knowl. Discov. Data 13 (2019) 30.
DenseDecomposition densest_layers(const Graph& graph, Vertex size, const RunContext& run,
                                  double work = std::numeric_limits<double>::infinity(),
                                  const CoreDecomposition* cores = nullptr, const Part* part = nullptr);

/// dense_decomposition within `work` visits of edges, each a step of a pass or one of a flow; `work` is
/// reduced by them. Once it is used up the decomposition is the same as that of a stopped run, but ordered by
/// number. Deterministic on any number of threads.
DenseDecomposition dense_decomposition_within(const Graph& graph, const DensityTerms& terms, double& work,
                                              const RunContext& run);

/// The first layer alone, with the set as `order`; loads that bound the density of all sets. A stopped run
/// has no layer, and `order` is the densest set found. The graph has a vertex. `floor` counts weights in
/// units of DensityUnits; sets that are less dense are ignored: if no set is denser, `order` is empty.
/// Deterministic on any number of threads.
DenseDecomposition densest_layer(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 const std::optional<detail::ExactDensity>& floor = {});

namespace detail {
/// A split of the edges of a graph that proves that no set is denser than `density`, by passes and a largest
/// flow. Empty if the run stops.
std::optional<EdgeSplit> proof_split(const Graph& graph, const DensityUnits& units, ExactDensity density,
                                     const RunContext& run);
}  // namespace detail

/// Up to two increasing sets of vertices: the first layers that hold `size` vertices, unless they hold more
/// than 32 times that number, and these layers without the last. Empty if the run was stopped.
///
/// Cost:    O(k log k) for k vertices returned.
std::vector<std::vector<Vertex>> layers_around(const DenseDecomposition& decomposition, Vertex size);

}  // namespace lode
