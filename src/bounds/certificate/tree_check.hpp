#pragma once

#include "bounds/certificate/check.hpp"
#include "bounds/search/dense_problem.hpp"
#include "bounds/search/tree.hpp"

namespace lode::subgraph::detail {

/// What a search tree proves: no set of the problem has a larger value, or `incumbent` is one that no set
/// exceeds. Worked out afresh: that the branches cover every set, and the bound of every leaf from its
/// multipliers, by code that shares nothing with the search.
///
/// Arithmetic: sums are kept in long double, as exact to 2^-63 relative a term; with A the sum of all
/// magnitudes added into M and h the most of them in one entry, P is off by at most
/// (h + 2 n + 16) 2^-61 (1 + 3 q) A in the sum of all its entries, which are then rounded to doubles D of
/// eigenvalue I - P, by 2^-53 |D_ij| each. As |z_i| <= 1, z'Pz exceeds eigenvalue z'z by no more than all
/// that together once a Cholesky factorisation of D - cI runs to its end, c = (n + 2) 2^-52 trace D
/// (S. M. Rump, BIT Numer. Math. 46 (2006) 433-452).
///
/// Cost:   per proof O(n^3), n the vertices left at its node; 24 n^2 bytes.
/// Errors: VerificationError naming the node or the proof that shows nothing; SystemError if the run is
///         stopped.
ProofSum check_search_tree(const DenseProblem& problem, double incumbent, const SdpSearchTree& tree,
                           const RunContext& run);

}  // namespace lode::subgraph::detail
