#pragma once

#include "bounds/search/tree.hpp"
#include "report/tables/json.hpp"

namespace lode::detail {

/// A search tree in a certificate: {"nodes": [[state, vertex, included, excluded, proof], ...], "proofs":
/// [{"node", "shift", "eigenvalue", "rows": [...], "pairs": [[i, j, multiplier], ...], "cuts": [[kind, i, j,
/// l, multiplier], ...]}, ...]}, states and kinds by their names, null for what a node has not. Numbers
/// round-trip.
/// Size: some 25 bytes per vertex, pair and cut of a proof, and 20 per node.
Json search_tree_json(const subgraph::detail::SdpSearchTree& tree);

/// Reads what that wrote; whether it proves anything is for its check to say.
/// Errors: those of Json for other shapes, std::invalid_argument saying what is wrong with a value.
subgraph::detail::SdpSearchTree search_tree_from_json(const Json& json);

}  // namespace lode::detail
