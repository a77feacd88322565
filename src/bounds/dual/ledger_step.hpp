#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "bounds/dual/certificate.hpp"
#include "bounds/dual/core_choice.hpp"
#include "bounds/rule.hpp"

namespace lode::subgraph {

class BoundLedger;

/// Steps by multipliers on a core with dummies.
extern const ProofRule outside_proof;

namespace dual {

/// A core of a ledger's graph with dummies, for sets of s vertices.
struct DualPart {
  Part part;
  OutsideWeights outside;  ///< `each` is the value of a dummy
  Vertex s = 0;
  Vertex dummies = 0;
};

/// The graph of a ledger as such a part.
DualPart whole_part(const BoundLedger& ledger, Vertex s);

/// What is left to be proven for sets of t vertices that have few in the core, by the bounds of the ledger;
/// minus infinity where there are none.
double bound_of_few(const BoundLedger& ledger, const DualPart& on, Vertex t);

/// Lowers the bound of t to what `certificate`, which proves `inside` of the t-sets of the core with dummies,
/// makes of it together with the bounds of few vertices in the core. Real bounds are enlarged by what sums in
/// another order may find.
void take_bound(BoundLedger& ledger, const DualPart& on, Vertex t, double inside, std::string_view name,
                const std::shared_ptr<const PartMultipliers>& certificate);

/// The certificate as steps hold it; without multipliers if the ledger keeps none.
std::shared_ptr<const PartMultipliers> kept(const BoundLedger& ledger, const DualPart& on,
                                            DualCertificate certificate);

/// What removal left of a core with dummies: every set heavier than the incumbent lies inside, or has few
/// vertices in the core.
struct DualRest {
  DualPart on;
  std::vector<DualStage> stages;  ///< that let the others go
  std::vector<Vertex> rows;       ///< what is left, by number in a certificate
  double incumbent = 0.0;
};

}  // namespace dual
}  // namespace lode::subgraph
