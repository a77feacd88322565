#pragma once

#include <optional>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph {

/// What a step by multipliers on a core with dummies proves, together with steps for sets with few vertices
/// in the core. Cost: O(n^3) for n rows of a stage, once for all steps of the same data. Errors:
/// VerificationError where nothing is proven; SystemError if the run is stopped.
std::optional<detail::ProofSum> check_dual_step(const detail::CertificateCheck& check,
                                                const detail::ClaimedStep& claimed);

}  // namespace lode::subgraph
