#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How edges are weighed.
enum class EdgeWeighting {
  given,   ///< as the graph says
  fraudar  ///< fraudar_weights
};

/// A question about densities: which of all sets is the densest.
struct DensestRequest {
  DensityTerms terms = {};
  DensityDemands demands = {};
  VertexSet anchors = {};  ///< not empty: anchored_densest
  EdgeWeighting weighting = EdgeWeighting::given;
  std::optional<Vertex> at_least = {};  ///< sets of so many vertices or more
  std::optional<Vertex> at_most = {};   ///< sets of so many vertices or fewer
  bool decomposition = false;           ///< all layers, too
  bool locally_densest = false;         ///< and all locally densest sets
  KeepSplit keep_split = KeepSplit::no;
  std::optional<EdgeSplit> warm = {};  ///< where the search begins; the answer is the same
};

struct DensestAnswer {
  Graph graph;  ///< with the weights of the question
  DensestSubgraph densest;
  std::optional<DenseDecomposition> decomposition = {};  ///< complete
  std::vector<LocallyDensest> locally_densest = {};
  double solve_seconds = 0.0;
  double decomposition_seconds = 0.0;
};

/// Answers a question about densities: what `lode densest` does.
///
/// With `at_least` k: of the layers of the dense decomposition the first that holds k vertices, or the
/// heaviest k-set found; F(k) / k is a bound, F the concave envelope of size and weight of the layers. Exact
/// where k is the size of a layer or the densest set has k vertices. With `at_most` k: exact where the
/// densest set has at most k vertices; else the densest of the sets that `find` has for the sizes up to k,
/// and the largest of its bounds over the sizes.
///
/// Cost:    that of densest_subgraph, dense_decomposition and find.
/// Errors:  InvalidArgument for a size out of range, and for questions that cannot be asked together: anchors
///          with terms or demands; a size with anchors, terms or demands; a split with anchors, demands or a
///          size; weights too large for an exact decomposition.
/// Stops:   on cancel and deadline: unproven then, with a bound.
/// Deterministic for any number of threads.
DensestAnswer find_densest(const Graph& graph, const DensestRequest& request,
                           const RunContext& run = RunContext());

/// The densest set of at least or at most k vertices, as above.
DensestSubgraph densest_at_least(const Graph& graph, Vertex k, const RunContext& run = RunContext());
DensestSubgraph densest_at_most(const Graph& graph, Vertex k, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
