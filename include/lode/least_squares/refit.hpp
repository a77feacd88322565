#pragma once

#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// The minimiser of 1/2 |A_S z - b|^2 over values z on the support S: by Cholesky on the normal equations
/// with a step of iterative refinement when S is well conditioned, otherwise the one of least norm by a
/// complete orthogonal decomposition of A_S.
///
/// Shapes: one value per member of `support`, in its order.
/// Cost:   O(m s^2 + s^3).
std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support);

/// The same over |z_i| <= box (hybrid/box_qp.hpp); box infinite: as above.
std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support, double box);

/// The values on `support` that minimise the problem's loss inside its box, begun at `values`. Squared loss:
/// as above. Logistic loss: Newton steps, each a box-constrained quadratic, with halving of the step until F
/// falls; at most 100 (the infimum need not be attained).
std::vector<double> refit_on(const Problem& problem, std::span<const Index> support,
                             std::vector<double> values);

}  // namespace lode::least_squares
