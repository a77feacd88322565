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

/// How many vertices have one value (degree or core number). Histograms are by increasing value, and leave
/// out values that no vertex has.
struct HistogramBin {
  std::uint64_t value = 0;  ///< the value
  std::uint64_t count = 0;  ///< number of vertices with this value
};

/// The facts of a graph that reports show.
struct GraphSummary {
  Vertex vertices = 0;                ///< number of vertices
  EdgeCount edges = 0;                ///< number of edges
  Weight total_weight = 0.0;          ///< weight of all edges
  bool weighted = false;              ///< the graph has weights
  std::size_t components = 0;         ///< connected components; 0 although there are vertices: not counted
  Vertex largest_component = 0;       ///< vertices of the largest component
  Vertex isolated = 0;                ///< vertices without an edge
  Vertex max_degree = 0;              ///< largest degree
  double average_degree = 0.0;        ///< average degree
  Vertex degeneracy = 0;              ///< largest core number
  std::vector<HistogramBin> degrees;  ///< number of vertices by degree
  std::vector<HistogramBin>
      cores;  ///< number of vertices by core number; empty although there are vertices: not known
};

/// Collects the facts of a graph. `cores` are the core numbers, or empty if they are not known. Components
/// are counted if the run leaves time.
///
/// Cost:    O(n log n + m).
GraphSummary summarise_graph(const Graph& graph, std::span<const Vertex> cores,
                             const RunContext& run = RunContext());

/// A set of vertices together with its neighbours.
struct EgoNetwork {
  Graph graph;  ///< induced by both, by increasing vertex number, with original names and weights
  std::vector<char> member;  ///< 1 for vertices of the set, by vertex of `graph`
  Vertex left_out = 0;       ///< number of neighbours that were left out
};

/// The subgraph induced by a set and at most `limit` of its neighbours. The neighbours with the largest
/// weight of edges into the set are taken. Ties go to the smaller number.
///
/// Cost:    O(n + degrees of the vertices kept + k log k) for k neighbours.
/// Errors:  InvalidArgument for a vertex that does not exist or is given twice.
EgoNetwork ego_network(const Graph& graph, const VertexSet& set, Vertex limit = no_vertex);

/// Options of a density report.
struct DensityReportOptions {
  std::vector<Vertex> sizes = {};  ///< sizes; empty: default_sizes; a size given again is run once
  std::vector<std::string> methods =
      {};  ///< methods; empty: every method that takes the graph, except exhaustive ones
  /// Work on upper bounds. automatic: about 6 s where gaps are above 1 %, and as much work as that of the
  /// first method. strong and proof are the same here: half of the time of the first method.
  subgraph::Effort effort = subgraph::Effort::automatic;
};

/// About 16 sizes, spread evenly on a log scale over 2..n/2, rounded to two digits, increasing. For n = 0
/// there is none, for n = 1 it is {1}, and for n = 2 or 3 it is {2}.
std::vector<Vertex> default_sizes(Vertex n);

/// One method on one size.
struct DensityReportRun {
  std::string method;           ///< name of the method
  Vertex s = 0;                 ///< size
  subgraph::Solution solution;  ///< its answer
};

/// The best answer known for one size, with the upper bound.
struct DensityReportSize {
  Vertex s = 0;                 ///< size
  std::string best_method;      ///< method of the best answer; among equal ones the first of the registry
  subgraph::Solution best;      ///< the best answer
  subgraph::Bound bound;        ///< the upper bound
  double gap = 0.0;             ///< gap between answer and bound
  bool proven_optimal = false;  ///< the answer is proven optimal
  double optimality_tolerance = 0.0;  ///< as FindAnswer::optimality_tolerance
  Vertex smallest_core_number =
      0;                           ///< smallest core number of a member of the best set; no_vertex: not known
  Vertex largest_core_number = 0;  ///< largest core number of a member of the best set
  std::size_t components = 0;      ///< connected components of the induced subgraph
};

/// A best set among its neighbours, small enough to be drawn.
struct DensityReportPicture {
  Vertex s = 0;        ///< size of the set
  EgoNetwork network;  ///< the set and its neighbours
};

/// Everything that a density report shows. It is plain data; the report layer renders it.
struct DensityReport {
  std::string name;                      ///< name of the graph
  std::string input_summary;             ///< how the graph was read, in one line; may be empty
  GraphSummary graph;                    ///< the facts of the graph
  std::vector<DensityReportSize> sizes;  ///< the sizes that were reached, in the order asked
  std::vector<DensityReportRun> runs;    ///< all runs, by size then method
  /// Original names of each best set, in the order of `sizes`.
  std::vector<std::vector<std::string>> best_set_names;
  bool labels = false;                  ///< the names are labels, not integers
  std::vector<Vertex> requested_sizes;  ///< all sizes in the order asked
  std::vector<std::string> methods;     ///< methods in the order in which they were run
  std::uint64_t seed = 1;               ///< seed of the run
  double seconds = 0.0;                 ///< time of the whole report
  /// Why the report ended. deadline: a size or a method was left out, or a run ended at its limit.
  StopReason stop_reason = StopReason::converged;
  /// The best set of largest average degree among those that can be drawn.
  std::optional<DensityReportPicture> picture = {};
  /// The largest sets found with at least 0.5, 0.7 and 0.9 of all possible edges, each with what is proven
  /// about larger sets. Empty for graphs with weights, and if the time was up.
  std::vector<FindAnswer> largest_sets = {};
  ComponentTree core_tree = {};  ///< tree of the k-cores; empty if the time was up
};

/// Position in `sizes` of the best set with the largest average degree, among those of at most `largest`
/// vertices. The first among equals; nothing if there is none.
std::optional<std::size_t> richest_size(const DensityReport& report, Vertex largest = no_vertex);

/// Largest number of vertices of a picture: the set and its neighbours.
inline constexpr Vertex picture_limit = 200;

/// Runs every method on every size and collects the facts of the graph.
///
/// The first method and the bounds come from `find`, for all sizes together. They take half of the time at
/// most, three quarters with strong bounds. The rest of the time is shared evenly over the other runs of a
/// method on a size. A tenth of the time goes into the largest sets of three densities; without a limit it is
/// what effort auto takes.
///
/// After a deadline or a cancel no further run begins. Every size that the first method reached is returned,
/// with its bound and the best of its runs. The facts of the graph are always complete.
///
/// Cost:    O(n + m), the cheap bounds, and the runs.
/// Errors:  InvalidArgument for a size below 1 or above n, for an unknown method, and for a method asked for
///          by name that does not take the weights of the graph.
/// Deterministic for a given seed, whatever the number of threads, unless stop_reason is deadline or
///          interrupted.
DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
