#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "subgraph/bounds/concave/concave_tree.hpp"
#include "subgraph/bounds/dual/certificate.hpp"
#include "subgraph/bounds/low_rank/sparse_sdp.hpp"
#include "subgraph/bounds/rule.hpp"
#include "subgraph/bounds/rules/capped_lp.hpp"
#include "subgraph/bounds/rules/core.hpp"
#include "subgraph/bounds/sdp/sdp.hpp"

namespace lode::subgraph {

/// Multipliers on a part of a graph: those of the capped linear program, or those of the doubly non-negative
/// relaxation, whole or with clustered pairs. They prove bounds for every size, but for those of the whole
/// relaxation with several stages. Or the tree of a search with planes, on the whole graph, for one size. Or
/// those of the core with dummies, by rule outside.
struct PartMultipliers {
  CorePart part;
  std::variant<CappedMultipliers, SdpCertificate, SparseSdpCertificate, detail::ConcaveTree,
               OutsideCertificate>
      multipliers = {};
};

/// Steps by multipliers on a part, and by the bound for s - 1 unless the part is the whole graph.
extern const ProofRule multipliers_proof;

/// Turns what multipliers prove inside their part, by size, into bounds of the whole graph called `name`,
/// from small sizes to large ones; called core where what is outside decides.
void take_multipliers(BoundLedger& ledger, std::shared_ptr<const PartMultipliers> multipliers,
                      std::string_view name, std::span<const double> inside);

/// The same for sets of t vertices alone.
void take_multipliers(BoundLedger& ledger, const std::shared_ptr<const PartMultipliers>& multipliers,
                      std::string_view name, Vertex t, double inside);

}  // namespace lode::subgraph
