#pragma once

// A searcher that looks at a part of the graph and at nothing else.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Some vertices of the graph, with numbers of their own, and the searcher inside.
struct Place {
  VertexSet original;                 ///< vertex i inside is original[i] of the graph; increasing
  VertexSet order;                    ///< numbers inside, the densest cores last
  std::vector<VertexSet> hints = {};  ///< for the searcher inside
  std::optional<SwapState> state = {};
  std::unique_ptr<Searcher> inside = {};
};

/// The innermost cores: 2048 vertices, or four times as many as the set of `outer` has, and its anchors. The
/// searcher exchanges under tabu over their dense rows. It begins at the densest of them.
///
/// Returns: nothing where rows do not pay (few arcs, too many vertices), or where no core order is known.
/// Cost:    O(n + k^2 + arcs of the k vertices); memory k^2 bytes, or eight times as many.
std::unique_ptr<Place> core_place(const SwapState& outer, const SearcherTask& task, const RunContext& run,
                                  SharedProgress& progress);
/// Making the rows of these cores takes as long as so many arcs of a search by kicks.
std::uint64_t core_place_work(const SwapState& outer);

/// The subgraph that `within` (increasing) induces. It holds the anchors of `outer` and at least as many
/// vertices as the set. The searcher kicks. It begins at what peeling leaves of all of the place.
std::unique_ptr<Place> confined_place(const SwapState& outer, VertexSet within, const SearcherTask& task,
                                      const RunContext& run, SharedProgress& progress);

/// The searcher of a place as one of the graph: sets go in and out under the numbers of the graph. Sets that
/// reach outside are not taken, and neither are hints. The place is not empty; run and progress must outlive
/// the searcher.
std::unique_ptr<Searcher> make_part_searcher(std::unique_ptr<Place> place, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
