#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Which weights the edges have.
enum class EdgeWeighting {
  given,   ///< the weights of the graph
  fraudar  ///< the weights of fraudar_weights
};

/// A question about densities: which of all sets is the densest?
struct DensestRequest {
  DensityTerms terms = {};                         ///< values and costs of vertices
  DensityDemands demands = {};                     ///< vertices that the set must contain or avoid
  VertexSet anchors = {};                          ///< not empty: the question of anchored_densest
  EdgeWeighting weighting = EdgeWeighting::given;  ///< weights of the edges
  std::optional<Vertex> at_least = {};             ///< only sets of at least this many vertices
  std::optional<Vertex> at_most = {};              ///< only sets of at most this many vertices
  bool decomposition = false;                      ///< also find all layers of the dense decomposition
  bool locally_densest = false;                    ///< also find all locally densest sets
  KeepSplit keep_split = KeepSplit::no;            ///< whether to return the split that proves the bound
};

/// The answer to a question about densities.
struct DensestAnswer {
  Graph graph;                                           ///< the graph with the weights of the question
  DensestSubgraph densest;                               ///< the set and its bound
  std::optional<DenseDecomposition> decomposition = {};  ///< if asked for, complete
  std::vector<LocallyDensest> locally_densest = {};      ///< if asked for
  double solve_seconds = 0.0;                            ///< time to find the set
  double decomposition_seconds = 0.0;                    ///< time to find the layers
};

/// Answers a question about densities. This is what `lode densest` does.
///
/// With `at_least` k, the answer is the first layer of the dense decomposition with k vertices or more, or
/// the densest set that `find` has for sizes from k on. F(j) / j is an upper bound for j vertices, where F is
/// the concave envelope of the sizes and weights of the layers. The answer is exact if k is the size of a
/// layer, or if the densest set has k vertices or more.
///
/// With `at_most` k, the answer is exact if the densest set has at most k vertices. Otherwise the answer is
/// the densest set that `find` has for the sizes up to k, and the upper bound is the largest of its bounds
/// over these sizes. For graphs of up to 64 vertices, and for all graphs with a time limit, every size is
/// searched until its bound excludes a denser set. `at_least` has the same rule.
///
/// Cost:    that of densest_subgraph, dense_decomposition and find.
/// Errors:  InvalidArgument for a size out of range, if every vertex is excluded, for weights too large for
///          an exact decomposition, and for questions that cannot be combined. These are anchors with terms
///          or demands; a size with anchors, terms or demands; and a split with anchors, demands or a size.
/// Stops:   on cancel and deadline. The answer is then not proven, and has a bound.
/// Deterministic for any number of threads.
DensestAnswer find_densest(const Graph& graph, const DensestRequest& request,
                           const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
