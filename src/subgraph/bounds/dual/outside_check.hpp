#pragma once

#include <optional>

#include "subgraph/bounds/certificate/check.hpp"

namespace lode::subgraph {

/// What a step by rule outside proves: multipliers on a core with dummies, and steps for sets with few
/// vertices in the core. Cost:   O(n^3) for n vertices of core and dummies, once for all steps of the same
/// data. Errors: VerificationError where nothing is proven; SystemError if the run is stopped.
std::optional<detail::ProofSum> check_outside(const detail::CertificateCheck& check,
                                              const detail::ClaimedStep& claimed);

}  // namespace lode::subgraph
