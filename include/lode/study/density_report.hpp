#pragma once

#include <string>
#include <vector>

#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode {

struct DensityReportOptions {
  std::vector<Vertex> sizes = {};         ///< empty: about 16 sizes spread evenly on a log scale over 2..n/2
  std::vector<std::string> methods = {};  ///< empty: every registered method
};

/// How many vertices have each value (degree or core number), by increasing value, zero counts left out.
struct HistogramBin {
  std::uint64_t value = 0;
  std::uint64_t count = 0;
};

/// One method on one size.
struct DensityReportRun {
  std::string method;
  Vertex s = 0;
  Solution solution;
};

/// The best answer known for one size and the bound above it.
struct DensityReportSize {
  Vertex s = 0;
  std::string best_method;  ///< first among equals in registry order
  Solution best;
  Bound bound;
  double gap = 0.0;
  bool proven_optimal = false;
  Vertex smallest_core_number = 0;  ///< over the members of the best set
  Vertex largest_core_number = 0;
  std::size_t components = 0;  ///< connected components of the induced subgraph
};

/// Everything a density report shows; plain data, rendered by the report layer.
struct DensityReport {
  std::string name;           ///< of the graph
  std::string input_summary;  ///< one line on how it was read; may be empty
  Vertex vertices = 0;
  EdgeCount edges = 0;
  Weight total_weight = 0.0;
  bool weighted = false;
  std::size_t components = 0;
  Vertex largest_component = 0;
  Vertex isolated = 0;
  Vertex max_degree = 0;
  double average_degree = 0.0;
  Vertex degeneracy = 0;
  std::vector<HistogramBin> degrees;
  std::vector<HistogramBin> cores;
  std::vector<DensityReportSize> sizes;  ///< in the order asked
  std::vector<DensityReportRun> runs;    ///< all runs, by size then method
  std::vector<std::vector<std::string>>
      best_set_names;  ///< original names of each best set, aligned with sizes
  std::uint64_t seed = 1;
  double seconds = 0.0;
  StopReason stop_reason = StopReason::converged;  ///< deadline or interrupted: sizes hold what was reached
};

/// Runs every method on every size and collects the graph's statistics.
/// The time left in `run` is shared evenly over the (size, method) runs still to do; a deadline or cancel
/// returns what is there, complete for the sizes it holds.
DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, RunContext& run);

}  // namespace lode
