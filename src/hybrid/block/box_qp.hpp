#pragma once

#include <functional>

#include "core/linalg/eigen.hpp"

namespace lode::hybrid {

/// Minimises 1/2 z'Hz + p'z over |z_i| <= box for a positive semidefinite H. When H is singular, p must be in
/// its range.
///
/// A primal active-set method that begins at the clipped `start`. A step goes towards the minimiser over the
/// free variables and ends at the first bound it meets. At the minimiser, the variable at a bound whose
/// multiplier has the wrong sign most is freed. The value never rises from one step to the next.
///
/// Cost:    O(k^3) per step, usually about one step for each active bound.
/// Returns: k values inside the box, those reached so far once `stop` is true. `stop` is asked at every step,
///          and within factorisations of more than 64 variables.
/// Source:  P. B. Stark, R. L. Parker, Bounded-variable least-squares, Computational Statistics 10 (1995).
Eigen::VectorXd minimise_in_box(
    const Eigen::MatrixXd& h, const Eigen::VectorXd& p, double box, Eigen::VectorXd start,
    const std::function<bool()>& stop = [] { return false; });

}  // namespace lode::hybrid
