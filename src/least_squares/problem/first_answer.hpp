#pragma once

#include "least_squares/problem/best_point.hpp"

namespace lode::least_squares::detail {

/// A first answer for the squared loss at the price of a few products with A, for runs that end before the
/// Gram matrix is there. The problem's start where it has one. Otherwise, sparse constraints: rounds of the
/// columns most correlated with the residual, fitted; binary: one sweep of flips from the random start;
/// binary-c: the columns that lower F most, each taken alone.
///
/// Cost: O(m n + m k^2) for the k columns taken, at most 256 and at most 64 under a penalty.
void offer_first_answer(const Problem& problem, const RunContext& run, BestPoint& best);

}  // namespace lode::least_squares::detail
