#pragma once

#include <memory>

#include "subgraph/search/places/part_searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The surroundings of a set: the set and the outsiders with the largest d_S. A tabu search over the dense
/// rows of the surroundings (tabu_searcher.hpp) goes on from a start made as for kicks (cluster_starts.hpp).
/// While that leads to something better, the surroundings are drawn anew around what was found; then the
/// start is left. This is for graphs too large for rows of all vertices: an exchange costs no more than in a
/// small graph. Exchanges count as kicks.
///
/// The place moves `state` alone; state, run and progress must outlive it.
/// Returns: nothing where surroundings would hold less than twice the set, or the graph has no edges.
/// Cost:    O(k^2) besides the arcs of k vertices, k at most DenseRows::most_vertices.
std::unique_ptr<Place> make_surroundings(SwapState& state, const SearcherTask& task, const RunContext& run,
                                         SharedProgress& progress);

}  // namespace lode::subgraph::detail
