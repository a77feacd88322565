#pragma once

#include <span>

#include "bounds/certificate/check.hpp"
#include "bounds/concave/concave_tree.hpp"

namespace lode::subgraph::detail {

/// What a tree of planes proves: no set of `tree.s` vertices of the graph weighs more, with what its vertices
/// add on their own (`values`, >= 0; none: nothing). Worked out afresh, by code that shares nothing with the
/// search: that shifts keep the relaxation concave, the bound of every
/// plane, and that what is let go and what is left cover all sets.
///
/// Shifts. With M = spread 11' - W - diagonal I rounded to doubles, m the largest magnitude in it and
/// k = (n + 2) 2^-52, M is positive semidefinite once M - k m I - k trace(M) I has a Cholesky factor: the
/// latter covers the factorisation (S. M. Rump, BIT Numer. Math. 46 (2006) 433-452), the former, more than
/// (n + 2) 2^-53 m, that entries are rounded.
///
/// Planes. Sums are kept in long double, each addition exact to 2^-64 of the sum of magnitudes; with G the
/// magnitudes of all that enters a bound, and so many terms as there are free vertices, members and s, four
/// times what they can lose is added.
///
/// Cost:   O(n^2) per node, n the free vertices, O(n^3) per shift; 8 N^2 bytes for N in all.
/// Errors: VerificationError naming the node that shows nothing; SystemError if the run is stopped.
ProofSum check_concave_tree(const Graph& graph, std::span<const Weight> values, const ConcaveTree& tree,
                            const RunContext& run);

}  // namespace lode::subgraph::detail
