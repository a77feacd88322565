#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Number of vertices with one value (degree or core number). Histograms are sorted by value and omit empty
/// bins.
struct HistogramBin {
  std::uint64_t value = 0;  ///< the value
  std::uint64_t count = 0;  ///< number of vertices with this value
};

/// Facts of a graph for reports.
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

/// Options of a density report.
struct DensityReportOptions {
  /// Sizes; a size given again is run once. Empty: default_sizes, the size of the densest subgraph, and the
  /// sizes of up to four dense layers. These are the largest layers of at most half of the vertices.
  std::vector<Vertex> sizes = {};
  std::string method = "hybrid";  ///< method of the searches
  /// Work on upper bounds. automatic: about 6 s where gaps are above 1 %, and the work of the searches again.
  /// strong and proof are the same here: half of the time of the searches.
  subgraph::Effort effort = subgraph::Effort::automatic;
};

/// About 16 sizes, spread evenly on a log scale over 2..n/2, rounded to two digits, increasing. The list is
/// empty for n = 0, {1} for n = 1, and {2} for n = 2 or 3.
std::vector<Vertex> default_sizes(Vertex n);

/// The best answer known for one size. Its method is "dense layer" if a layer is better than the search.
struct DensityReportSize : FindAnswer {
  std::size_t components = 0;  ///< connected components of the induced subgraph
};

/// The contents of a density report. It is plain data; the report layer renders it.
struct DensityReport {
  std::string name;                      ///< name of the graph
  std::string input_summary;             ///< how the graph was read, in one line; may be empty
  Graph data;                            ///< the graph
  GraphSummary graph;                    ///< the facts of the graph
  std::vector<Vertex> core_numbers;      ///< by vertex; empty: not known
  std::vector<DensityReportSize> sizes;  ///< the sizes that were reached, in the order asked
  std::vector<VertexTexts> attributes;   ///< attributes of vertices, such as groups or roles
  std::vector<Vertex> requested_sizes;   ///< all sizes in the order asked
  std::uint64_t seed = 1;                ///< seed of the run
  double seconds = 0.0;                  ///< time of the whole report
  /// Why the report ended. deadline: a size was left out, or a search ended at its limit.
  StopReason stop_reason = StopReason::converged;
  /// The dense layers: nested sets, the first of which is the densest subgraph. Each is a best set of its
  /// size. If the time was up: only the densest subgraph, or empty if that is not known.
  std::vector<DenseLayer> layers = {};
  std::vector<LocallyDensest> locally_densest = {};  ///< all of them; empty if the time was up
};

/// Finds the best sets of many sizes and collects the facts of the graph.
///
/// The densest set comes first and may take all of the time, because it bounds the sets of every size. The
/// dense layers take at most a tenth. The sets and their bounds come from `find`, for all sizes together. A
/// better layer of a size replaces its set; the method is then "dense layer".
///
/// Every size that was reached before a deadline or a cancel is returned.
///
/// Cost:    O(n + m), and `find` for the sizes.
/// Errors:  InvalidArgument for a size below 1 or above n, for an unknown method, and for a method that does
///          not take the weights of the graph.
/// Deterministic for a given seed and any number of threads, unless stop_reason is deadline or
///          interrupted.
DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
