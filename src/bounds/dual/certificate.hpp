#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph {

namespace detail {

class CertificateCheck;
struct ClaimedStep;
struct SdpSearchTree;

}  // namespace detail

/// Multipliers of the doubly non-negative relaxation (dual/relaxation.hpp) on what is left of a core with
/// dummies.
struct DualStage {
  /// What is left, increasing: the dummies are 0, 1, ..., and vertex v of the core is the number of dummies
  /// plus v.
  std::vector<Vertex> rows;
  /// U row by row, in units of `unit`, a power of two.
  double unit = 1.0;
  std::vector<std::int32_t> multipliers;
  double eigenvalue = 0.0;  ///< lambda_max((U + U')/2) is below this, by enough to prove it in doubles
};

/// Why no set of s vertices of a core with dummies weighs more than some bound. The core and the value of the
/// dummies stand beside it, as a Part.
///
/// One stage bounds smaller sizes too. With several of them, a row that a stage lacks is one that no set
/// heavier than the incumbent holds, by the stage before, and the bound is the larger one of the incumbent
/// and what the last stage proves.
struct DualCertificate {
  Vertex s = 0;
  Vertex dummies = 0;
  double incumbent = 0.0;
  std::vector<DualStage> stages;  ///< the first has every row
  /// A search of what the last stage leaves, which has no multipliers then; null: those prove the bound.
  std::shared_ptr<const detail::SdpSearchTree> tree = {};
  /// The largest value of a vertex outside the core, and the largest weight of an edge at one: for who writes
  /// steps. A check works both out afresh.
  double largest_value = 0.0;
  double largest_weight = 0.0;
};

/// What a step by multipliers on a core with dummies proves, together with steps for sets with few vertices
/// in the core. Cost: O(n^3) for n rows of a stage, once for all steps of the same data. Errors:
/// VerificationError where nothing is proven; SystemError if the run is stopped.
std::optional<long double> check_dual_step(const detail::CertificateCheck& check,
                                           const detail::ClaimedStep& claimed);

}  // namespace lode::subgraph
