#pragma once

#include <optional>
#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// The minimiser of 1/2 |A_S z - b|^2 over values |z_i| <= box on the support S: by Cholesky on the normal
/// equations with a step of iterative refinement when S is well conditioned, otherwise the one of least norm
/// by a complete orthogonal decomposition of A_S, columns at length 1; where that leaves the box, by
/// hybrid/block/box_qp.hpp.
///
/// Shapes: one value per member of `support`, in its order.
/// Cost:   O(m s^2 + s^3), and a box that binds O(s^3) per bound.
/// Returns: nothing when the run should stop before a fit is there; a box that binds then gives the values
///         it has got to.
/// Errors: InvalidArgument for a member that is no column, or a box that is negative or NaN.
std::optional<std::vector<double>> least_squares_within(const Instance& instance,
                                                        std::span<const Index> support, double box,
                                                        const RunContext& run);

/// The values on `support` that minimise the problem's loss inside its box, begun at `values`. Squared loss:
/// as above, and fits of a few hundredths of a second are made even when the run should stop. Logistic loss:
/// Newton steps, each a box-constrained quadratic, with halving of the step until F falls; at most 100, and
/// none once the run should stop or the loss is below `negligible_loss` of that at 0 (where the labels are
/// separated, the infimum 0 is not attained). Nothing when there was no time for a fit.
/// Errors: InvalidArgument as above, without an instance, and for another number of values.
std::optional<std::vector<double>> refit_on(const Problem& problem, std::span<const Index> support,
                                            std::vector<double> values, const RunContext& run);

/// A logistic loss of at most this share of that at x = 0 counts as nothing: the classes are separated, and x
/// would grow for ever.
inline constexpr double negligible_loss = 1e-12;

}  // namespace lode::least_squares
