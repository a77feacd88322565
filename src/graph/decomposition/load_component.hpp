#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#include "core/page_buffer.hpp"
#include "graph/decomposition/weight_units.hpp"

namespace lode::detail {

/// An edge whose weight w is split between its ends: `share` to u, w - share to v.
struct SplitEdge {
  Vertex u;  ///< numbers within the component, u < v
  Vertex v;
  double share;
};

/// A part of the load problem: minimise the sum of load(v)^2, load(v) = base(v) + shares at v, over
/// the splits of its edges. All weights are whole numbers of units whose sum is at most 2^53, so base values
/// and weights are exact.
///
/// Parts of `blocked_from` edges or more that were cut from such a part have their edges in the blocks of
/// EdgeRounds and are worked on by all threads of the surrounding arena; whether they are does not depend on
/// the threads, nor does any outcome.
struct LoadComponent {
  static constexpr std::size_t blocked_from = std::size_t{1} << 18;

  std::vector<Vertex> vertices;          ///< names outside
  std::vector<double> base;              ///< what edges settled earlier give to every vertex
  std::vector<double> load;              ///< base + shares, up to rounding
  PageBuffer<SplitEdge> edges;           ///< by blocks, in no further order
  std::vector<double> weight;            ///< of every edge in units; empty: 1
  std::vector<ArcIndex> source;          ///< one arc of every edge in the graph; empty when nobody needs it
  std::vector<std::size_t> block_begin;  ///< where the edges of every block begin, and the end; or empty

  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  double weight_of(std::size_t edge) const { return weight.empty() ? 1.0 : weight[edge]; }
};

/// The whole graph, every edge split in halves, vertices numbered by falling degree (run after run where
/// there are blocks); connected or not. Sources are kept when `units` are rounded. Nothing if the run should
/// stop.
std::optional<LoadComponent> whole_graph(const Graph& graph, const WeightUnits& units, const RunContext& run);

/// Weight of the component's edges. Exact.
double total_weight(const LoadComponent& component);

/// Base weight and edges of the component over its vertices, in lowest terms.
ExactDensity component_density(const LoadComponent& component);

/// One pass of exact coordinate minimisation over the edges, each step enlarged by `relaxation` in (0, 2) and
/// clipped to the edge's weight. False if the run asked to stop; the loads are consistent then too.
///
/// Source: projected successive over-relaxation: C. Cryer, SIAM J. Control 9 (1971) 385-392.
bool sweep(LoadComponent& component, double relaxation, const RunContext& run);

/// Sums the loads afresh.
void recompute_loads(LoadComponent& component);

/// Levels of the component by proven cuts: level[v] = 0, 1, ... from the densest outwards. A cut between two
/// levels is proven when every edge across gives all its weight to the outer end and all inner loads exceed
/// all outer loads by more than their rounding. One level: nothing is proven.
struct Levels {
  std::vector<Vertex> level;
  Vertex count = 1;
};
Levels proven_levels(const LoadComponent& component);

/// Tries to prove that every load of the optimum equals the component's density p/q: looks for shares in
/// multiples of 1/q with all loads p/q, by rounding the shares and moving what is left over along a spanning
/// tree of edges far from their limits. The component is connected. True: proven, and the shares are such a
/// split up to rounding. Cost: O(n + m).
bool settle_by_tree(LoadComponent& component, ExactDensity density);

/// Decides by a largest flow: one level and true shares when every load of the optimum is the density, else
/// two levels (the denser first), with shares that give all of every edge across to the outer end.
/// Takes what it reads of residuals off `work`. Nothing when the numbers would not fit into 64 bits, when the
/// work is used up, and when the run stops: the component is as it was.
std::optional<Levels> settle_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                     double& work);

/// The component taken apart along its levels, and then into connected components. Edges across levels give
/// all their weight to the outer end's base.
struct Parts {
  std::vector<LoadComponent> components;  ///< of two vertices or more, loads summed afresh
  struct Single {
    Vertex vertex = 0;  ///< outside name
    double base = 0.0;
  };
  std::vector<Single> singles;  ///< vertices left without an edge
  struct Settled {
    ArcIndex arc = 0;  ///< LoadComponent::source
    Vertex end = 0;    ///< outside name of the end that gets all
  };
  std::vector<Settled> settled;  ///< the edges across, when sources are kept
};
Parts split(const LoadComponent& component, const Levels& levels);

}  // namespace lode::detail
