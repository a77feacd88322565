#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How many vertices have each value (degree or core number), by increasing value, zero counts left out.
struct HistogramBin {
  std::uint64_t value = 0;
  std::uint64_t count = 0;
};

/// The facts of a graph that reports show.
struct GraphSummary {
  Vertex vertices = 0;
  EdgeCount edges = 0;
  Weight total_weight = 0.0;
  bool weighted = false;
  std::size_t components = 0;  ///< 0 although there are vertices: not counted
  Vertex largest_component = 0;
  Vertex isolated = 0;
  Vertex max_degree = 0;
  double average_degree = 0.0;
  Vertex degeneracy = 0;
  std::vector<HistogramBin> degrees;
  std::vector<HistogramBin> cores;  ///< empty although there are vertices: not known
};

/// `cores` are the core numbers, or empty where they are not known. Components are counted within the run.
///
/// Cost: O(n log n + m).
GraphSummary summarise_graph(const Graph& graph, std::span<const Vertex> cores,
                             const RunContext& run = RunContext());

/// A set of vertices together with its neighbours.
struct EgoNetwork {
  Graph graph;  ///< induced on both, by increasing vertex number; original names and weights kept
  std::vector<char> member;  ///< of the set, by vertex of `graph`
  Vertex left_out = 0;       ///< neighbours that were left out
};

/// The subgraph induced by a set and at most `limit` of its neighbours: those with the largest weight of
/// edges into the set, ties to the smaller number.
///
/// Cost:   O(n + degrees of the vertices kept + k log k) for k neighbours.
/// Errors: InvalidArgument for a vertex that does not exist or is given twice.
EgoNetwork ego_network(const Graph& graph, const VertexSet& set, Vertex limit = no_vertex);

struct DensityReportOptions {
  std::vector<Vertex> sizes = {};         ///< empty: default_sizes; a size given again is run once
  std::vector<std::string> methods = {};  ///< empty: every one that takes the graph but exhaustive ones
  /// automatic: about 6 s where gaps are above a hundredth, and as much work as the first method's; strong
  /// and proof, which are the same here: half of its time.
  subgraph::Effort effort = subgraph::Effort::automatic;
};

/// About 16 sizes spread evenly on a log scale over 2..n/2, rounded to two digits, increasing.
/// n = 0: none; n = 1: {1}; n = 2 or 3: {2}.
std::vector<Vertex> default_sizes(Vertex n);

/// One method on one size.
struct DensityReportRun {
  std::string method;
  Vertex s = 0;
  subgraph::Solution solution;
};

/// The best answer known for one size and the bound above it.
struct DensityReportSize {
  Vertex s = 0;
  std::string best_method;  ///< first among equals in registry order
  subgraph::Solution best;
  subgraph::Bound bound;
  double gap = 0.0;
  bool proven_optimal = false;
  double optimality_tolerance = 0.0;  ///< as in report/find_report.hpp
  Vertex smallest_core_number = 0;    ///< over the members of the best set; no_vertex: not known
  Vertex largest_core_number = 0;
  std::size_t components = 0;  ///< connected components of the induced subgraph
};

/// A best set among its neighbours, small enough to be drawn.
struct DensityReportPicture {
  Vertex s = 0;
  EgoNetwork network;
};

/// Everything a density report shows; plain data, rendered by the report layer.
struct DensityReport {
  std::string name;           ///< of the graph
  std::string input_summary;  ///< one line on how it was read; may be empty
  GraphSummary graph;
  std::vector<DensityReportSize> sizes;  ///< in the order asked
  std::vector<DensityReportRun> runs;    ///< all runs, by size then method
  std::vector<std::vector<std::string>>
      best_set_names;                   ///< original names of each best set, aligned with sizes
  bool labels = false;                  ///< the names are labels, not integers
  std::vector<Vertex> requested_sizes;  ///< in the order asked; sizes holds those that were reached
  std::vector<std::string> methods;     ///< in the order they were run
  std::uint64_t seed = 1;
  double seconds = 0.0;
  /// converged; or interrupted; or deadline: a size or method was left out, or a run ended at its limit.
  StopReason stop_reason = StopReason::converged;
  /// The best set of largest average degree among those that can be drawn.
  std::optional<DensityReportPicture> picture = {};
  /// The largest set found of at least 0.5, 0.7 and 0.9 of all possible edges, each with what is proven of
  /// larger ones; empty with weights, and where the time was up.
  std::vector<FindAnswer> largest_sets = {};
  ComponentTree core_tree = {};  ///< of the k-cores; empty where the time was up
};

/// Position in `sizes` of the best set with the largest average degree among those of at most `largest`
/// vertices, the first among equals; nothing if there is none.
std::optional<std::size_t> richest_size(const DensityReport& report, Vertex largest = no_vertex);

/// Vertices of a picture, the set and its neighbours.
inline constexpr Vertex picture_limit = 200;

/// Runs every method on every size and collects the graph's statistics.
///
/// The first method and the bounds come from `find`, for all sizes together, in half of the time at most
/// (three quarters with strong bounds); what is left is shared evenly over the (size, method) runs still to
/// do. A tenth of the time, or what effort auto does without a limit, goes into the largest sets of three
/// densities. After a deadline or cancel no further run begins: every size that the first method reached is
/// returned, with its bound and the best of the runs it had. The statistics are always complete.
///
/// Cost:    O(n + m), the cheap bounds, and the runs.
/// Errors:  InvalidArgument for a size below 1 or above n, an unknown method, or one asked for by name that
///          does not take the graph's weights.
/// Deterministic for a given seed, whatever the thread count, unless stop_reason is deadline or interrupted.
DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
