#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "bounds/concave/plane_tree.hpp"
#include "bounds/core_parts.hpp"
#include "bounds/dual/certificate.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"
#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Edge splits: every arc's part of its edge's weight, >= 0, both of an edge no less than that. A set weighs
/// no more than the sum of what its vertices' arcs have, and their values.
struct EdgeSplit {
  std::vector<double> arc;
};

/// What proves bounds on a part of a graph: an edge split of the whole graph, multipliers of the doubly
/// non-negative relaxation on a core with dummies, or those with clustered pairs. Or the tree of a search
/// with planes, on the whole graph, for one size.
struct PartMultipliers {
  Part part;
  std::variant<EdgeSplit, DualCertificate, SparseSdpCertificate, detail::ConcaveTree> multipliers = {};
};

/// Steps by multipliers on a part, and by the bound for s - 1 unless the part is the whole graph.
extern const ProofRule multipliers_proof;

/// Turns what multipliers prove inside their part, by size, into bounds of the whole graph called `name`,
/// from small sizes to large ones.
void take_multipliers(BoundLedger& ledger, const std::shared_ptr<const PartMultipliers>& multipliers,
                      std::string_view name, std::span<const double> inside);

/// The same for sets of t vertices alone.
void take_multipliers(BoundLedger& ledger, const std::shared_ptr<const PartMultipliers>& multipliers,
                      std::string_view name, Vertex t, double inside);

}  // namespace lode::subgraph
