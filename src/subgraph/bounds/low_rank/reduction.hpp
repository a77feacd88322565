#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "subgraph/bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph::detail {

/// By size, 0 to s, what bounds inside a graph are to reach so that the incumbent is proven of the whole one
/// (SdpPlan::goal_of): infinite for size 0 and up to the largest size whose known bound suffices. Alone s
/// counts where the graph is all there is.
std::vector<double> reduction_goals(Vertex s, const SparseSdpOptions& options);

/// What a bound of sets of t vertices must stay below to say no more than the goal does.
double below_goal(const Graph& graph, double goal);

/// Lets the vertices go that the multipliers let go at `eigenvalue`, above what they have, then those that
/// weigh too little towards the rest; at least s stay of the first kind. Nothing where they prove nothing at
/// that eigenvalue, or it was stopped; a reduction with the same vertices left where none go.
///
/// `graph` is what `before` leaves of the whole one. Parallel; the same for any number of threads.
/// Cost: prove_vertex_reserves(), O(n + m).
std::optional<SparseReduction> reduced_by(const Graph& graph, const SparseReduction& before,
                                          const ClusteredMatrix& matrix, double eigenvalue,
                                          const std::function<bool()>& stop);

/// Multiply-adds of prove_vertex_reserves as units of BoundRequest::work.
double reserve_work(std::size_t n);

/// What semidefinite bounds prove of what a reduction left.
struct DenseRest {
  std::vector<SdpCertificate> proofs;
  std::vector<std::size_t> proof_of;  ///< by size, 0 to s
  std::vector<double> inside;         ///< by size; infinite where nothing is proven
  double work = 0.0;                  ///< spent
};

/// Bounds the sets inside `graph` by sdp, from size s on and then where bounds exceed their goals most, until
/// all reach them, do not fall any more, or work or time ends. Sizes above its vertices have no sets.
/// Cost: a run of sdp per size, of some ten sizes at most.
DenseRest bound_dense_rest(const Graph& graph, Vertex s, const std::vector<double>& goals, double work,
                           const RunContext& run);

}  // namespace lode::subgraph::detail
