#pragma once

#include "bounds/concave/concave_tree.hpp"
#include "report/tables/json.hpp"

namespace lode::detail {

/// A tree of planes in a certificate: {"s", "nodes": [{"y": [...], "shift": [diagonal, spread] or null, "in":
/// [...], "out": [...], "vertex", "below", "holding"}, ...]}, null for what a node has not. Numbers
/// round-trip. Size: up to 20 bytes per free vertex of a node, mostly 4.
Json concave_tree_json(const subgraph::detail::ConcaveTree& tree);

/// Reads what that wrote; whether it proves anything is for its check to say.
/// Errors: those of Json for other shapes, std::invalid_argument saying what is wrong with a value.
subgraph::detail::ConcaveTree concave_tree_from_json(const Json& json);

}  // namespace lode::detail
