#pragma once

#include <functional>
#include <span>
#include <vector>

namespace lode::hybrid {

/// Minimises 1/2 z'Hz + p'z over |z_i| <= box for a positive semidefinite H (and p in its range when H is
/// singular).
///
/// A primal active-set method from the clipped `start`: the minimiser over the free variables is found, the
/// step towards it is cut at the first bound, and the bound variable whose multiplier has the wrong sign most
/// is freed. The value never rises from one step to the next.
///
/// Shapes:  H k x k, row-major, symmetric; p, start: k values.
/// Cost:    O(k^3) per step, usually about as many steps as there are active bounds.
/// Returns: k values inside the box; those it has got to once `stop` says yes, which is asked every step and
///          within the factorisations of more than 64 variables.
/// Errors:  InvalidArgument for sizes that do not match, a box that is negative or NaN, an empty `stop`.
/// Source:  P. B. Stark, R. L. Parker, Bounded-variable least-squares, Computational Statistics 10 (1995).
std::vector<double> minimise_in_box(
    std::span<const double> h, std::span<const double> p, double box, std::vector<double> start,
    const std::function<bool()>& stop = [] { return false; });

}  // namespace lode::hybrid
