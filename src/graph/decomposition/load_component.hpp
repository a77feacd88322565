#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#include "core/page_buffer.hpp"
#include "graph/decomposition/density_units.hpp"

namespace lode::detail {

/// An edge whose weight w is split between its ends: `share` to u, w - share to v.
struct SplitEdge {
  Vertex u;  ///< numbers within the component, u < v
  Vertex v;
  double share;
};

/// A part of the load problem: minimise the sum of load(v)^2 / cost(v), load(v) = base(v) + shares at v, over
/// the splits of its edges. The ratio of a vertex is load / cost. All weights are whole numbers of units
/// whose sum is at most 2^53, so base values and weights are exact; costs are integers too where `exact`.
struct LoadComponent {
  std::vector<Vertex> vertices;  ///< names outside
  std::vector<double> base;      ///< its value, and what edges settled earlier give to every vertex
  std::vector<double> cost;      ///< of every vertex; empty: 1
  std::vector<double> load;      ///< base + shares, up to rounding
  PageBuffer<SplitEdge> edges;   ///< in any order
  std::vector<double> weight;    ///< of every edge in units; empty: 1
  std::vector<ArcIndex> source;  ///< one arc of every edge in the graph; empty if not needed
  bool exact = true;             ///< as DensityUnits::exact
  double unit = 1.0;

  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  double weight_of(std::size_t edge) const { return weight.empty() ? 1.0 : weight[edge]; }
  double cost_of(Vertex v) const { return cost.empty() ? 1.0 : cost[v]; }
  double ratio_of(Vertex v) const { return cost.empty() ? load[v] : load[v] / cost[v]; }
};

/// The whole graph, every edge split in halves, vertices numbered by falling degree; connected or not.
/// Sources are kept when `units` are rounded. Empty if the run should stop.
std::optional<LoadComponent> whole_graph(const Graph& graph, const DensityUnits& units,
                                         const RunContext& run);

/// Base and edges of the component over its cost.
ExactDensity component_density(const LoadComponent& component);

/// The largest ratio of a vertex, and how far that of any may be from the true one by rounding.
struct LargestRatio {
  double ratio = 0.0;
  double rounding = 0.0;
};
LargestRatio largest_ratio(const LoadComponent& component);

/// Vertices by falling ratio, ties to the smaller number.
std::vector<Vertex> by_falling_ratio(const LoadComponent& component);

/// The densest of the sets that hold the first vertices of an order, the largest of equals.
struct Prefix {
  ExactDensity density;
  Vertex size = 0;
};
Prefix densest_prefix(const LoadComponent& component, const std::vector<Vertex>& order);

/// One pass of exact coordinate minimisation over the edges, each step enlarged by `relaxation` in (0, 2) and
/// clipped to the edge's weight. False if the run asked to stop; the loads are consistent then too.
///
/// Source: projected successive over-relaxation: C. Cryer, SIAM J. Control 9 (1971) 385-392.
bool sweep(LoadComponent& component, double relaxation, const RunContext& run);
inline constexpr double usual_relaxation = 1.5;

/// After how many passes a flow decides: passes bring nothing far through a part with few edges per vertex.
int passes_before_flow(const LoadComponent& component);

/// Sums the loads afresh.
void recompute_loads(LoadComponent& component);

/// Levels of the component by proven cuts: level[v] = 0, 1, ... from the densest outwards. A cut between two
/// levels is proven when every edge across gives all its weight to the outer end and all inner loads exceed
/// all outer loads by more than their rounding, to doubles and to units. One level: nothing is proven.
struct Levels {
  std::vector<Vertex> level;
  Vertex count = 1;
};
Levels proven_levels(const LoadComponent& component);

/// Level 0: the vertices that may be in a set of at least this density. Other vertices are removed in a few
/// rounds, as they weigh less towards the rest than the density times their cost; the last round is level 1.
/// One level if none is removed.
Levels dense_levels(const LoadComponent& component, ExactDensity density);

/// True if the connected component is a tree of unit weights, without base and costs. All of its vertices
/// share one ratio, as every part of it is less dense.
bool is_plain_tree(const LoadComponent& component);

/// Looks for sets denser than the component, whose density is `density`, by a largest flow. With one level,
/// no set is denser, and all ratios are equal. Otherwise level 0 is the smallest set S of most w(S) + base(S)
/// - density cost(S), shares give all of every edge across to the outer end, and outer ratios are at most the
/// density. `work` is reduced by the reads of residuals. Empty when the numbers do not fit into 64 bits, when
/// the work is used up, and when the run stops: the component is unchanged then.
///
/// A density above that of the component is allowed: one level then says that no set is denser than that.
///
/// Cost:   that of Boost's boykov_kolmogorov_max_flow, O(n^2 m times the cut) at worst, near linear when
/// loads
///         are near their targets; 100 bytes per edge.
/// Source: Y. Boykov, V. Kolmogorov, IEEE TPAMI 26 (2004) 1124-1137.
std::optional<Levels> cut_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                  double& work);

/// The component taken apart along its levels, and then into connected components. Edges across levels give
/// all their weight to the outer end's base.
struct Parts {
  std::vector<LoadComponent> components;  ///< of two vertices or more, loads summed afresh
  std::vector<Vertex> level;              ///< of every component
  struct Single {
    Vertex vertex = 0;  ///< outside name
    Vertex level = 0;
    double base = 0.0;
    double cost = 1.0;
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
