#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "bounds/concave/plane_tree.hpp"
#include "bounds/core_parts.hpp"
#include "bounds/dual/certificate.hpp"
#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Edge splits: every arc's part of its edge's weight, >= 0, both of an edge no less than that. A set weighs
/// no more than the sum of what its vertices' arcs have, and their values.
struct EdgeSplit {
  std::vector<double> arc;
};

/// What proves bounds on a part of a graph: an edge split of the whole graph, multipliers of the doubly
/// non-negative relaxation on a core with dummies, or the tree of a search with planes, on the whole graph,
/// for one size.
struct PartMultipliers {
  Part part;
  std::variant<EdgeSplit, DualCertificate, detail::ConcaveTree> multipliers = {};
};

}  // namespace lode::subgraph
